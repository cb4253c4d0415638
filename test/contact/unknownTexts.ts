import { type Fields, isRecord } from '../../bridge/guards.ts';
import { english } from '../../frame/compose/english.ts';
import { nearestName } from '../../frame/platform/nearestName.ts';

/** Sections whose keys depend on the deployment, and the one for texts of every section. */
const freeSections = ['default', 'experiments', 'support', 'legacyChat', 'debug'];

/** Texts of a contact file that no part of the widget reads, a sentence each. */
export function unknownTexts(file: unknown): readonly string[] {
  const languages = isRecord(file) && isRecord(file.languages) ? file.languages : {};
  return Object.entries(languages).flatMap(([tag, content]) => {
    const texts = isRecord(content) && isRecord(content.texts) ? content.texts : {};
    return Object.entries(texts).flatMap(([section, fragments]) =>
      unknownIn(section, fragments).map((sentence) => `languages.${tag}.texts.${section}${sentence}`),
    );
  });
}

function unknownIn(section: string, fragments: unknown): readonly string[] {
  if (freeSections.includes(section)) return [];
  const known: Fields | undefined = Object.hasOwn(english, section)
    ? english[section as keyof typeof english]
    : undefined;
  if (!known) return [` is read by no part of the widget.${meant(section, Object.keys(english))}`];
  return Object.keys(isRecord(fragments) ? fragments : {})
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => `.${key} is read by no part of the widget.${meant(key, Object.keys(known))}`);
}

function meant(wrong: string, names: readonly string[]): string {
  const nearest = nearestName(wrong, names);
  return nearest === undefined ? '' : ` Is "${nearest}" meant?`;
}
