import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  parseConversationChanges,
  parseConversationId,
  parseFrame,
  parseMessagingChanges,
  parsePublishedSequence,
  parseServiceTime,
} from '../../../frame/chat/channels/async/wire.ts';
import { parseBotAnswer, toLine } from '../../../frame/chat/channels/bot/wire.ts';
import {
  parseAccountLinks,
  parseChat,
  parseDomain,
  parseEngagement,
  parseExitSurvey,
} from '../../../frame/chat/channels/sync/wire.ts';
import { createContactApi } from '../../../frame/contact/api.ts';
import { readInformation } from '../../../frame/contact/bundle.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createGeoApi } from '../../../frame/identity/geoApi.ts';
import { parseDatafile } from '../../../frame/insight/experiments/parseDatafile.ts';
import { parseOfferAnswer } from '../../../frame/outreach/offer.ts';
import { documentsOf } from '../../services/documents.ts';
import { jsonpOf, type Operation, readOperations } from '../../services/operations.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { lookupFacts } from '../../support/lookupFacts.ts';
import { createWholeSchedulerApi } from '../../support/schedulerApi.ts';

/** What the frame parses by hand, it must read from an answer as the document shows it, and lose nothing. */

const hosts = ['https://services.example'];
const deployment = parseDeployment({ allowedHosts: [], contact: { hosts }, scheduler: { hosts } });
const documents = documentsOf(deployment);

interface Node {
  readonly [name: string]: Node;
}

function exampleOf(service: string, path: string, method: string, status = '200'): unknown {
  const document = documents[`${service}.openapi.json`] as Node;
  return document.paths?.[path]?.[method]?.responses?.[status]?.content?.['application/json']?.example;
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
    const api = createWholeSchedulerApi({
      call,
      clock: createFakeClock(),
      deployment: deployment.scheduler,
      report() {},
    });
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
    const api = createWholeSchedulerApi({
      call,
      clock: createFakeClock(),
      deployment: deployment.scheduler,
      report() {},
    });
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

  it('[F-AD4] of live chat', () => {
    const chat = parseChat(exampleOf('live-chat', '/api/account/{account}/chat/{chat}', 'get'));
    expect(chat).toMatchObject({
      state: 'chatting',
      info: { agentName: 'Natalie', agentId: '25025413' },
      nextNumber: 2,
    });
    expect(chat.events.flatMap(({ line }) => line ?? [])).toMatchObject([
      { text: 'Good evening', source: 'agent', by: 'Natalie' },
    ]);
    expect(Object.keys(chat.links)).toEqual(['visitor-typing', 'events', 'next', 'exit-survey']);
    const survey = parseExitSurvey(exampleOf('live-chat', '/api/account/{account}/chat/{chat}/exitSurvey', 'get'));
    expect(survey?.questions).toMatchObject([
      { type: 'radio', isMandatory: true, entries: [{ value: 'yes' }, { value: 'no', showsLogicIds: [2] }] },
      { type: 'textArea', logicId: 2 },
    ]);
    const engagement = exampleOf('live-chat', '/api/account/{account}/app/engagement/visitors', 'post', '2XX');
    expect(parseEngagement(engagement)).toMatchObject({ isAvailable: true, visitorId: 'v-1', skillName: 'sales' });
    expect(parseAccountLinks(exampleOf('live-chat', '/api/account/{account}.json', 'get'))['chat-request']).toMatch(
      /^https:/,
    );
    const lookup = documents['live-chat.openapi.json'] as Node;
    const path = '/csdr/account/{account}/service/adminArea/baseURI.lpCsds';
    const script = lookup.paths?.[path]?.get?.responses?.['200']?.content?.['text/javascript']?.example;
    expect(parseDomain(jsonpOf(String(script))?.value)).toBe('server.example');
  });

  it('[F-AD4] of the messaging socket', () => {
    const messages = (documents['messaging.asyncapi.json'] as Node).channels?.socket?.messages;
    const read = (name: string) => parseFrame(JSON.stringify(messages?.[name]?.examples?.[0]?.payload));
    const bodyOf = (name: string): unknown => read(name)?.body;
    expect(parseConversationId(bodyOf('conversation'))).toBe('c-1');
    expect(parseServiceTime(bodyOf('clock'))).toBe(1_790_000_000_000);
    expect(parsePublishedSequence(bodyOf('publication'))).toBe(4);
    expect(read('refusal')).toMatchObject({ kind: 'resp', code: 404 });
    expect(parseConversationChanges(bodyOf('conversations'))).toMatchObject([
      { conversationId: 'c-1', details: { stage: 'OPEN', dialogs: [{ dialogType: 'MAIN' }] } },
    ]);
    expect(parseMessagingChanges(bodyOf('events'))).toMatchObject([
      { sequence: 2, event: { type: 'ContentEvent', message: 'Good evening' } },
    ]);
  });

  it('[F-AD4] of the provider of experiments', () => {
    const { experiments, events } = parseDatafile(exampleOf('experiments', '/datafile.json', 'get'));
    expect([...experiments.keys()]).toEqual(['button_color']);
    expect(events.get('CM_CHAT_START')?.experimentIds).toEqual(['42001']);
  });
});

describe('the document of experiments', () => {
  const operations = readOperations(documents);
  const find = (id: string) =>
    operations.all.find((one) => one.service === 'experiments' && one.id === id) as Operation;
  const readGolden = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../golden/experiments/${name}`, import.meta.url), 'utf8'));
  const address = new URL('https://experiments.example/datafile.json');
  const names = readdirSync(new URL('../../golden/experiments', import.meta.url));

  it.each(names.filter((name) => /^datafile_v\d_sdk/.test(name)))('[F-AD4] allows the provider’s %s', (name) => {
    const answer = { status: 200, type: 'application/json', body: readGolden(name) };
    expect(operations.answerProblems(find('datafile'), answer, address)).toEqual([]);
  });

  it('[F-AD4] refuses a datafile of an unsupported version', () => {
    const answer = { status: 200, type: 'application/json', body: readGolden('datafile_unsupported_version.json') };
    expect(operations.answerProblems(find('datafile'), answer, address).join()).toContain('version');
  });

  it.each(names.filter((name) => name.startsWith('events_')))(
    '[F-AD4] allows what the provider’s client reports: %s',
    (name) => {
      const { sdk231 } = readGolden(name) as { readonly sdk231: readonly { readonly params: unknown }[] };
      const headers = { 'content-type': 'application/json' };
      for (const { params: body } of sdk231) {
        const request = { method: 'POST', url: new URL('https://events.example/events'), headers, body };
        expect(operations.requestProblems(find('report'), request)).toEqual([]);
      }
    },
  );
});
