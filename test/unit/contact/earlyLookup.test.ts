import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { startEarly } from '../../../frame/compose/earlyStart.ts';
import { createLookupFacts } from '../../../frame/compose/lookupFacts.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { isSameRequest, reuseLookup, startLookup } from '../../../frame/contact/earlyLookup.ts';
import type { LookupFacts } from '../../../frame/contact/lookupRequest.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { parsePageSettings } from '../../../frame/host/pageSettings.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
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

/** What the page asks when its address has these parameters, and its script the attributes of `plain`. */
function factsOf(parameters: string): LookupFacts {
  const url = `${origin}/?${parameters}`;
  const query = parseQueryParameters(url);
  const page = { lang: 'de-AT', settings: { focusArea: 'cloud' }, url };
  const settings = parsePageSettings({ page, query, config: undefined });
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60);
  const found = createLookupFacts({
    ...{ settings, query, clock: createFakeClock() },
    page: { state: { ...settings, facts: page } },
    audience: { peek: () => undefined },
    activity: { active: true },
    deployment: {} as Parameters<typeof createLookupFacts>[0]['deployment'],
  })();
  vi.restoreAllMocks();
  return found;
}

const ofAnother = [
  ...['cm-debug', 'cm-dev=true', 'focusArea=data', 'focusArea=cloud', 'variation=cloud-partners', 'languageCode=fr'],
  ...['regionCode=DE', 'cm-scheduler-landing', 'cm-scheduler-purpose=demo'],
];
const ofTheSame = [
  ...['utm_source=mail', 'gclid=1', 'contactmodule', 'cm-start-chat', 'cm-continue-chat', 'cm-user-id=alice'],
  ...['cm-scheduler-form', 'cm-scheduler-confirmation', 'cm-scheduler-error', 'cm-debug-text', 'cm-disable=false'],
  ...['cm-experiments=a', 'cm-env=dev', 'cm-bot-account=a', 'cm-chat-account=a', 'cm-force-events', 'cm-consent-chat'],
];

it.each(ofAnother)('[SH-096][F-PG4] an address with %s needs another lookup than the early one', (parameter) => {
  expect(isSameRequest(factsOf(parameter), facts)).toBe(false);
});

it.each(ofTheSame)('[SH-096][F-PG4] an address with %s needs the early lookup', (parameter) => {
  expect(isSameRequest(factsOf(parameter), facts)).toBe(true);
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
const plain = { focusArea: 'cloud', lang: 'de-AT', origin };

function start(hash: string, contact: object = {}, sections: object = {}) {
  const { call, signal, paths } = setUp();
  const deployment = parseDeployment({
    allowedHosts: [origin],
    contact: { hosts: ['https://contact.example.com'], ...contact },
    ...sections,
  });
  const clock = createFakeClock();
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60);
  const early = startEarly(hash, { deployment, call, clock, signal });
  vi.restoreAllMocks();
  return { early, paths };
}

it('[SH-007][SH-076][F-PG4] reads focus area and language from the frame’s address', () => {
  const { early, paths } = start(address(plain));
  expect(early?.facts).toEqual(facts);
  expect(paths()).toEqual(['/contact/lookup/request-ip', '/contact/keys']);
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

it.each([
  ['no address', ''],
  ['an address that is no JSON', '#{'],
  ['an address that is no record', address(['cloud'])],
  ['broken escapes', '#%E0%A4%A'],
  ['a page with a config object', address({ ...plain, origin: false })],
  ['a page whose config object may be at a dotted path', address({ ...plain, configObject: 'digitalData.contact' })],
  ['an older loader, which says nothing about the page', address({ focusArea: 'cloud' })],
  ['a page that may not embed the widget', address({ ...plain, origin: 'https://evil.example' })],
  ['no origin', address({ ...plain, origin: 7 })],
  ['a page without contact', address({ ...plain, focusArea: 'no-contact-module' })],
])('[SH-018][SH-077] asks nothing early for %s', (_, hash) => {
  const { early, paths } = start(hash);
  expect(early).toBeUndefined();
  expect(paths()).toEqual([]);
});
