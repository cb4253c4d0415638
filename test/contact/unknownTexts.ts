import { type Fields, isRecord } from '../../bridge/guards.ts';
import { english } from '../../frame/compose/english.ts';
import { nearestName } from '../../frame/platform/nearestName.ts';

/** Sections whose keys depend on the deployment, and the one for texts of every section. */
const freeSections = ['default', 'experiments', 'support', 'legacyChat', 'debug'];

/** Texts of a contact file, or of an answer of the contact service, that no part of the widget reads: a sentence each. */
export function unknownTexts(content: unknown): readonly string[] {
  if (!isRecord(content)) return [];
  const ofFile = Object.entries(isRecord(content.languages) ? content.languages : {}).flatMap(([tag, language]) =>
    isRecord(language) ? unknownSections(language.texts).map((sentence) => `languages.${tag}.texts${sentence}`) : [],
  );
  const ofAnswer = (['contactModuleTranslations', 'schedulerTextTranslations'] as const).flatMap((member) =>
    (Array.isArray(content[member]) ? content[member] : []).flatMap((translation: unknown, at) => {
      const fragments = isRecord(translation) ? translation.textFragments : undefined;
      const sentences =
        member === 'schedulerTextTranslations' ? unknownOfScheduler(fragments) : unknownSections(fragments);
      return sentences.map((sentence) => `${member}.${at}.textFragments${sentence}`);
    }),
  );
  return [...ofFile, ...ofAnswer];
}

function unknownSections(texts: unknown): readonly string[] {
  return Object.entries(isRecord(texts) ? texts : {})
    .filter(([, fragments]) => typeof fragments !== 'string') // A text of the default section.
    .flatMap(([section, fragments]) => unknownIn(section, fragments).map((sentence) => `.${section}${sentence}`));
}

/** The scheduler reads its texts from all sections, and from none. */
function unknownOfScheduler(texts: unknown): readonly string[] {
  return Object.entries(isRecord(texts) ? texts : {}).flatMap(([name, value]) =>
    isRecord(value)
      ? unknownIn('scheduler', value).map((sentence) => `.${name}${sentence}`)
      : unknownIn('scheduler', { [name]: value }),
  );
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
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
