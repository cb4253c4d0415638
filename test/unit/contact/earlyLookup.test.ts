import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { startEarly } from '../../../frame/compose/earlyStart.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { reuseLookup, startLookup } from '../../../frame/contact/earlyLookup.ts';
import type { LookupFacts } from '../../../frame/contact/lookupRequest.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

const origin = 'https://www.example.com';
const facts: LookupFacts = {
  ...lookupFacts,
  languageCode: 'de',
  regionCode: 'AT',
  textLanguageCode: 'de',
  textRegionCode: 'AT',
  hostOrigin: origin,
  timeZoneOffsetJS: -60,
  hasScheduler: false,
};
const key = { languageCode: 'de', regionCode: 'AT', focusArea: 'cloud' };

function setUp() {
  const call = createFakeBackend();
  call.on('/contact/lookup', () => ({ contactInformationBundles: [{ key }] }));
  call.on('/contact/keys', () => ({ contactInformationBundleKeys: [key] }));
  const signal = new AbortController().signal;
  return { call, signal, paths: () => call.calls.map(({ path }) => path) };
}

it('[SH-007][F-PG4] asks before the handshake, and uses the answers once the page asks the same', async () => {
  const { call, signal, paths } = setUp();
  const asked = createContactApi(call, v.parse(contactDeployment, { hosts: ['https://contact.example.com'] }));
  const api = reuseLookup(asked, startLookup(asked, facts, signal));
  expect(paths()).toEqual(['/contact/lookup/request-ip', '/contact/keys']);
  expect((await api.lookup(facts))?.key).toMatchObject(key);
  expect(await api.keys(facts)).toHaveLength(1);
  expect(call.calls).toHaveLength(2);
  await api.lookup(facts);
  await api.keys(facts);
  expect(call.calls).toHaveLength(4);
});

it('[SH-106][F-PG4] does not ask again for what the page says about its visitor', async () => {
  const { call, signal } = setUp();
  const asked = createContactApi(call, v.parse(contactDeployment, { hosts: ['https://contact.example.com'] }));
  const api = reuseLookup(asked, startLookup(asked, facts, signal));
  await api.lookup({ ...facts, ipAddress: '203.0.113.7', country: 'AT' });
  expect(call.calls).toHaveLength(2);
});

it.each([
  ['another focus area', { focusArea: 'data' }],
  ['a variation', { variation: 'cloud-partners' }],
  ['another locale', { regionCode: 'DE' }],
  ['another page', { hostOrigin: 'https://shop.example.com' }],
  ['a forced locale', { isForced: true }],
  ['no cached answer', { bypassCache: true }],
])('[SH-018][SH-098] drops the early answer when the page then asks for %s', async (_, change) => {
  const { call, signal } = setUp();
  const asked = createContactApi(call, v.parse(contactDeployment, { hosts: ['https://contact.example.com'] }));
  const api = reuseLookup(asked, startLookup(asked, facts, signal));
  await api.lookup({ ...facts, ...change });
  expect(call.calls).toHaveLength(3);
  // Nor does it come back for a later question.
  await api.lookup(facts);
  expect(call.calls).toHaveLength(4);
});

it('[SH-085][F-SH10] asks for the keys of a variation again', async () => {
  const { call, signal } = setUp();
  const asked = createContactApi(call, v.parse(contactDeployment, { hosts: ['https://contact.example.com'] }));
  const api = reuseLookup(asked, startLookup(asked, facts, signal));
  await api.keys({ ...facts, variation: 'cloud-partners' });
  expect(call.calls).toHaveLength(3);
});

it('[SH-083] passes on the failure of the early question', async () => {
  const { call, signal } = setUp();
  call.on('/contact/lookup', () => refuse(503));
  const asked = createContactApi(call, v.parse(contactDeployment, { hosts: ['https://contact.example.com'] }));
  const api = reuseLookup(asked, startLookup(asked, facts, signal));
  await expect(api.lookup(facts)).rejects.toMatchObject({ status: 503 });
});

const address = (page: unknown): string => `#${encodeURIComponent(JSON.stringify(page))}`;
const plain = { focusArea: 'cloud', lang: 'de-AT' };

/** What the browser knows of the page around the frame, and the frame's own origin. `origins` is missing in Firefox. */
interface Around {
  readonly own?: string;
  readonly origins?: readonly string[];
  readonly referrer?: string;
}

