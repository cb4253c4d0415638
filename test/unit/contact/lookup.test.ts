import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { activePurpose } from '../../../frame/contact/activePurpose.ts';
import { parseContactAnswer, parseKeysAnswer } from '../../../frame/contact/answer.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { keysOf, readInformation } from '../../../frame/contact/bundle.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { type LookupFacts, lookupBody, lookupVariant } from '../../../frame/contact/lookupRequest.ts';
import { createContactStore } from '../../../frame/contact/store.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { type Answer, createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

const facts: LookupFacts = {
  ...lookupFacts,
  languageCode: 'de',
  regionCode: 'AT',
  textLanguageCode: 'de',
  textRegionCode: 'DE',
  hostOrigin: 'https://www.example.com',
  timeZoneOffsetJS: -60,
  country: 'AT',
};

const key = { languageCode: 'de', regionCode: 'AT', focusArea: 'cloud' };
const good = { contactInformationBundles: [{ key }], clientInfo: { timeZoneOffsetJS: 0 } };

const unreachable = () => createError('CALL_FAILED', 'could not be reached');

function setUp(answer: Answer, older: Answer = answer) {
  const call = createFakeBackend();
  const deployment = v.parse(contactDeployment, {
    hosts: ['https://contact.example.com'],
    olderHosts: ['https://older.example.com'],
  });
  call.on('/contact', (request) => (request.hosts[0]?.includes('older') ? older : answer)(request));
  const api = createContactApi(call, deployment);
  const log = createFakeLog();
  const lifetime = createLifetime();
  return { call, api, log, store: createContactStore({ api, log, lifetime }) };
}

describe('the lookup request', () => {
  it('[SH-074] contains both keys, the locale of the names and the client info', () => {
    expect(lookupBody(facts)).toMatchObject({
      contactInformationBundleKey: { focusArea: 'cloud', languageCode: 'de', regionCode: 'AT' },
      contactModuleTranslationKey: { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' },
      regionsAndLanguagesForLocale: 'de-DE',
      clientInfo: {
        timeZoneOffsetJS: -60,
        addUserIpAddress: true,
        ipAddressRegistryCountryCode: 'AT',
        isUserActive: true,
      },
    });
  });

  it('[SH-074][F-SH10] asks for a variation in place of the focus area, in every key', async () => {
    const { call, api } = setUp(() => ({ ...good, contactInformationBundleKeys: [key] }));
    const varied = { ...facts, variation: 'cloud-partners' };
    await api.lookup(varied);
    await api.keys(varied);
    const bodies = call.calls.map(({ query }) => JSON.parse(String(query?.body)));
    const keysOfBody = bodies.flatMap((body) => Object.entries<object>(body).filter(([name]) => name.endsWith('Key')));
    const areas = keysOfBody.filter(([name]) => name !== 'schedulingInformationKey').map(([, sent]) => sent);
    expect(areas).toHaveLength(5);
    for (const area of areas) {
      expect(area).toMatchObject({ variation: 'cloud-partners' });
      expect(area).not.toHaveProperty('focusArea');
    }
  });

  it('[SH-074] contains the IP address instead of the country when it is known', () => {
    const { clientInfo } = lookupBody({ ...facts, ipAddress: '203.0.113.7' }) as { clientInfo: object };
    expect(clientInfo).toEqual({
      timeZoneOffsetJS: -60,
      addUserIpAddress: false,
      ipAddress: '203.0.113.7',
      isUserActive: true,
    });
  });

  it('[SH-075] sends lookup, focus-area lookup and keys by GET with the JSON in parameter body', async () => {
    const { call, api } = setUp(() => ({ ...good, contactInformationBundleKeys: [key] }));
    await api.lookup({ ...facts, ipAddress: '203.0.113.7' });
    await api.lookup(facts, undefined, '/contact/lookup/focus-area');
    await api.keys({ focusArea: 'cloud', variation: undefined });
    expect(call.calls.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/contact/lookup'],
      ['GET', '/contact/lookup/focus-area'],
      ['GET', '/contact/keys'],
    ]);
    for (const { query } of call.calls) {
      expect(JSON.parse(String(query?.body)).contactInformationBundleKey.focusArea).toBe('cloud');
    }
  });

  it('[SH-075] picks its variant', () => {
    expect(lookupVariant(facts)).toBe('request-ip');
    expect(lookupVariant({ ...facts, ipAddress: '203.0.113.7' })).toBe('plain');
    expect(lookupVariant({ ...facts, hasPageRules: true })).toBe('with-rules');
    expect(lookupVariant({ ...facts, hasPageRules: true, isForced: true })).toBe('skip-rules');
    expect(lookupVariant({ ...facts, isForced: true, isLanding: true })).toBe('landing');
  });
});

function parseAll(body: unknown) {
  const answer = parseContactAnswer(body);
  return answer && readInformation(answer);
}

