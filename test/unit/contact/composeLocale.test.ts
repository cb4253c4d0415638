import { proxy } from 'valtio/vanilla';
import { expect, it, vi } from 'vitest';
import { composeLocale } from '../../../frame/compose/locale.ts';
import type { ContactAnswer } from '../../../frame/contact/answer.ts';
import { createContactStore } from '../../../frame/contact/store.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { Locale } from '../../../frame/text/locale.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';
import { openInquiryPage } from '../../support/inquiryPage.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

const us = { languageCode: 'en', regionCode: 'US' };
const france = { languageCode: 'fr', regionCode: 'FR' };
const spain = { languageCode: 'es', regionCode: 'ES' };

/** A page whose start may look up its own locale while the visitor chooses one. */
function setUp(browser = createFakeBrowser(), query = {}) {
  const lifetime = createLifetime();
  const log = createFakeLog();
  const asked: { region: string; answer: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const api = {
    lookup: ({ regionCode }: Locale) =>
      new Promise((resolve, reject) => {
        const answer = async (): Promise<void> => {
          resolve({ region: regionCode } as unknown as ContactAnswer);
          await settle();
        };
        const fail = async (): Promise<void> => {
          reject(new Error('503'));
          await settle();
        };
        asked.push({ region: regionCode, answer, fail });
      }),
  } as unknown as Parameters<typeof createContactStore>[0]['api'];
  const contact = createContactStore({ api, lifetime, log });
  const page = proxy({ locale: us, textLocale: us, isLocaleChosen: false });
  const core = {
    ...{
      log,
      lifetime,
      contact,
      contactApi: api,
      page,
      query,
      deployment: {},
      stored: Object.fromEntries(browser.local),
    },
    lookupFacts: ({ locale = us } = {}) => ({ ...lookupFacts, ...locale }),
  } as unknown as Parameters<typeof composeLocale>[0];
  const onShown = vi.fn();
  const locale = composeLocale(core, createFakeStorage(browser), onShown);
  const startsLookup = () => void contact.load({ ...lookupFacts, ...us });
  return { locale, contact, page, asked, onShown, lifetime, startsLookup };
}

it('[SH-068][SH-085] a location that the visitor chooses wins over a lookup that the start makes meanwhile', async () => {
  const { locale, contact, page, asked, onShown, startsLookup } = setUp();
  void locale.choose(france);
  startsLookup();
  await asked[0]?.answer();
  expect([locale.state.phase, asked.map(({ region }) => region)]).toEqual(['changing', ['FR', 'US', 'FR']]);
  await asked[2]?.answer();
  await asked[1]?.answer();
  expect([locale.state.phase, page.locale, page.isLocaleChosen]).toEqual(['idle', france, true]);
  expect(contact.state.information).toMatchObject({ region: 'FR' });
  expect(onShown).toHaveBeenCalledExactlyOnceWith(france);
});

it('[SH-085] a location is not looked up again after another choice, or when the widget has been removed', async () => {
  const { locale, asked, onShown, lifetime, startsLookup } = setUp();
  void locale.choose(france);
  void locale.choose(spain);
  await asked[0]?.answer();
  startsLookup();
  lifetime.end();
  await asked[1]?.answer();
  expect(asked.map(({ region }) => region)).toEqual(['FR', 'ES', 'US']);
  expect(onShown).not.toHaveBeenCalled();
});

it('[F-SH26][SH-068] a choice on another page is followed once, after the page’s own lookup, and silently when it fails', async () => {
  const browser = createFakeBrowser();
  const { locale, contact, asked, startsLookup } = setUp(browser);
  browser.local.set('cm-locale', JSON.stringify(france));
  startsLookup();
  locale.follow();
  expect(asked.map(({ region }) => region)).toEqual(['US']);
  await asked[0]?.answer();
  expect(contact.state.status).toBe('fetched');
  locale.follow();
  locale.follow();
  expect(asked.map(({ region }) => region)).toEqual(['US', 'FR']);
  await asked[1]?.fail();
  locale.follow();
  expect([locale.state.phase, asked.length]).toEqual(['idle', 2]);
  browser.local.set('cm-locale', JSON.stringify(spain));
  locale.follow();
  await asked[2]?.answer();
  expect(contact.state.information).toMatchObject({ region: 'ES' });
  locale.follow();
  expect(asked).toHaveLength(3);
});

it('[SH-098][F-SH26] a choice that the page has started with, or under a locale in the address, is not looked up again', async () => {
  const browser = createFakeBrowser();
  const named = setUp(browser, { regionCode: 'CH' });
  browser.local.set('cm-locale', JSON.stringify(france));
  for (const { locale, asked, startsLookup } of [named, setUp(browser)]) {
    startsLookup();
    await asked[0]?.answer();
    locale.follow();
    expect(asked).toHaveLength(1);
  }
});

it('[F-SH26] a choice on another page is looked for when another tab stores something, and when the visitor comes back', () => {
  const browser = createFakeBrowser();
  const page = openInquiryPage({ browser });
  const before = page.followed();
  createFakeStorage(browser).write('cm-locale', france);
  expect(page.followed()).toBe(before + 1);
  page.comesBack();
  expect(page.followed()).toBe(before + 2);
});