function start(hash: string, contact: object = {}, sections: object = {}, around: Around = { origins: [origin] }) {
  const { call, signal, paths } = setUp();
  const deployment = parseDeployment({
    allowedHosts: [origin],
    contact: { hosts: ['https://contact.example.com'], ...contact },
    ...sections,
  });
  const clock = createFakeClock();
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60);
  const frame = {
    origin: around.own ?? 'https://widget.example.com',
    location: { hash, ancestorOrigins: around.origins },
    document: { referrer: around.referrer ?? '' },
  } as unknown as Window;
  const early = startEarly(frame, { deployment, call, clock, signal });
  vi.restoreAllMocks();
  return { early, paths };
}

it('[SH-007][SH-076][F-PG4] reads focus area and language from the frame’s address', () => {
  const { early, paths } = start(address(plain));
  expect(early?.facts).toEqual(facts);
  expect(paths()).toEqual(['/contact/lookup/request-ip', '/contact/keys']);
});

it('[F-SH28][SH-106] reads what the page already says of its visitor, from the first source that has it, and whether they are active', () => {
  const user = JSON.stringify([{ ip: 'home', country: ' ' }, { country: 'at', ip: '203.0.113.7' }, { country: 'de' }]);
  const { early, paths } = start(address({ ...plain, user, active: 'false' }));
  expect(early?.facts).toMatchObject({ ipAddress: '203.0.113.7', country: 'at', isUserActive: false });
  expect(paths()).toEqual(['/contact/lookup', '/contact/keys']);
  expect(start(address({ ...plain, user: '[null,null,null]', active: 'true' })).early?.facts).toEqual(facts);
});

it('[F-SH28] does not ask early for a page that has promised who visits', () => {
  expect(start(address({ ...plain, user: '[0,null,null]' })).paths()).toEqual([]);
});

it('[SH-016][F-PG4] reads attributes with any characters, and the name of a config object that the page does not have', () => {
  const { early } = start(address({ ...plain, focusArea: '50%25 ü', configObject: 'companyContact' }));
  expect(early?.facts.focusArea).toBe('50%25 ü');
});

it('[SC-132][F-PG4] asks for the scheduler’s texts too if the deployment has a scheduler', () => {
  const scheduler = { hosts: ['https://scheduler.example.com'] };
  expect(start(address(plain), {}, { scheduler }).early?.facts.hasScheduler).toBe(true);
});

it('[SH-085][F-PG4] leaves the lookup for later where nobody named the region: the list of locales tells it', async () => {
  const { early, paths } = start(address({ ...plain, lang: 'de' }));
  expect(paths()).toEqual(['/contact/keys']);
  const { call, signal } = setUp();
  const asked = createContactApi(call, v.parse(contactDeployment, { hosts: ['https://contact.example.com'] }));
  const assumed = { ...facts, regionCode: 'US', textRegionCode: 'US' };
  expect(early?.facts).toEqual(assumed);
  const api = reuseLookup(asked, startLookup(asked, assumed, signal));
  await api.keys(facts);
  await api.lookup(facts);
  expect(call.calls.map(({ path }) => path)).toEqual(['/contact/keys', '/contact/lookup/request-ip']);
});

it.each<[string, Around]>([
  ['its origin', { origins: [origin, 'https://outside.example'] }],
  ['the referrer in Firefox', { referrer: `${origin}/` }],
])('[SH-018][F-PG4] knows the page by %s', (_, around) => {
  const { early } = start(address(plain), {}, {}, around);
  expect(early?.facts.hostOrigin).toBe(origin);
});

it.each<[string, Around]>([
  ['may not embed the widget', { origins: ['https://evil.example', origin], referrer: `${origin}/` }],
  ['has an opaque origin', { origins: ['null'] }],
  ['hides the referrer in Firefox', {}],
  ['has sandboxed the frame, which then has an opaque origin', { own: 'null', origins: [origin] }],
  ['has another referrer in Firefox', { referrer: 'https://evil.example/' }],
])('[SH-018] asks nothing early for a page that %s', (_, around) => {
  const { early, paths } = start(address({ ...plain, origin }), {}, {}, around);
  expect(early).toBeUndefined();
  expect(paths()).toEqual([]);
});

it.each([
  ['no address', ''],
  ['an address that is no JSON', '#{'],
  ['an address that is no record', address(['cloud'])],
  ['broken escapes', '#%E0%A4%A'],
  ['a page with a config object or parameters', '#false'],
  ['a page whose config object may be at a dotted path', address({ ...plain, configObject: 'digitalData.contact' })],
  ['an older loader, which says nothing about the page', address({ focusArea: 'cloud' })],
  ['a page without contact', address({ ...plain, focusArea: 'no-contact-module' })],
])('[SH-018][SH-077] asks nothing early for %s', (_, hash) => {
  const { early, paths } = start(hash);
  expect(early).toBeUndefined();
  expect(paths()).toEqual([]);
});
