import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseContactAnswer } from '../../../frame/contact/answer.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { readInformation } from '../../../frame/contact/bundle.ts';
import { completeClientInfo } from '../../../frame/contact/clientInfo.ts';
import { contactPointsOf, isSchedulerAvailable } from '../../../frame/contact/contactPoints.ts';
import { contactDeployment } from '../../../frame/contact/deployment.ts';
import { slotHidingMs } from '../../../frame/contact/limits.ts';
import {
  type LookupFacts,
  lookupBody,
  lookupPath,
  lookupQuery,
  lookupVariant,
} from '../../../frame/contact/lookupRequest.ts';
import { schedulingEntry } from '../../../frame/contact/schedulingEntry.ts';
import { createContactStore } from '../../../frame/contact/store.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { type Answer, createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

const facts: LookupFacts = {
  ...lookupFacts,
  hostOrigin: 'https://page.example',
  timeZoneOffsetJS: -60,
  ipAddress: '203.0.113.9',
  country: 'US',
};

const answer = (more: object = {}) => ({
  contactInformationBundles: [
    { key: { languageCode: 'en', regionCode: 'US' }, schedulingInformation: [{ purpose: 'demo', availableSlots: 3 }] },
    { key: { languageCode: 'de', regionCode: 'DE' }, schedulingInformation: [{ purpose: 'other' }] },
  ],
  clientInfo: { timeZoneOffsetJS: 300 },
  schedulerTextTranslations: [{ a: 1 }],
  schedulingClassifications: [{ b: 2 }],
  internationalDialing: { internationalDialingCodes: [] },
  ...more,
});

function setUp(routes: Record<string, Answer>) {
  const backend = createFakeBackend(routes);
  const deployment = v.parse(contactDeployment, {
    hosts: ['https://new.example'],
    olderHosts: ['https://old.example'],
  });
  const log = createFakeLog();
  const api = createContactApi(backend, deployment);
  const store = createContactStore({ api, lifetime: createLifetime(), log });
  return { backend, log, api, deployment, ...store };
}

