import { type Fields, isRecord } from '../../bridge/guards.ts';
import { browserClock } from '../platform/clock.ts';
import { within } from '../platform/within.ts';
import { baseLanguage } from '../text/baseLanguage.ts';
import { formsText } from '../text/languages/formsText.ts';
import type { Language, LanguageText } from '../text/languages/language.ts';
import { type LanguageTag, languageTagOf } from '../text/languages/languageTags.ts';
import { loadLanguage } from '../text/languages/loadLanguage.ts';
import { parseLanguageTag } from '../text/locale.ts';
import { defaultPurpose, defaultSection, type TextFragment, type Translation } from '../text/texts.ts';
import { type ContactAnswer, isText, list } from './answer.ts';
import type { ContactDeployment } from './deployment.ts';
import { languageWaitMs } from './limits.ts';
import type { LookupFacts } from './lookupRequest.ts';

type TextLocale = Pick<LookupFacts, 'textLanguageCode' | 'textRegionCode'>;
type Sections = Record<string, Record<string, TextFragment>>;

/**
 * Adds our own texts in the visitor's language to an answer, if the product and the deployment have the language. Both are
 * downloaded in parallel. Without the language, the texts are English.
 */
export async function completeTexts(
  answer: Promise<ContactAnswer | undefined>,
  { textLanguageCode, textRegionCode }: TextLocale,
  { languages }: Pick<ContactDeployment, 'languages'>,
): Promise<ContactAnswer | undefined> {
  const tag = languageTagOf(textLanguageCode, textRegionCode);
  const [known, language] = await Promise.all([
    answer,
    tag && (languages?.includes(tag) ?? true) ? loadInTime(answer, tag) : undefined,
  ]);
  if (!known) return known;
  if (!language)
    return { ...known, isUntranslated: languagesOf(known).every((code) => isOther(code, textLanguageCode)) };
  // A service may have sent a malformed region.
  const { regionCode } = parseLanguageTag(`und-${textRegionCode}`);
  return withTexts(known, language, [textLanguageCode, ...(regionCode ? [regionCode] : [])].join('-'));
}

/** Undefined if the file cannot be loaded, or takes much longer than the answer: the texts are English then, and marked as such. */
function loadInTime(answer: Promise<unknown>, tag: LanguageTag): Promise<Language | undefined> {
  const loaded = loadLanguage(tag).catch(() => undefined);
  return answer.then(() => within(browserClock, languageWaitMs, loaded, undefined));
}

/**
 * The company's own texts win if they are in the wanted language. A service without that language answers in another one,
 * and the pane must not mix two languages.
 */
export function withTexts(answer: ContactAnswer, language: Language, locale: string): ContactAnswer {
  const [languageCode = ''] = locale.split('-');
  const ours = toSections(language, locale);
  const codes = languagesOf(answer);
  const own = answer.translations.map((one, index) =>
    isOther(codes[index], languageCode) ? { ...one, sections: without(one.sections, ours) } : one,
  );
  const isDefault = ({ purpose }: Translation): boolean => purpose === defaultPurpose;
  const first = own.find(isDefault);
  const completed: Translation = { purpose: defaultPurpose, sections: merge(ours, first?.sections ?? {}) };
  return {
    ...answer,
    translations: [completed, ...own.filter((one) => one !== first)],
  };
}

function toSections(language: Language, locale: string): Sections {
  const toFragment = (text: LanguageText): TextFragment => (typeof text === 'string' ? text : formsText(text, locale));
  return Object.fromEntries(
    Object.entries(language).map(([section, texts]: [string, Readonly<Record<string, LanguageText>>]) => [
      section,
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toFragment(text)])),
    ]),
  );
}

/** A company's text without a section applies to every section that does not have its own. */
function merge(ours: Sections, own: Translation['sections']): Translation['sections'] {
  const everywhere = own[defaultSection] ?? {};
  const merged: Sections = Object.create(null);
  for (const name of Object.keys({ ...own, ...ours })) {
    const left = Object.entries(ours[name] ?? {}).filter(([key]) => !Object.hasOwn(everywhere, key));
    merged[name] = { ...Object.fromEntries(left), ...own[name] };
  }
  return merged;
}

/** Omits the texts that we have in the visitor's language. */
function without(own: Translation['sections'], ours: Sections): Translation['sections'] {
  const known = (section: string, key: string): boolean =>
    section === defaultSection
      ? Object.values(ours).some((texts) => Object.hasOwn(texts, key))
      : Object.hasOwn(ours[section] ?? {}, key);
  return Object.fromEntries(
    Object.entries(own).map(([section, texts]) => [
      section,
      Object.fromEntries(Object.entries(texts).filter(([key]) => !known(section, key))),
    ]),
  );
}

/** The languages of the translations, in their order. */
const languagesOf = ({ body }: ContactAnswer): readonly (string | undefined)[] =>
  list<Fields>(body.contactModuleTranslations, (item) => isRecord(item.textFragments)).map(languageOf);

function languageOf({ key }: Fields): string | undefined {
  return isRecord(key) && isText(key.languageCode) ? key.languageCode : undefined;
}

function isOther(code: string | undefined, wanted: string): boolean {
  const [language = ''] = code?.toLowerCase().split(/[-_]/) ?? [];
  return code !== undefined && baseLanguage(language) !== baseLanguage(wanted);
}
