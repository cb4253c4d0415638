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

/** Every text of a language, with the forms of those that have several. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