describe('the answer', () => {
  it('[SH-078] has the first bundle, translations, names, and the rerouting as sent', () => {
    const parsed = parseContactAnswer({
      contactInformationBundles: [
        { key: { ...key, variation: 'v', purpose: 'p' } },
        { key: { ...key, regionCode: 'DE' } },
      ],
      contactModuleTranslations: [
        { textFragments: { menu: { intro: 'Hallo' }, title: 'Kontakt' } },
        { key: { purpose: 'sales' }, textFragments: { menu: { intro: 'Verkauf' } } },
      ],
      regionsAndLanguages: [{ languageCode: 'de', regionCode: 'AT', regionNameDefault: 'Austria' }],
      reroutingInformation: { isRerouted: true },
    });
    const information = parsed && readInformation(parsed);
    expect(information?.bundle.key).toEqual({ ...key, variation: 'v', purpose: 'p' });
    expect(parsed && keysOf(parsed)).toHaveLength(2);
    expect(information?.translations).toEqual([
      { purpose: '(default)', sections: { default: { title: 'Kontakt' }, menu: { intro: 'Hallo' } } },
      { purpose: 'sales', sections: { menu: { intro: 'Verkauf' } } },
    ]);
    expect(information?.regionsAndLanguages[0]?.regionNameDefault).toBe('Austria');
    expect(information?.reroutingInformation).toEqual({ isRerouted: true });
  });

  it('[SH-079] has every list of the bundle, empty when absent, without malformed items', () => {
    const parts = {
      schedulingInformation: [
        { purpose: 's', availableSlots: 2, availableSlotsAsOf: 'x', clientURL: 'https://b.example.com' },
      ],
      emailInformation: [
        { purpose: 'e', url: 'mailto:a@example.com', link: 'https://f.example.com', linkText: 'Write' },
      ],
      phoneInformation: [
        {
          purpose: 'p',
          phone: { phoneNumber: '1', phoneNumberFormatted: '+1' },
          phoneNumberInfo: 'Weekdays',
          priority: { priorityCode: '1' },
        },
      ],
      priorityInformation: [{ purpose: 'first' }],
      chatInformation: [{ chatService: 'bot', chatRoutingCode: 'r', purpose: 'c' }],
      smsInformation: [{ purpose: 'sms', phoneNumber: { phoneNumber: '2' } }],
      customLinks: [{ link: 'https://l.example.com', linkText: 'Link', purpose: 'l' }],
    };
    const bundle = parseAll({ contactInformationBundles: [{ key, ...parts }] })?.bundle;
    expect(bundle).toMatchObject(parts);
    const empty = parseAll({ contactInformationBundles: [{ key, phoneInformation: [7, {}, null] }] })?.bundle;
    expect(empty).toEqual({
      key,
      ...Object.fromEntries([...Object.keys(parts), 'supportChatInformation'].map((name) => [name, []])),
    });
  });

  it.each([{}, { contactInformationBundles: [] }, { contactInformationBundles: [{ key: {} }] }, 'text', null])(
    '[SH-084] %j has no valid bundle',
    (body) => {
      expect(parseContactAnswer(body)).toBeUndefined();
    },
  );

  it('[SH-085] of the keys call has the locales of the focus area without duplicates', () => {
    const keys = [
      key,
      key,
      { ...key, regionCode: 'DE' },
      { ...key, focusArea: 'data', regionCode: 'CH' },
      { languageCode: 'en', regionCode: 'US' },
      7,
    ];
    expect(parseKeysAnswer({ contactInformationBundleKeys: keys }, { focusArea: 'cloud' })).toEqual([
      { languageCode: 'de', regionCode: 'AT' },
      { languageCode: 'de', regionCode: 'DE' },
      { languageCode: 'en', regionCode: 'US' },
    ]);
  });

  it('[SH-085][F-SH10] of the keys call leaves out the locales of another variation', () => {
    const keys = [
      { ...key, variation: 'cloud-partners' },
      { ...key, regionCode: 'DE', variation: 'cloud-resellers' },
      { ...key, regionCode: 'CH' },
    ];
    expect(parseKeysAnswer({ contactInformationBundleKeys: keys }, { variation: 'cloud-partners' })).toEqual([
      { languageCode: 'de', regionCode: 'AT' },
      { languageCode: 'de', regionCode: 'CH' },
    ]);
  });

  it('[SH-081] has the active purpose of the chat that can start, else of the first priority, else the default', () => {
    const answer = parseContactAnswer({
      contactInformationBundles: [
        { key, chatInformation: [{ chatService: 'bot', purpose: 'c' }], priorityInformation: [{ purpose: 'first' }] },
      ],
    });
    expect(activePurpose(answer, true)).toBe('c');
    expect(activePurpose(answer, false)).toBe('first');
    expect(activePurpose(parseContactAnswer(good), false)).toBe('(default)');
    expect(activePurpose(undefined, true)).toBe('(default)');
  });
});

