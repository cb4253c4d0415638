import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { botServiceDeployment } from '../../../frame/chat/channels/bot/deployment.ts';
import { createSession } from '../../../frame/chat/channels/bot/session.ts';
import { createChannelState } from '../../../frame/chat/channels/ground/channelState.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { documentsOf } from '../../services/documents.ts';
import { fieldsOf, learned, learnedList, serviceOf } from '../../services/learned.ts';
import { readOperations } from '../../services/operations.ts';
import { type ServiceDocument, sentFields } from '../../services/sentFields.ts';
import { createFakeChannelPorts } from '../../support/fakeChannelPorts.ts';

const documents = documentsOf(parseDeployment({ allowedHosts: [], contact: { hosts: ['https://services.example'] } }));

describe('what each service learns', () => {
  it.each(Object.keys(documents))('[F-SE19] has every field that %s says is sent, and no other', (file) => {
    const { names } = sentFields(documents[file] as ServiceDocument);
    expect([...new Set(fieldsOf(serviceOf(file)))].sort()).toEqual(names);
  });

  it('[F-SE19] names no service without a document', () => {
    expect(Object.keys(learned).sort()).toEqual(Object.keys(documents).map(serviceOf).sort());
  });

  it('[F-SE19] is what reviewers read', () => {
    const readme = readFileSync('frame/platform/backend/LEARNED.md', 'utf8');
    const [, list = ''] = /<!-- learned -->\n([\s\S]*?)<!-- \/learned -->/.exec(readme) ?? [];
    const published = list
      .trim()
      .split(/\n(?=- )/)
      .map((entry) => entry.replace(/\s+/g, ' '));
    expect(published).toEqual(learnedList(documents));
  });
});

it('[F-SE19] a request with one more field does not fit its document', () => {
  const operations = readOperations(documents);
  const send = operations.all.find(({ service }) => service === 'messages');
  if (!send) throw new Error('no call');
  const body = { id: '1', name: 'Ada', email: 'ada@example.com', text: 'x', language: 'en', page: '', writtenAt: '' };
  const request = { method: 'POST', url: new URL('https://services.example/'), body };
  const headers = { 'content-type': 'application/json', 'idempotency-key': '1' };
  const about = (more: object) => operations.requestProblems(send, { ...request, headers, body: { ...body, ...more } });
  expect(about({})).toEqual([]);
  expect(about({ password: 'x' })).toEqual([expect.stringContaining('password')]);
});

/**
 * Other tests check every request of the frame against the documents, so that a field that is in none of them fails: unless a record may
 * have any field.
 */
it('[F-SE19] only records that a service has sent, and that go back to it, may have other fields', () => {
  const open = Object.entries(documents).flatMap(([file, document]) =>
    sentFields(document as ServiceDocument).open.map((name) => `${serviceOf(file)} ${name}`),
  );
  // The bot's context, answer and pressed line; the gateway's engagement; the vendor's metadata of a pressed button.
  expect(open).toEqual([
    ...['bot body', 'bot context', 'bot input'],
    'gateway engagementDetails',
    'messaging metadata',
  ]);
});

it('[F-SE19][CH-081] the document of the bot has every fact that the widget writes into the context', () => {
  const { ports } = createFakeChannelPorts();
  const deployment = v.parse(botServiceDeployment, {});
  const session = createSession(ports, deployment, createChannelState(ports), () => {});
  const written = Object.keys(session.context());
  const { MessageContext } = (documents['bot.openapi.json'] as BotDocument).components.schemas;
  const described = Object.keys(MessageContext.properties);
  // Only the welcome beside the pill has one more.
  expect(described.sort()).toEqual([...written, 'pillwelcome'].sort());
});

interface BotDocument {
  readonly components: { readonly schemas: { readonly MessageContext: { readonly properties: object } } };
}
