import { expect, it } from 'vitest';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../../sandbox/deployment.ts';
import { findRoute } from '../../sandbox/router.ts';
import type { SandboxAnswer, SandboxService } from '../../sandbox/service.ts';
import { createContactService } from '../../sandbox/services/contact.ts';
import { createGeoService } from '../../sandbox/services/geo.ts';

type Fields = Record<string, unknown>;

const urls = {
  hostUrl: 'http://localhost:4600',
  widgetUrl: 'http://localhost:4601',
  servicesUrl: 'http://localhost:4602',
  vendorsUrl: 'http://localhost:4605',
};

const now = Date.UTC(2026, 10, 21, 9);

function create(): SandboxService {
  return createContactService({ ...urls, now: () => now });
}

async function get(service: SandboxService, address: string): Promise<SandboxAnswer> {
  const url = new URL(address, 'http://services');
  const routed = findRoute(service.routes, url.pathname);
  if (!routed) return { status: 404 };
  return routed.route.answer({
    method: 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: {},
    body: undefined,
    params: routed.params,
  });
}

const fullBody = {
  contactInformationBundleKey: { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' },
  contactModuleTranslationKey: { focusArea: 'cloud', languageCode: 'de', regionCode: 'DE' },
  regionsAndLanguagesForLocale: 'de-DE',
  clientInfo: { timeZoneOffsetJS: -60, addUserIpAddress: true, isUserActive: true },
  schedulerTextTranslationsKey: { languageCode: 'de', regionCode: 'DE', focusArea: 'cloud', purpose: '(default)' },
  schedulingInformationKey: { purpose: '(default)' },
  schedulingClassificationsKey: { languageCode: 'de', focusArea: 'cloud' },
  internationalDialingForLocale: 'de-DE',
};

async function lookup(service: SandboxService, body: unknown, path = '/contact/lookup', more = ''): Promise<Fields> {
  const answer = await get(service, `${path}?body=${encodeURIComponent(JSON.stringify(body))}${more}`);
  return answer.body as Fields;
}

function firstBundle(answer: Fields): Fields {
  return (answer.contactInformationBundles as Fields[])[0] ?? {};
}

it('[SH-017] the contact lookup answers with every member, in the requested language', async () => {
  const answer = await lookup(create(), fullBody);
  expect(Object.keys(answer)).toEqual([
    'contactInformationBundles',
    'contactModuleTranslations',
    'regionsAndLanguages',
    'reroutingInformation',
    'schedulerTextTranslations',
    'schedulingClassifications',
    'internationalDialing',
    'clientInfo',
  ]);
  const bundle = firstBundle(answer);
  expect(bundle.key).toEqual({
    languageCode: 'de',
    regionCode: 'DE',
    focusArea: 'cloud',
    variation: '',
    purpose: '(default)',
  });
  expect(bundle.phoneInformation).toContainEqual({
    purpose: '(default)',
    phone: { phoneNumber: '+493023125142', phoneNumberFormatted: '030 23125 142' },
    phoneNumberInfo: 'Vertrieb, Montag bis Freitag, 8 bis 18 Uhr',
    priority: { priorityCode: '1' },
  });
  expect(bundle.schedulingInformation).toMatchObject([
    {
      purpose: '(default)',
      availableSlots: 42,
      availableSlotsAsOf: '2026-11-21T08:50:00.000Z',
      cognitiveRouting: 'Yes',
    },
  ]);
  expect(answer.regionsAndLanguages).toContainEqual(
    expect.objectContaining({ regionCode: 'JP', regionNameDefault: 'Japan', languageNameTranslation: 'Japanisch' }),
  );
  expect(answer.contactModuleTranslations).toMatchObject([
    { key: { purpose: '(default)', languageCode: 'de' }, textFragments: { pill: expect.anything() } },
  ]);
  expect(answer.internationalDialing).toMatchObject({
    internationalDialingCodes: expect.arrayContaining([
      {
        type: 'Country',
        internationalDialingCode: '49',
        regionCode: 'DE',
        regionName: 'Germany',
        regionNameTranslation: 'Deutschland',
      },
    ]),
  });
  expect(answer.clientInfo).toMatchObject({ timeZoneOffsetJS: -60 });
});

it('[SH-017] every list of a bundle has an entry in at least one focus area', async () => {
  const service = create();
  const bundles = await Promise.all(
    ['cloud', 'data', 'security'].map(async (focusArea) =>
      firstBundle(
        await lookup(service, { contactInformationBundleKey: { focusArea, languageCode: 'en', regionCode: 'US' } }),
      ),
    ),
  );
  for (const list of Object.keys(bundles[0] ?? {}).filter((name) => name !== 'key')) {
    expect(
      bundles.flatMap((bundle) => bundle[list]),
      list,
    ).not.toEqual([]);
  }
});

it('[SH-017] the lookup variants and the older host answer the same lookup', async () => {
  for (const path of ['/contact/lookup/landing', '/contact/lookup/with-rules', '/older/contact/lookup']) {
    expect(firstBundle(await lookup(create(), fullBody, path)).key, path).toMatchObject({ focusArea: 'cloud' });
  }
});

it('[SH-017] the lookup by focus area answers with one bundle per locale', async () => {
  const answer = await lookup(create(), fullBody, '/contact/lookup/focus-area');
  const keys = (answer.contactInformationBundles as Fields[]).map((bundle) => bundle.key as Fields);
  expect(keys.map((key) => `${key.languageCode}-${key.regionCode}`)).toEqual([
    'de-DE',
    'en-US',
    'en-GB',
    'ja-JP',
    'ar-SA',
  ]);
});

it('[SH-017] an unknown locale gets the nearest one', async () => {
  const key = { focusArea: 'data', languageCode: 'de', regionCode: 'AT' };
  expect(firstBundle(await lookup(create(), { contactInformationBundleKey: key })).key).toMatchObject({
    regionCode: 'DE',
  });
});

it('[SH-017] an unknown focus area gets no bundle', async () => {
  for (const focusArea of ['gardening', 'no-contact-module', undefined]) {
    const answer = await lookup(create(), { contactInformationBundleKey: { focusArea, languageCode: 'en' } });
    expect(answer.contactInformationBundles).toEqual([]);
  }
});

it('[SH-017] the answer leaves out pruned members', async () => {
  const answer = await lookup(create(), fullBody, '/contact/lookup', '&prune=regionsAndLanguages,clientInfo');
  expect(answer).not.toHaveProperty('regionsAndLanguages');
  expect(answer).not.toHaveProperty('clientInfo');
  expect(firstBundle(answer)).toHaveProperty('key');
});

it('[SH-017] a lookup without a readable body is refused', async () => {
  for (const query of ['', '?body=', '?body=%7B', '?body=[]']) {
    expect((await get(create(), `/contact/lookup${query}`)).status).toBe(400);
  }
});

it('[SH-017] the keys name every focus area in every locale', async () => {
  const { body } = await get(create(), '/contact/keys?body=%7B%7D');
  expect((body as Fields).contactInformationBundleKeys).toHaveLength(15);
});

it('[SH-017] each part of the bundle can be emptied, and a reset restores it', async () => {
  const service = create();
  service.control?.('contact', { without: ['chat', 'phone'] });
  const bundle = firstBundle(await lookup(service, fullBody));
  expect(bundle.chatInformation).toEqual([]);
  expect(bundle.phoneInformation).toEqual([]);
  expect(bundle.emailInformation).not.toEqual([]);
  service.control?.('contact', { empty: true });
  expect((await lookup(service, fullBody)).contactInformationBundles).toEqual([]);
  service.reset();
  expect(firstBundle(await lookup(service, fullBody)).chatInformation).not.toEqual([]);
});

it('[SH-017] one chat product can serve every focus area, and an unknown one is refused', async () => {
  const service = create();
  service.control?.('contact', { chat: 'messaging' });
  const messaging = firstBundle(await lookup(service, fullBody));
  expect(messaging.chatInformation).toMatchObject([{ chatService: 'lemessaging', chatRoutingCode: 'cloud-sales' }]);
  expect(messaging.supportChatInformation).toEqual([]);
  expect(service.control?.('contact', { chat: 'fax' })).toMatchObject({ status: 400 });
  service.control?.('contact', { chat: 'support' });
  const support = firstBundle(await lookup(service, fullBody));
  expect([support.chatInformation, support.supportChatInformation]).toMatchObject([
    [],
    [{ chatService: 'salesforce' }],
  ]);
  expect(service.control?.('contact', { chat: null })).toMatchObject({ body: { chat: null } });
});

it('[SH-017] geo returns the visitor’s location, and can change it', async () => {
  const service = createGeoService();
  expect((await get(service, '/geo/client')).body).toEqual({ ip: '203.0.113.24', country: 'US' });
  service.control?.('geo', { country: 'DE' });
  expect((await get(service, '/geo/client')).body).toEqual({ ip: '203.0.113.24', country: 'DE' });
  expect(service.control?.('agent', {})).toBeUndefined();
});

it('[SH-017] the sandbox’s deployment is valid for the frame', () => {
  expect(parseDeployment(sandboxDeployment(urls)).contact.hosts).toEqual([urls.servicesUrl]);
});