describe('the lookup state', () => {
  it('[SH-082] goes from notStarted through fetching to fetched', async () => {
    const { store } = setUp(() => good);
    expect(store.state.status).toBe('notStarted');
    const loaded = store.load(facts);
    expect(store.state.status).toBe('fetching');
    await loaded;
    expect(store.state.status).toBe('fetched');
  });

  it('[SH-082][SH-084] is failed when both hosts answer 5xx, unless it was fetched before', async () => {
    const { store, call, log } = setUp(() => refuse(503));
    await store.load(facts);
    expect(store.state.status).toBe('failed');
    expect(call.calls).toHaveLength(2);
    expect(log.errors).toHaveLength(1);

    const later = setUp(() => good);
    await later.store.load(facts);
    later.call.on('/contact', () => refuse(500));
    await later.store.load(facts);
    expect(later.store.state.status).toBe('fetched');
    expect(later.store.state.information?.key).toMatchObject(key);
  });

  it.each([
    ['answers 500', () => refuse(500)],
    ['answers through a gateway, whose status pages of other origins cannot read', () => Promise.reject(unreachable())],
  ])('[SH-082][SC-135] is fetched from the older host when the first %s', async (_, first) => {
    const { store } = setUp(first, () => good);
    await store.load(facts);
    expect(store.state.status).toBe('fetched');
  });

  it('[SC-135][SC-136] does not let the visitor wait for the older host after a timeout', async () => {
    const { store, call } = setUp(() => Promise.reject(createError('CALL_TIMEOUT', 'late')));
    await store.load(facts);
    expect(store.state.status).toBe('failed');
    expect(call.calls).toHaveLength(1);
  });

  it.each([404, 400, 429])('[SH-084] is invalid on HTTP %i', async (status) => {
    const { store } = setUp(() => refuse(status));
    await store.load(facts);
    expect(store.state.status).toBe('invalid');
  });

  it('[SH-084] is invalid on an answer without a usable bundle', async () => {
    const { store } = setUp(() => ({}));
    await store.load(facts);
    expect(store.state.status).toBe('invalid');
  });

  it('[SH-085] is that of the newest of overlapping lookups', async () => {
    const waiting: ((body: unknown) => void)[] = [];
    const { store } = setUp(() => new Promise((resolve) => waiting.push(resolve)));
    const first = store.load(facts);
    const second = store.load({ ...facts, regionCode: 'DE' });
    waiting[1]?.({ ...good, contactInformationBundles: [{ key: { ...key, regionCode: 'DE' } }] });
    await second;
    waiting[0]?.(good);
    await first;
    expect(store.state.information?.key.regionCode).toBe('DE');
  });

  it('[SH-085] reports whether a change is used: false after a newer change, or when it is no longer wanted', async () => {
    const waiting: ((body: unknown) => void)[] = [];
    const { store } = setUp(() => new Promise((resolve) => waiting.push(resolve)));
    const german = store.change({ ...facts, regionCode: 'DE' });
    const austrian = store.change(facts);
    waiting[1]?.(good);
    expect(await austrian).toBe(true);
    waiting[0]?.({ ...good, contactInformationBundles: [{ key: { ...key, regionCode: 'DE' } }] });
    expect(await german).toBe(false);
    const withdrawn = store.change({ ...facts, regionCode: 'CH' }, () => false);
    waiting[2]?.({ ...good, contactInformationBundles: [{ key: { ...key, regionCode: 'CH' } }] });
    expect(await withdrawn).toBe(false);
    expect(store.state.information?.key.regionCode).toBe('AT');
  });

  it('[SH-082][SH-085] stays fetching after a failure until the list of locales has told whether it was the right question', async () => {
    const { store, call } = setUp(() => ({}));
    let decide = (_isOther: boolean): void => {};
    const doubt = new Promise<boolean>((resolve) => {
      decide = resolve;
    });
    const wanted = store.load(facts, doubt);
    const chosen = doubt.then((isOther) => (isOther ? store.load({ ...facts, regionCode: 'DE' }) : undefined));
    await settle();
    expect(store.state.status).toBe('fetching');
    call.on('/contact', () => good);
    decide(true);
    await Promise.all([wanted, chosen]);
    expect(store.state.status).toBe('fetched');
  });

  it('[SH-084] is invalid when the list of locales has no better question', async () => {
    const { store } = setUp(() => ({}));
    await store.load(facts, Promise.resolve(false));
    expect(store.state.status).toBe('invalid');
  });

  it('[SH-174] keeps the old bundle when a change rejects', async () => {
    const { store, call } = setUp(() => good);
    await store.load(facts);
    call.on('/contact', () => ({}));
    await expect(store.change({ ...facts, regionCode: 'DE' })).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    expect(store.state.information?.key.regionCode).toBe('AT');
  });
});
