import { describe, expect, it } from 'vitest';
import { type ContactAnswer, parseContactAnswer } from '../../../frame/contact/answer.ts';
import { completeTexts } from '../../../frame/contact/completeTexts.ts';
import { fill, findFragment } from '../../../frame/text/texts.ts';

const german = { textLanguageCode: 'de', textRegionCode: 'DE' };
const everything = {};

function answerWith(translations: readonly object[], more: object = {}): Promise<ContactAnswer | undefined> {
  return Promise.resolve(
    parseContactAnswer({
      contactInformationBundles: [{ key: { languageCode: 'de', regionCode: 'DE' } }],
      contactModuleTranslations: translations,
      ...more,
    }),
  );
}

async function textOf(answer: Promise<ContactAnswer | undefined>, section: string, key: string, purpose = '(default)') {
  const fragment = findFragment((await answer)?.translations ?? [], purpose, section, key);
  return fragment && fill(fragment, { count: 2 });
}

const inGerman = (textFragments: object, purpose?: string) => ({
  key: { languageCode: 'de', regionCode: 'DE', purpose },
  textFragments,
});

describe('the texts of an answer', () => {
  it('[F-AD6] are the product’s own where the service has none', async () => {
    const answer = completeTexts(answerWith([]), german, everything);
    expect(await textOf(answer, 'menu', 'chatAction')).toBe('Chat starten');
    expect(await textOf(answer, 'chat', 'notSentCount')).toBe('2 Nachrichten wurden nicht gesendet.');
  });

  it('[F-AD6] are the company’s own, key by key', async () => {
    const answer = completeTexts(answerWith([inGerman({ menu: { chatAction: 'Los' } })]), german, everything);
    expect(await textOf(answer, 'menu', 'chatAction')).toBe('Los');
    expect(await textOf(answer, 'outreach', 'chatAction')).toBe('Chat starten');
    expect(await textOf(answer, 'menu', 'intro')).toBe('Wie möchten Sie uns erreichen?');
  });

  it('[F-AD6] are the company’s own in every section when it names none', async () => {
    const answer = completeTexts(answerWith([inGerman({ chatAction: 'Los' })]), german, everything);
    expect(await textOf(answer, 'menu', 'chatAction')).toBe('Los');
    expect(await textOf(answer, 'outreach', 'chatAction')).toBe('Los');
  });

  it('[F-AD6] of a purpose come before all others', async () => {
    const answer = completeTexts(answerWith([inGerman({ menu: { intro: 'Vertrieb' } }, 'sales')]), german, everything);
    expect(await textOf(answer, 'menu', 'intro', 'sales')).toBe('Vertrieb');
    expect(await textOf(answer, 'menu', 'chatAction', 'sales')).toBe('Chat starten');
    expect(await textOf(answer, 'menu', 'intro')).toBe('Wie möchten Sie uns erreichen?');
  });

  it('[F-AD6] are never in two languages: a service that answers in another one keeps only what we do not have', async () => {
    const english = {
      key: { languageCode: 'en', regionCode: 'US' },
      textFragments: { menu: { intro: 'Hello' }, chatAction: 'Go', northwind: { slogan: 'Faster' } },
    };
    const answer = completeTexts(answerWith([english]), german, everything);
    expect(await textOf(answer, 'menu', 'intro')).toBe('Wie möchten Sie uns erreichen?');
    expect(await textOf(answer, 'menu', 'chatAction')).toBe('Chat starten');
    expect(await textOf(answer, 'northwind', 'slogan')).toBe('Faster');
  });

  it('[F-AD6] of the scheduler are those of the page, with their forms', async () => {
    const answer = await completeTexts(answerWith([]), german, everything);
    const next = findFragment(answer?.translations ?? [], '(default)', 'scheduler', 'next');
    expect(next && fill(next, { view: 'month' })).toBe('Nächster Monat');
  });

  it('[F-AD6] stay as they are in a language that the deployment leaves out, or the product does not have', async () => {
    const without = completeTexts(answerWith([]), german, { languages: ['fr'] });
    expect(await textOf(without, 'menu', 'chatAction')).toBeUndefined();
    const listed = completeTexts(answerWith([]), german, { languages: ['de'] });
    expect(await textOf(listed, 'menu', 'chatAction')).toBeDefined();
    const swedish = completeTexts(answerWith([]), { textLanguageCode: 'sv', textRegionCode: 'SE' }, everything);
    expect(await textOf(swedish, 'menu', 'chatAction')).toBeUndefined();
  });

  it.each([
    ['no', 'nb', false],
    ['no', 'nn', false],
    ['no', 'NB-no', false],
    ['nb', 'no', false],
    ['no', 'da', true],
    ['sv', 'sv', false],
  ])(
    '[F-AD6] for a page in %s, from a service that answers in %s, are in another language: %s',
    async (wanted, code, expected) => {
      const answer = answerWith([{ key: { languageCode: code }, textFragments: { menu: { intro: 'Hei' } } }]);
      const page = { textLanguageCode: wanted, textRegionCode: 'US' };
      expect((await completeTexts(answer, page, everything))?.isUntranslated).toBe(expected);
    },
  );

  it.each([
    ['he', 'iw'],
    ['iw', 'he'],
  ])('[F-AD6] for a page in %s are the company’s own, which the service calls %s', async (wanted, code) => {
    const answer = answerWith([{ key: { languageCode: code }, textFragments: { menu: { intro: 'ours' } } }]);
    const completed = completeTexts(answer, { textLanguageCode: wanted, textRegionCode: 'IL' }, everything);
    expect(await textOf(completed, 'menu', 'intro')).toBe('ours');
    expect((await completed)?.isUntranslated).toBeUndefined();
  });

  it('[F-AD6] do not make up for an answer that is not there', async () => {
    expect(await completeTexts(Promise.resolve(undefined), german, everything)).toBeUndefined();
    await expect(completeTexts(Promise.reject(new Error('offline')), german, everything)).rejects.toThrow('offline');
  });
});
