import { expect, it, vi } from 'vitest';
import { type AudienceParts, composeAudience } from '../../../frame/compose/audience.ts';
import { consentDefaults, parseDeployment } from '../../../frame/deployment/deployment.ts';
import { parsePageConfig } from '../../../frame/host/pageConfig.ts';
import { parsePageSettings } from '../../../frame/host/pageSettings.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createState } from '../../../frame/platform/state.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

// The build inserts it.
vi.stubGlobal('CONSENT_DEFAULTS', consentDefaults);

function setUp(focusArea = 'cloud', lang = 'en', config?: unknown) {
  const clock = createFakeClock();
  const self = new EventTarget();
  let answer = (_: string | null): void => {};
  const call = vi.fn(async () => ({}));
  const page = createState({ facts: { user: {} as object, config, lang, settings: {} }, variations: {} });
  const audience = composeAudience({
    call,
    ...{ clock, self },
    deployment: parseDeployment({
      allowedHosts: [],
      contact: { hosts: ['https://contact.example.com'] },
      visitor: { geoHosts: ['https://geo.example.com'] },
    }),
    hostStore: {
      read: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
    lifetime: createLifetime(),
    log: createFakeLog(),
    page,
    query: { consent: {} },
    settings: parsePageSettings({
      page: { lang, settings: { focusArea } },
      config: parsePageConfig(config, { url: 'https://a.example/', nonSalesHosts: [] }),
      query: { consent: {} },
    }),
    stored: { 'cm-variations': '{"buttonColour":"yellow"}' },
  } as unknown as AudienceParts);
  return { audience, call, clock, page, self, answer: (text: string | null) => answer(text) };
}

it.each([
  ['DE', true],
  ['US', false],
])('[SH-112] knows that %s is privacy-regulated: %s', async (country, expected) => {
  const { audience, answer, page } = setUp();
  page.change({ facts: { user: { page: { country } }, config: undefined, lang: 'en', settings: {} } });
  answer(null);
  expect((await audience).isPrivacyRegulated()).toBe(expected);
});

it.each([
  ['de', false],
  ['de-NA', true],
  ['es', false],
  ['es-US', true],
  ['en', true],
])('[SH-111] without a country, a page in %s has the consent of that region: %s', async (lang, isAllowed) => {
  const { audience, answer } = setUp('cloud', lang);
  answer(null);
  expect((await audience).consent.isAllowed('analytics')).toBe(isAllowed);
});

const inner = { consent: { analytics: false, chat: true } };
it.each([
  ['in a larger one', { page: { pageInfo: { contactModuleConfiguration: inner } } }],
  ['in a larger one without answers of ours', { ...inner, page: { pageInfo: {} } }],
])('[SH-111] follows the answers of a config object %s', async (_, given) => {
  const { audience, answer } = setUp('cloud', 'en', { signedIdentity: 'outer', ...given });
  answer(null);
  const { consent, config } = await audience;
  expect([consent.isAllowed('analytics'), consent.isAllowed('chat')]).toEqual([false, true]);
  expect(config()).toMatchObject({ signedIdentity: 'outer' });
});

it('[SH-088][SH-153] sets the variations of pill and links that an earlier page has stored', () => {
  expect(setUp().page.state.variations).toEqual({ buttonColour: 'yellow' });
});

it('[SH-111] is not known before the visitor’s answer has been read: a refusal holds from the start', async () => {
  const { audience, answer } = setUp();
  const known = vi.fn();
  void audience.then(known);
  await settle();
  expect(known).not.toHaveBeenCalled();
  answer('0:');
  expect((await audience).consent.isAllowed('proactive')).toBe(false);
});

it('[SH-106][SH-108] asks for the country meanwhile, and knows what the page has said meanwhile', async () => {
  const { audience, answer, call, page } = setUp();
  expect(call).toHaveBeenCalledOnce();
  page.change({ facts: { config: undefined, lang: 'en', settings: {}, user: { page: { iui: 'u-1' } } } });
  answer(null);
  expect((await audience).visitor.state).toMatchObject({ uniqueId: 'u-1', signedIn: true });
});

it('[SH-077] does not ask for the country on a page without contact', async () => {
  const { audience, answer, call } = setUp('no-contact-module');
  answer(null);
  await audience;
  expect(call).not.toHaveBeenCalled();
});

it('[SH-111] reads the answer again on a page that is back from the back-forward cache', async () => {
  const { audience, answer, clock, self } = setUp();
  answer(null);
  const { consent } = await audience;
  expect(consent.isAllowed('chat')).toBe(true);
  await clock.advance(5_000);
  self.dispatchEvent(new Event('pageshow'));
  answer('0:');
  await clock.advance(1);
  expect(consent.isAllowed('chat')).toBe(false);
});
