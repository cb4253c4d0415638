import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAsyncApi } from '../../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../../frame/chat/channels/async/deployment.ts';
import { parseSlot } from '../../../frame/chat/channels/xmpp/upload.ts';
import { parseXml, type XmlElement } from '../../../frame/chat/channels/xmpp/xml.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { fetchDatafile } from '../../../frame/insight/experiments/api.ts';
import { toEventAddress } from '../../../frame/insight/experiments/eventAddress.ts';
import { parseDatafile } from '../../../frame/insight/experiments/parseDatafile.ts';
import { type EventPayload, toConversion } from '../../../frame/insight/experiments/payload.ts';
import { createBeacon } from '../../../frame/platform/backend/beacon.ts';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { putFile } from '../../../frame/platform/backend/putFile.ts';
import { browserClock as clock } from '../../../frame/platform/clock.ts';
import { sandboxDeployment, withXmpp } from '../../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { documentsOf } from '../../services/documents.ts';
import { type Operations, readOperations } from '../../services/operations.ts';
import { completeDeployment, sandboxOperations } from '../../services/sandboxOperations.ts';
import { readSocket } from '../../services/socketOperations.ts';
import { createExchangeWatch } from '../../support/exchangeWatch.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { inTime, setUpLiveNetworks } from '../../support/liveNetwork.ts';
import { playEverything } from '../../support/messagingPlay.ts';
import { createVendorWatch, vendorDocuments } from '../../support/vendorContracts.ts';

/** The frame's own clients call the sandbox's vendors over HTTP. The documents must allow each request and each answer. */

const seen = new Set<string>();
const startNetwork = setUpLiveNetworks();
const call = createCallBackend({ fetch, clock, authorize: () => undefined });

/** The messages of the socket, by their names in the document. */
const messages = Object.keys(
  (vendorDocuments('https://m.example')['messaging.asyncapi.json'] as { channels: { socket: { messages: object } } })
    .channels.socket.messages,
);

describe('the frame and the vendor of chats keep to the documents', () => {
  it('[F-AD4] live chat: a chat with typing, a survey, and the end', async () => {
    const fakeClock = createFakeClock();
    const network = await startNetwork({ clock: fakeClock });
    const { channel, id, fakes } = await network.startChat(fakeClock);
    channel.typing(true);
    void channel.send({ id: 'text-1', text: 'Do you ship to Norway?' });
    await inTime(fakeClock, 500, () => expect(network.chat.received()).toEqual(['Do you ship to Norway?']));
    network.chat.act(id, { action: 'say', text: 'Yes' });
    network.chat.act(id, { action: 'survey' });
    await inTime(fakeClock, 500, () => expect(fakes.events.map(({ type }) => type)).toContain('survey'));
    await channel.submitSurvey({ 1: 'no', 2: 'Prices' });
    // The availability of agents is asked again.
    await inTime(fakeClock, 20_000, () => expect(network.seen).toContain('live-chat engagement-of-visitor'));
    for (const name of network.seen) seen.add(name);
    expect(network.problems).toEqual([]);
  });

  it('[F-AD4] messaging: domains and profiles', async () => {
    const network = await startNetwork();
    const { channel } = await network.startConversation();
    const origin = network.address;
    const deployment = v.parse(asyncDeployment, { domainHosts: [origin] });
    const api = createAsyncApi(call, deployment, new AbortController().signal);
    const account = { service: 'lemessaging', account: '4711', baseURI: '' };
    expect(await api.domain(account, 'asyncMessagingEnt')).toBe(new URL(origin).host);
    expect(await api.profile(account, '25025413')).toMatchObject({ name: expect.any(String) });
    await channel.end();
    for (const name of network.seen) seen.add(name);
    expect(network.problems).toEqual([]);
  });

  it('[F-AD4] messaging: every message of the socket', async () => {
    const { wire } = await playEverything();
    const watch = createVendorWatch('https://messaging.example');
    for (const frame of wire.frames) watch.onFrame(frame);
    expect(watch.problems).toEqual([]);
    expect(messages.filter((name) => !watch.seen.has(`messaging ${name}`))).toEqual([]);
  });
});

