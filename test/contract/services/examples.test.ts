import { describe, expect, it } from 'vitest';
import { parseBotAnswer, toLine } from '../../../frame/chat/botService/wire.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { readInformation } from '../../../frame/contact/bundle.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createGeoApi } from '../../../frame/identity/geoApi.ts';
import { parseOfferAnswer } from '../../../frame/outreach/offer.ts';
import { createSchedulerApi } from '../../../frame/scheduler/api.ts';
import { documentsOf } from '../../services/documents.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';

/** What the frame parses by hand, it must read from an answer as the document shows it, and lose nothing. */

const hosts = ['https://services.example'];
const deployment = parseDeployment({ allowedHosts: [], contact: { hosts }, scheduler: { hosts } });
const documents = documentsOf(deployment);

interface Node {
  readonly [name: string]: Node;
}

function exampleOf(service: string, path: string, method: string): unknown {
  const document = documents[`${service}.openapi.json`] as Node;
  return document.paths?.[path]?.[method]?.responses?.['200']?.content?.['application/json']?.example;
}

const { signal } = new AbortController();

describe('the frame reads the answers of the documents', () => {
  it('[F-AD4] of the contact service', async () => {
    const api = createContactApi(
      createFakeBackend({
        '/contact/lookup': () => exampleOf('contact', '/contact/lookup', 'get'),
        '/contact/keys': () => exampleOf('contact', '/contact/keys', 'get'),
      }),
      deployment.contact,
    );
    const answer = await api.lookup(lookupFacts, signal);
    if (!answer) throw new Error('the example is refused');
    const { bundle, translations, regionsAndLanguages, clientInfo } = readInformation(answer);
    expect(bundle).toMatchObject({
      emailInformation: [{ url: 'mailto:sales@example.com', linkText: 'Email our sales team' }],
      phoneInformation: [{ phone: { phoneNumber: '+18005550142', phoneNumberFormatted: '1-800-555-0142' } }],
      chatInformation: [{ chatService: 'bot', chatRoutingCode: 'guide' }],
      customLinks: [{ link: 'https://www.example.com/docs' }],
    });
    expect(translations).toMatchObject([{ sections: { menu: { intro: 'How can we help?' } } }]);
    expect(regionsAndLanguages).toMatchObject([{ regionNameDefault: 'United States' }]);
    expect(clientInfo).toEqual({ timeZoneOffsetJS: 300 });
    expect(await api.keys({ focusArea: 'cloud' }, signal)).toEqual([{ languageCode: 'en', regionCode: 'US' }]);
  });

  it('[F-AD4] of the geo service', async () => {
    const call = createFakeBackend({ '/client': () => exampleOf('geo', '/client', 'get') });
    expect(await createGeoApi({ call, hosts })()).toEqual({ ip: '203.0.113.24', country: 'US' });
  });

  it('[F-AD4] of the scheduler, in each of its forms', async () => {
    if (!deployment.scheduler) throw new Error('there is no scheduler');
    const call = createFakeBackend({
      '/v2/scheduler/availability': () => exampleOf('scheduler', '/v2/scheduler/availability', 'get'),
      '/v2/availability/lookup/': () => exampleOf('scheduler', '/v2/availability/lookup/', 'post'),
      '/v2/appointments/': () => exampleOf('scheduler', '/v2/appointments/', 'post'),
    });
    const api = createSchedulerApi({ call, clock: createFakeClock(), deployment: deployment.scheduler, report() {} });
    const slots = [{ date: '2026-11-23', slots: [{ expertName: 'Mara Lindqvist', timezone: 'Europe/Berlin' }] }];
    expect(await api.availability({} as never, signal)).toMatchObject(slots);
    expect(await api.lookupAvailability({} as never, signal)).toMatchObject(slots);
    expect(await api.book({} as never, 'key')).toBe('NW-004701');
  });

  it('[F-AD4] of the scheduler, about a booked call', async () => {
    if (!deployment.scheduler) throw new Error('there is no scheduler');
    const call = createFakeBackend({
      '/v2/appointments/lookup': () => exampleOf('scheduler', '/v2/appointments/lookup/{confirmationNumber}', 'get'),
      '/v2/appointments/': ({ method = '' }) =>
        exampleOf('scheduler', '/v2/appointments/{confirmationNumber}', method.toLowerCase()),
    });
    const api = createSchedulerApi({ call, clock: createFakeClock(), deployment: deployment.scheduler, report() {} });
    expect(await api.fetch('NW-004701')).toMatchObject({ clientFirstName: 'Ada', expertId: 'e-7' });
    expect(await api.edit('NW-004701', {} as never, 'key')).toBe('NW-004701');
    await expect(api.cancel('NW-004701')).resolves.toBeUndefined();
  });

  it('[F-AD4] of the service of offers', () => {
    const { offer, sessionID } = parseOfferAnswer(exampleOf('offers', '/getOffersForMultipleIP', 'post'));
    expect(sessionID).toBe('s-1');
    expect(offer).toMatchObject({ treatmentCode: '1ed8.d2.4d25fa3', product: { headline: '20 % off' } });
  });

  it('[F-AD4] of the bot', () => {
    const { values, context, id } = parseBotAnswer(exampleOf('bot', '/v2/message', 'post'));
    expect({ id, context }).toMatchObject({ id: 'turn-1', context: { conversation_id: 'c-1' } });
    const lines = (values[0] as { items: readonly unknown[] }).items.map((item) => toLine(item));
    expect(lines).toMatchObject([{ type: 'text' }, { type: 'choice', text: 'Prices' }]);
  });
});