describe('the contact lookup for the scheduler', () => {
  it("[SC-025] takes the scheduling entries of the first bundle and the answer's other fields", () => {
    const parsed = parseContactAnswer(answer());
    const information = parsed && readInformation(parsed);
    expect(information?.bundle.schedulingInformation.map(({ purpose }) => purpose)).toEqual(['demo']);
    expect(information).toMatchObject({
      clientInfo: { timeZoneOffsetJS: 300 },
      schedulerTextTranslations: [{ a: 1 }],
      schedulingClassifications: [{ b: 2 }],
      internationalDialing: { internationalDialingCodes: [] },
    });
  });

  it('[SC-026] hides an entry that recently reported no slots, unless it books on another site', () => {
    const asOf = 1_800_000_000_000;
    const entry = { purpose: 'p', availableSlots: 0, availableSlotsAsOf: new Date(asOf).toISOString() };
    expect(slotHidingMs).toBe(45_000_000);
    const isAvailable = (ageMs: number, more: object = {}) =>
      isSchedulerAvailable({ clientURL: undefined, ...entry, ...more }, asOf + ageMs);
    expect(isAvailable(44_999_999)).toBe(false);
    expect(isAvailable(44_999_999, { clientURL: 'https://b.example' })).toBe(true);
    expect(isAvailable(45_000_000)).toBe(true);
  });

  it('[SC-003][SC-006][SC-026] opens the entry with the given purpose, else the first one that the menu shows', () => {
    const now = 1_800_000_000_000;
    const entries = [
      { purpose: 'full', availableSlots: 0, availableSlotsAsOf: now },
      { purpose: 'free', availableSlots: 3 },
      { purpose: 'other', availableSlots: 1 },
    ];
    const bundleOf = (schedulingInformation: object[]) => {
      const parsed = parseContactAnswer(
        answer({
          contactInformationBundles: [{ key: { languageCode: 'en', regionCode: 'US' }, schedulingInformation }],
        }),
      );
      if (!parsed) throw new Error('the fixture is not a valid answer');
      return readInformation(parsed).bundle;
    };
    const bundle = bundleOf(entries);
    expect(schedulingEntry(bundle, undefined, now)?.purpose).toBe('free');
    expect(contactPointsOf(bundle, [], now).schedulerPurpose).toBe('free');
    expect(schedulingEntry(bundle, 'other', now)?.purpose).toBe('other');
    expect(schedulingEntry(bundle, 'full', now)?.purpose).toBe('full');
    expect(schedulingEntry(bundle, '(default)', now)?.purpose, 'the page’s own').toBe('free');
    expect(schedulingEntry(bundle, 'unheard-of', now), 'no other call than the one that was named').toBeUndefined();
    expect(schedulingEntry(bundleOf(entries.slice(0, 1)), undefined, now)?.purpose).toBe('full');
    expect(schedulingEntry(bundleOf([]), undefined, now)).toBeUndefined();
  });

  it('[F-SC35] without a scheduler service, offers only what books on another site', () => {
    const here = { purpose: 'here', clientURL: undefined, availableSlots: 3 };
    const elsewhere = { ...here, clientURL: 'https://b.example' };
    expect([here, elsewhere].map((entry) => isSchedulerAvailable(entry, 0, false))).toEqual([false, true]);
  });

  it('[SC-027] treats a missing or unreadable date as old', () => {
    for (const availableSlotsAsOf of [undefined, 'yesterday', '']) {
      expect(
        isSchedulerAvailable({ purpose: 'p', availableSlots: 0, availableSlotsAsOf, clientURL: undefined }, 0),
      ).toBe(true);
    }
  });

  it('[SC-132] is a GET with prune, the page’s origin and one JSON body with the four scheduler keys', async () => {
    const { backend, load } = setUp({ '/contact/lookup': () => answer() });
    await load(facts);
    const [call] = backend.calls;
    expect(call?.method).toBe('GET');
    expect(call?.query).toMatchObject({ prune: 'internal,audit', originHost: 'https://page.example' });
    const body = JSON.parse(String(call?.query?.body)) as Record<string, unknown>;
    expect(body).toMatchObject({
      schedulerTextTranslationsKey: { focusArea: 'cloud', purpose: '(default)' },
      schedulingInformationKey: { purpose: '(default)' },
      schedulingClassificationsKey: { focusArea: 'cloud' },
      internationalDialingForLocale: 'en-US',
    });
    expect(lookupBody({ ...facts, schedulerPurpose: 'demo' }).schedulingInformationKey).toEqual({ purpose: 'demo' });
  });

  it('[SC-132] does not ask for the scheduler’s texts, topics and dialing codes without a scheduler', () => {
    const { schedulerTextTranslationsKey, schedulingClassificationsKey, internationalDialingForLocale, ...others } =
      lookupBody(facts);
    expect(lookupBody({ ...facts, hasScheduler: false })).toEqual(others);
    expect(others).toHaveProperty('schedulingInformationKey');
  });

  it('[SC-133] uses the first variant whose condition is met, each with its own path', () => {
    const cases: Partial<LookupFacts>[] = [
      { isLanding: true, isForced: true, hasPageRules: true, ipAddress: undefined },
      { isForced: true, hasPageRules: true, ipAddress: undefined },
      { hasPageRules: true, ipAddress: undefined },
      { ipAddress: undefined },
      {},
    ];
    const variants = cases.map((more) => lookupVariant({ ...facts, ...more }));
    expect(variants).toEqual(['landing', 'skip-rules', 'with-rules', 'request-ip', 'plain']);
    expect(new Set(variants.map((variant) => lookupPath('/contact/lookup', variant))).size).toBe(5);
  });

  it('[SC-134] sends the bypass flag only when requested', () => {
    expect(lookupQuery({ ...facts, bypassCache: true }, []).bypassCache).toBe('true');
    expect(lookupQuery(facts, []).bypassCache).toBeUndefined();
  });

  it('[SC-135] tries the older host after 5xx', async () => {
    let asked = 0;
    const { backend, state, load } = setUp({
      '/contact/lookup': () => {
        asked += 1;
        return asked === 1 ? refuse(503) : answer();
      },
    });
    await load(facts);
    expect(backend.calls.map(({ hosts }) => hosts[0])).toEqual(['https://new.example', 'https://old.example']);
    expect(state.status).toBe('fetched');
  });

  it.each([
    ['404', () => refuse(404), 'invalid'],
    ['{}', () => ({}), 'invalid'],
    ['503 twice', () => refuse(503), 'failed'],
    [
      'a timeout',
      () => {
        throw createError('CALL_TIMEOUT', 'late');
      },
      'failed',
    ],
  ] as const)('[SC-136] ends in its own state after %s', async (_name, given, status) => {
    const { state, load } = setUp({ '/contact/lookup': given });
    await load(facts);
    expect(state.status).toBe(status);
    expect(state.information).toBeUndefined();
  });

  it('[SH-114][SH-092] picks the first usable e-mail address, else the first usable form', () => {
    const emailUrlOf = (...emailInformation: object[]) => {
      const parsed = parseContactAnswer(
        answer({ contactInformationBundles: [{ key: { languageCode: 'en', regionCode: 'US' }, emailInformation }] }),
      );
      return contactPointsOf(parsed && readInformation(parsed).bundle, [], 0).emailUrl;
    };
    const form = { link: 'https://forms.example/sales' };
    expect(emailUrlOf(form, { url: 'sales@a.example' }, { url: 'mailto:sales@a.example' })).toBe(
      'mailto:sales@a.example',
    );
    expect(emailUrlOf({ url: 'sales@a.example' }, { link: '/form' }, form)).toBe('https://forms.example/sales');
    expect(emailUrlOf({ url: 'javascript:alert(1)' })).toBeUndefined();
  });

  it('[SC-137] asks for client info only when the answer has none, and tolerates a failure', async () => {
    const complete = async (given: Record<string, unknown>, clientInfo: () => unknown) => {
      const { backend, log, deployment, state, load } = setUp({
        '/contact/lookup': () => answer(given),
        '/contact/client-info': clientInfo,
      });
      await load(facts);
      if (!state.information) throw new Error('not fetched');
      const ports = { call: backend, deployment, log, lifetime: createLifetime() };
      return { backend, log, answer: await completeClientInfo(readInformation(state.information), ports) };
    };
    const had = await complete({}, () => refuse(500));
    expect(had.backend.calls).toHaveLength(1);
    expect(had.answer).toEqual({ timeZoneOffsetJS: 300 });
    const lacked = await complete({ clientInfo: undefined }, () => ({ clientInfo: { timeZoneOffsetJS: 60 } }));
    expect(lacked.answer).toEqual({ timeZoneOffsetJS: 60 });
    const without = await complete({ clientInfo: undefined }, () => refuse(500));
    expect(without.answer).toBeUndefined();
    expect(without.log.warnings).toHaveLength(1);
  });
});