describe('the frame and other vendors keep to the documents', () => {
  let sandbox: Sandbox;
  let operations: Operations;
  const watch = createExchangeWatch(() => operations);

  beforeAll(async () => {
    sandbox = await startSandbox({
      ...{ port: 0, distDir: 'dist' },
      onExchange: watch.onExchange,
    });
    operations = sandboxOperations(sandbox);
  });
  afterAll(() => sandbox.close());
  afterEach(() => {
    expect(watch.problems.splice(0)).toEqual([]);
  });

  it('[F-AD4] experiments: the datafile and an event, by POST and by GET', async () => {
    const { experiments } = completeDeployment(sandbox);
    if (!experiments) throw new Error('the sandbox has no experiments');
    const datafile = parseDatafile(await fetchDatafile(call, experiments.datafile));
    expect(datafile.experiments.size).toBeGreaterThan(0);
    const facts = {
      ...{ datafile, visitorId: 'v-1', attributes: { language: 'en-US', $opt_bot_filtering: true }, now: 1 },
      ...{ clientName: 'javascript-sdk', clientVersion: '2.3.1', uuid: 'u-1' },
    };
    const event = { id: '44000', key: 'CM_CHAT_START' };
    const decisions = [{ campaign_id: '1', experiment_id: '2', variation_id: null }];
    const payload: EventPayload = toConversion(event, decisions, { revenue: 3, plan: 'a' }, facts, () => {});
    const beacon = createBeacon({ fetch, clock });
    expect(await beacon.post(experiments.events, payload)).toBe(true);
    const byPost = operations;
    const { experiments: section, ...rest } = sandboxDeployment(sandbox);
    if (!section) throw new Error('the sandbox has no experiments');
    operations = readOperations(
      documentsOf(parseDeployment({ ...rest, experiments: { ...section, method: 'GET' as const } })),
    );
    expect(await beacon.get(toEventAddress(experiments.events, payload))).toBe(true);
    operations = byPost;
  });

  it('[F-AD4] scripts and style sheets, as a browser loads them', async () => {
    const files = operations.all.filter(({ service }) => service === 'vendor-files');
    expect(files.flatMap(({ addresses }) => addresses)).toHaveLength(6);
    for (const address of files.flatMap(({ addresses }) => addresses)) expect((await fetch(address)).ok).toBe(true);
  });

  it('[F-AD4] and the frame makes every call of the vendors’ documents', () => {
    // A browser loads the scripts and style sheets. Here the test fetches them, which says nothing about the frame.
    const calls = operations.all
      .filter(({ vendor, service }) => vendor !== undefined && service !== 'vendor-files')
      .map(({ service, id }) => `${service} ${id}`);
    expect(calls.filter((name) => !seen.has(name) && !watch.seen.has(name))).toEqual([]);
  });

  it.each([
    ['a report with a field that no document has', '/experiments/events', { more: 1 }],
    ['a report without its visitors', '/experiments/events', { account_id: '1' }],
  ])('[F-AD4] notices %s', async (_, path, body) => {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${sandbox.servicesUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(watch.problems.splice(0)).not.toEqual([]);
  });

  it('[F-AD4] notices the company’s key in a call of a vendor, and a call without the vendor’s own', async () => {
    const headers = { authorization: 'Key company-key' };
    await fetch(`${sandbox.servicesUrl}/experiments/datafile.json`, { headers });
    expect(watch.problems.splice(0)).toEqual(['request experiments datafile: the document has no Authorization']);
    await fetch(`${sandbox.vendorsUrl}/api/account/4711.json?v=1`);
    expect(watch.problems.splice(0)).toEqual(['request live-chat account: the service’s key is missing']);
  });
});

describe('a frame of the messaging socket that the document does not allow', () => {
  const createCheck = readSocket(vendorDocuments('https://m.example')['messaging.asyncapi.json']);
  const request = { kind: 'req', id: '1' };
  const event = (more: object) => ({
    kind: 'notification',
    type: 'ms.MessagingEventNotification',
    body: { changes: [{ dialogId: 'c', ...more }] },
  });
  it.each([
    ['a request of an unknown type', 'sent', { ...request, type: 'cm.Nothing' }, /has no request/],
    ['a request with a number as its id', 'sent', { ...request, id: 1, type: 'GetClock' }, /at id must be string/],
    [
      'a request with a field that the document does not have',
      'sent',
      { ...request, type: 'GetClock', more: 1 },
      /: more/,
    ],
    ['an answer that nothing has asked', 'received', { kind: 'resp', reqId: '9', code: 200 }, /nothing was asked as 9/],
    ['a notification of an unknown type', 'received', { kind: 'notification', type: 'x' }, /has no notification/],
    ['an event without its type', 'received', event({ event: { message: 'Hi' } }), /events at body\.changes/],
    [
      'a sequence that is a text',
      'received',
      event({ sequence: '1', event: { type: 'ContentEvent', message: 'Hi' } }),
      /sequence must be integer/,
    ],
  ] as const)('[F-AD4] is noticed: %s', (_, direction, frame, expected) => {
    expect(createCheck().look(direction, frame).problems.join('\n')).toMatch(expected);
  });

  it('[F-AD4] is noticed: an answer that belongs to another request', () => {
    const check = createCheck();
    expect(
      check.look('sent', {
        ...request,
        type: 'cqm.SubscribeExConversations',
        body: { stage: ['OPEN'], convState: ['OPEN'], minLastUpdatedTime: 0 },
      }).message,
    ).toBe('subscribe-conversations');
    const { problems } = check.look('received', { kind: 'resp', reqId: '1', code: 200, body: { sequence: 1 } });
    expect(problems.join('\n')).toContain("must have required property 'subscriptionId'");
  });
});

it('[F-AD4] a file for the desk goes to the address of the slot, as the document has it', async () => {
  const upload = 'urn:xmpp:http:upload:0';
  const deployment = parseDeployment(
    withXmpp(
      sandboxDeployment({
        hostUrl: 'https://h.example',
        widgetUrl: 'https://w.example',
        servicesUrl: 'https://s.example',
        vendorsUrl: 'https://v.example',
      }),
      5280,
    ),
  );
  const operations = readOperations(documentsOf(deployment));
  const origin = 'http://127.0.0.1:5280';
  const slot = parseSlot(
    parseXml(
      `<iq xmlns="jabber:client"><slot xmlns="${upload}"><put url="${origin}/files/5b1d/plan.pdf?v=1"><header name="Authorization">Bearer 5b1d</header></put><get url="${origin}/files/5b1d/plan.pdf"/></slot></iq>`,
    ) as XmlElement,
    { origin },
  );
  const found: string[] = [];
  const sendFile: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const headers = Object.fromEntries([...new Headers(init?.headers)]);
    for (const operation of operations.find('PUT', url)) {
      found.push(`${operation.service} ${operation.id}`);
      expect(operations.requestProblems(operation, { method: 'PUT', url, headers, body: '%PDF' })).toEqual([]);
    }
    return new Response(null, { status: 201 });
  };
  const { signal } = new AbortController();
  const headers = { ...slot.headers, 'Content-Type': 'application/pdf' };
  await putFile(
    { url: slot.put, headers, file: new Blob(['%PDF']), limitMs: 1_000, signal },
    { fetch: sendFile, clock },
  );
  expect(found).toEqual(['xmpp-files put']);
});
