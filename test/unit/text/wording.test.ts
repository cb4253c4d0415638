import { describe, expect, it } from 'vitest';
import { english } from '../../../frame/compose/english.ts';
import { languageTags } from '../../../frame/text/languages/languageTags.ts';
import { loadLanguage } from '../../../frame/text/languages/loadLanguage.ts';

/** Words for what only some visitors see. “Above” and “below” name an order, too. */
const sensory =
  /\b(top|bottom|upper|lower|left|right|corner|green|red|blue|yellow|gr[ea]y|round|square|circle|arrow|icon)\b/i;
const otherMeanings = /has left|right (?:now|away)/g;

describe('the wording', () => {
  it('points to nothing by its place, its colour or its shape', () => {
    const texts = Object.values(english).flatMap((section) => Object.values(section));
    expect(texts.filter((text) => sensory.test(text.replace(otherMeanings, '')))).toEqual([]);
    expect('Press the green button').toMatch(sensory);
  });
});

describe('the list of words', () => {
  const all = Object.entries(english).flatMap(([section, texts]) =>
    Object.entries(texts).map(([key, text]) => `${section}.${key}: ${text}`),
  );

  it.each<[string, RegExp]>([
    ['email, without a hyphen', /e-mail/i],
    ['could not, are not, did not, and no short forms', /n['’]t\b/],
    ['a straight apostrophe', /’/],
    ['a call, and neither a meeting nor an appointment', /appointment|meeting/i],
    ['one character for an ellipsis, and no space before it', /\.\.\.|\s…/],
    ['curly quotes around a value', /"/],
  ])('[F-UX7] has %s', (_, other) => {
    expect(all.filter((text) => other.test(text))).toEqual([]);
  });

  it.each(languageTags)(
    '[F-UX7] has one ellipsis and one apostrophe in %s, and no space inside a length of time',
    async (tag) => {
      const texts = textsOf(await loadLanguage(tag));
      expect(texts.length).toBeGreaterThan(100);
      const apostrophes = new Set(texts.flatMap((text) => text.match(/['’]/g) ?? []));
      expect(apostrophes.size).toBeLessThanOrEqual(1);
      expect(texts.filter((text) => /\.\.\.| …|\d 分/.test(text))).toEqual([]);
    },
  );
});

describe('the typography of a language', () => {
  const titles =
    /^(header\.(title|salesTitle)|chat\.(header(Bot|Agent)Title|header\w+Top|surveyTitle|endQuestion)|privacy\.(title|question)|scheduler\.(\w*[tT]itle|cancelled)|outreach\.\w+Heading):/;

  it.each(['en', ...languageTags])('[F-UX7] has no full stop in a title in %s', async (tag) => {
    const found = (await namedTextsOf(tag)).filter((text) => titles.test(text));
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((text) => /[.。]$/.test(text))).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['fr', /[^\u202f][?!]|[^\u00a0][:»]|«[^\u00a0]/],
    ['de', /[^\u00a0]…|“[^“”]*”/],
    ['es', /^[^¿]*\?|^[^¡]*!/],
    ['ar', /[?;,]/],
    ['ja', /[,;:?!()]|\d [ぁ-ん一-龠]|\{(?:count|hours)\} |[A-Za-z] [ぁ-んァ-ン一-龠]|[ぁ-んァ-ン一-龠] [A-Za-z]/],
    ['zh-Hans', /[,;:?!()]|\d [一-龠]|\{(?:count|hours)\} /],
    ['zh-Hant', /[,;:?!()]|\d [一-龠]|\{(?:count|hours)\} /],
  ])('[F-UX7] has the marks and spaces of the language %s', async (tag, wrong) => {
    const texts = textsOf(await loadLanguage(tag as (typeof languageTags)[number]));
    expect(texts.filter((text) => wrong.test(text.replaceAll('name@example.com', '')))).toEqual([]);
  });

  it.each(languageTags)('[F-UX7] has no straight quotes and no two spaces in %s', async (tag) => {
    expect(textsOf(await loadLanguage(tag)).filter((text) => /["']| {2}/.test(text))).toEqual([]);
  });
});

describe('the words of a language', () => {
  const word = (words: string): RegExp => RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

  it.each<[string, RegExp]>([
    ['de', word('du|dich|dir|dein\\p{L}*')],
    ['es', word('tú|tus?|te|ti|contigo')],
    ['fr', word('tu|toi|ton|ta|tes')],
    ['it', word('tu|ti|te|tuo|tua|tuoi|tue|contattaci')],
    ['nl', word('je|jij|jou|jouw')],
    ['pl', word('ciebie|tobie|twój|twoj\\p{L}*|możesz|chcesz|zostaw|napisz do nas')],
  ])('[F-AD6] address the visitor formally in %s', async (tag, informal) => {
    const texts = textsOf(await loadLanguage(tag as (typeof languageTags)[number]));
    expect(texts.filter((text) => informal.test(text))).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['es', word('citas?')],
    ['fr', word('rendez-vous')],
    ['it', word('appuntament\\p{L}*')],
    ['nl', word('afspra\\p{L}*')],
    ['pt-BR', word('chamadas?')],
  ])('[F-UX7] have one noun for a call in %s', async (tag, other) => {
    const texts = textsOf(await loadLanguage(tag as (typeof languageTags)[number]));
    expect(texts.filter((text) => other.test(text))).toEqual([]);
  });
});

/** `section.key: text`, a line for each form. */
async function namedTextsOf(tag: string): Promise<readonly string[]> {
  const language = tag === 'en' ? english : await loadLanguage(tag as (typeof languageTags)[number]);
  return Object.entries(language).flatMap(([section, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => textsOf(text).map((one) => `${section}.${key}: ${one}`)),
  );
}

/** Every text of a language, with the forms of those that have several. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
