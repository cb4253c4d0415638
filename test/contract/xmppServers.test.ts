import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ChannelPorts } from '../../frame/chat/channel.ts';
import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import { forgetAccount } from '../../frame/chat/channels/xmpp/forgetAccount.ts';
import { logIn } from '../../frame/chat/channels/xmpp/login.ts';
import { openStream } from '../../frame/chat/channels/xmpp/stream.ts';
import { textStanza } from '../../frame/chat/channels/xmpp/wire.ts';
import { browserClock } from '../../frame/platform/clock.ts';
import { isComplete } from '../browser/sample.ts';
import { startEjabberd, whyNoEjabberdAgent } from '../sandbox/ejabberd.ts';
import { startProsody, whyNoProsodyAgent } from '../sandbox/prosody.ts';
import { type Agent, deskAddress, guestHost, signedInHost, until, type XmppServer } from '../sandbox/xmppServer.ts';
import { deliveredIds, messagesOf } from '../support/channelEvents.ts';
import { fakeVisitor } from '../support/fakeChannelPorts.ts';
import { createFakeBrowser, createFakeStorage, type FakeBrowser } from '../support/fakeStorage.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faultyProxy.ts';
import { blockedMs, isReceived, loadWithCutReading, numberOf, pause, playFaults } from '../support/xmppFaults.ts';
import { openXmppPage, type XmppPage } from '../support/xmppPage.ts';

// `npm run test:all` also tries ejabberd, which takes a minute to start and to restart.
const servers = [
  { name: 'prosody', start: () => startProsody(), why: whyNoProsodyAgent },
  { name: 'ejabberd', start: () => startEjabberd(), why: whyNoEjabberdAgent },
].filter(({ name }) => isComplete || name === 'prosody');
for (const { name, why } of servers) if (why) console.log(`Without ${name}: ${why}.`);

describe.each(servers)('the XMPP channel on $name', ({ name, start, why }) => {
  const it = test.skipIf(why !== undefined);
  let server: XmppServer;
  let agent: Agent;
  let proxy: FaultyProxy;
  const pages: XmppPage[] = [];
  const colleagues: Agent[] = [];

  const placeOfFiles = () => ({ service: server.uploadService, origin: `http://127.0.0.1:${server.port}` });
  const open = (browser?: FakeBrowser, ports?: Partial<ChannelPorts>): XmppPage => {
    const page = openXmppPage({ port: proxy.port, files: placeOfFiles() }, browser, ports);
    pages.push(page);
    return page;
  };
  const visitorOf = (text: string): string => agent.events.find((one) => one.text === text)?.visitor ?? '';

  beforeAll(async () => {
    server = await start();
    agent = await server.startAgent();
    proxy = await startFaultyProxy(server.port);
  }, 240_000);
  afterEach(() => {
    for (const { lifetime } of pages.splice(0)) lifetime.end();
    for (const colleague of colleagues.splice(0)) colleague.stop();
    proxy.mode = 'pass';
    proxy.fault = () => 'pass';
  });
  afterAll(async () => {
    agent?.stop();
    await proxy?.close();
    await server?.remove();
  });

  it('[F-AD2] registers a visitor and carries texts, typing, receipts and corrections both ways', async () => {
    const page = open();
    await page.start();
    await page.say('Do you ship to Norway?');
    await until(() => agent.texts().includes('Do you ship to Norway?'), 'the agent has the text');
    const to = visitorOf('Do you ship to Norway?');
    await until(() => page.events.some((one) => one.type === 'receipt'), 'the visitor has the receipt');
    expect(deliveredIds(page.events)).toEqual(['Do you ship to Norway?']);

    agent.act({ action: 'state', state: 'composing', to });
    await until(() => page.events.some((one) => one.type === 'agentTyping' && one.isTyping), 'the agent types');
    agent.act({ action: 'say', id: 'answer-1', text: 'Yes, in four days', to });
    await until(() => page.heard().includes('Yes, in four days'), 'the visitor has the answer');
    expect(page.channel.snapshot.state).toBe('chatting');
    await until(
      () => agent.events.some((one) => one.event === 'receipt' && one.id === 'answer-1'),
      'the agent has the receipt',
    );
    await until(
      () => agent.events.some((one) => one.event === 'read' && one.id === 'answer-1'),
      'the agent knows it is read',
    );

    agent.act({ action: 'correct', id: 'answer-1', text: 'Yes, in three days', to });
    await until(() => page.heard().includes('Yes, in three days'), 'the correction');
    const corrected = messagesOf(page.events).find(({ text }) => text === 'Yes, in three days');
    expect(corrected).toMatchObject({ isEdited: true });
    expect(corrected?.id).toBe(messagesOf(page.events).find(({ text }) => text === 'Yes, in four days')?.id);
  });

  it('[F-AD2] shows the visitor that a text is read, and removes what the agent retracts', async () => {
    const page = open();
    await page.start();
    await page.say('Is this read?');
    await until(() => agent.texts().includes('Is this read?'), 'the agent has the text');
    await until(() => deliveredIds(page.events).length > 0, 'the server has answered');
    const to = visitorOf('Is this read?');
    agent.act({ action: 'read', id: 'Is this read?', to });
    const isRead = () => page.events.some((one) => one.type === 'receipt' && one.status === 'read');
    await until(isRead, 'the visitor knows that it is read');
    expect(page.events).toContainEqual({ type: 'receipt', ids: ['Is this read?'], status: 'read' });

    agent.act({ action: 'say', id: 'answer-13', text: 'A slip', to });
    await until(() => page.heard().includes('A slip'), 'the visitor has the answer');
    agent.act({ action: 'retract', id: 'answer-13', to });
    await until(() => page.events.some(({ type }) => type === 'removed'), 'the answer is taken back');
    const { id } = messagesOf(page.events).find(({ text }) => text === 'A slip') ?? {};
    expect(page.events).toContainEqual({ type: 'removed', id });
    // The words of a retraction are for clients that know none.
    expect(page.heard()).toEqual(['A slip']);
  });

  it('[F-AD2] shows each of two agents at one desk what the visitor writes and what the other one answers', async () => {
    const colleague = await server.startAgent();
    colleagues.push(colleague);
    const page = open();
    await page.start();
    await page.say('Who is there?');
    for (const one of [agent, colleague])
      await until(() => one.texts().includes('Who is there?'), 'both have the text');
    const to = visitorOf('Who is there?');
    agent.act({ action: 'say', id: 'answer-14', text: 'Anna', to });
    await until(() => colleague.sentCopies().includes('Anna'), 'the second agent has the answer of the first');
    colleague.act({ action: 'say', id: 'answer-15', text: 'And Ben', to });
    await until(() => agent.sentCopies().includes('And Ben'), 'the first agent has the answer of the second');
    await until(() => page.heard().includes('And Ben'), 'the visitor has both answers');
    expect(page.heard()).toEqual(['Anna', 'And Ben']);

    colleague.act({ action: 'priority', priority: '-1' });
    await until(() => colleague.events.some(({ event }) => event === 'priority'), 'the second agent is busy');
    await page.say('And who is free?');
    await until(() => colleague.receivedCopies().includes('And who is free?'), 'the busy agent has a copy');
    await until(() => agent.texts().includes('And who is free?'), 'the free agent has the text');
    expect(colleague.texts()).not.toContain('And who is free?');
    expect(colleague.receivedCopies()).toEqual(['And who is free?']);
    expect(agent.receivedCopies()).toEqual([]);
    expect(agent.texts().filter((text) => text.startsWith('Who') || text.startsWith('And'))).toEqual([
      'Who is there?',
      'And who is free?',
    ]);
  });

  it('[F-AD2] shows what a visitor writes in one of two open tabs in the other, and the answer in both', async () => {
    const browser = createFakeBrowser();
    const [first, second] = [open(browser), open(browser)] as const;
    await first.start();
    await second.start();
    expect(second.channel.snapshot.conversationId).toBe(first.channel.snapshot.conversationId);
    await first.say('in the first tab');
    await until(() => second.writtenElsewhere().includes('in the first tab'), 'the second tab has the text');
    await second.say('in the second tab');
    await until(() => first.writtenElsewhere().includes('in the second tab'), 'the first tab has the text');
    await until(() => agent.texts().includes('in the second tab'), 'the agent has both texts');
    agent.act({ action: 'say', id: 'answer-16', text: 'to both tabs', to: visitorOf('in the second tab') });
    for (const tab of [first, second]) await until(() => tab.heard().includes('to both tabs'), 'both have the answer');
    expect(first.writtenElsewhere()).toEqual(['in the second tab']);
    expect(second.writtenElsewhere()).toEqual(['in the first tab']);
    expect([first.heard(), second.heard()]).toEqual([['to both tabs'], ['to both tabs']]);
    expect(agent.texts().filter((text) => text.endsWith(' tab'))).toEqual(['in the first tab', 'in the second tab']);
  });

  it('[F-AD2][CH-052] continues the conversation on the next page, with what came meanwhile', async () => {
    const browser = createFakeBrowser();
    const page = open(browser);
    await page.start();
    await page.say('before the reload');
    await until(() => agent.texts().includes('before the reload'), 'the agent has the text');
    const { conversationId } = page.channel.snapshot;
    page.lifetime.end();
    agent.act({ action: 'say', id: 'answer-2', text: 'while away', to: visitorOf('before the reload') });
    const next = open(browser);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId })).toBe(true);
    await until(() => next.heard().includes('while away'), 'the page shows the answer');
    const shown = messagesOf(next.events).filter(({ type }) => type !== 'system');
    expect(shown.map(({ text }) => text)).toEqual(['before the reload', 'while away']);
    expect(shown[0]?.isHistory).toBe(true);
    await next.say('after the reload');
    await until(() => agent.texts().includes('after the reload'), 'the agent has the next text');
    expect(visitorOf('after the reload')).toBe(visitorOf('before the reload'));
  });

  it('[F-AD2] resumes after a lost connection with what came meanwhile, and loses and duplicates nothing', async () => {
    const page = open();
    await page.start();
    await page.say('cut 1');
    await until(() => agent.texts().includes('cut 1') && isReceived(page, 'cut 1'), 'the visitor has the receipt');
    proxy.mode = 'refuse';
    proxy.reset();
    await page.say('cut 2');
    agent.act({ action: 'say', id: 'answer-3', text: 'said during the cut', to: visitorOf('cut 1') });
    await pause(300);
    proxy.mode = 'pass';
    page.online();
    await until(
      () => agent.texts().includes('cut 2') && page.heard().includes('said during the cut'),
      'both are there',
      blockedMs,
    );
    expect(agent.texts().filter((text) => text.startsWith('cut'))).toEqual(['cut 1', 'cut 2']);
    expect(page.heard().filter((text) => text === 'said during the cut')).toHaveLength(1);
  }, 600_000);

  it('[F-AD2] hears the agent after a page load whose first reading of the archive was interrupted', async () => {
    const page = await loadWithCutReading(open, proxy);
    agent.act({ action: 'say', id: 'answer-17', text: 'said after it', to: visitorOf('reading 1') });
    await until(() => page.heard().includes('said after it'), 'the visitor has the answer', blockedMs);
  }, 600_000);

  it('[F-AD2] goes on with the archive after the server has restarted in the middle of a text', async () => {
    const page = open();
    await page.start();
    await page.say('restart 1');
    await until(() => agent.texts().includes('restart 1'), 'the agent has the text');
    proxy.fault = (direction, text) => (direction === 'up' && text.includes('restart 2') ? 'cutAfter' : 'pass');
    await page.say('restart 2');
    agent.stop();
    await server.stop();
    proxy.fault = () => 'pass';
    await server.start();
    agent = await server.startAgent();
    await page.say('restart 3');
    await until(() => deliveredIds(page.events).includes('restart 3'), 'all texts are delivered', blockedMs);
    await until(() => agent.texts().includes('restart 3'), 'the agent has all texts');
    expect(deliveredIds(page.events)).toEqual(['restart 1', 'restart 2', 'restart 3']);
    expect(page.unsent()).toEqual([]);
  }, 600_000);

  // `XMPP_FAULTS=200` plays as many, of every kind; `SEED=17` plays others. A blocked session takes too long to be part of every run.
  const isGentle = name === 'ejabberd' && process.env.XMPP_FAULTS === undefined;
  const faultCount = Number(process.env.XMPP_FAULTS ?? (isGentle ? 3 : 10));

  it(`[F-AD2] loses and duplicates nothing over ${faultCount} seeded faults`, async () => {
    const page = open();
    await page.start();
    const { sent, answers } = await playFaults({ page, agent, proxy, faultCount, isGentle });
    expect(agent.texts().filter((text) => text.startsWith('story'))).toEqual(sent);
    // What a blocked session of ejabberd holds comes late, after newer answers.
    const heard = name === 'ejabberd' ? page.heard().sort((a, b) => numberOf(a) - numberOf(b)) : page.heard();
    expect(heard).toEqual(answers);
    expect(page.unsent()).toEqual([]);
  }, 1_800_000);

  it('[F-AD2][F-AD13] carries files both ways, through the upload service', async () => {
    const page = open();
    await page.start();
    const { files } = page.channel;
    if (!files) throw new Error('The channel takes no files.');
    const picture = new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], 'dent in the door.png', {
      type: 'image/png',
    });
    const address = await files.upload(picture, new AbortController().signal);
    await page.say(address);
    await until(
      () => agent.events.some(({ event, get }) => event === 'file' && get === address),
      'the agent has the file',
    );
    const stored = await fetch(address);
    expect([...(await stored.bytes())]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    await until(() => deliveredIds(page.events).includes(address), 'the file is delivered');
    expect(messagesOf(page.events).findLast(({ id }) => id === address)).toMatchObject({
      text: '',
      // Servers may replace the spaces.
      lines: [{ type: 'tile', items: [{ text: expect.stringMatching(/^dent.in.the.door\.png$/), imageUrl: address }] }],
    });

    const to = agent.events.find(({ event, get }) => event === 'file' && get === address)?.visitor ?? '';
    const offer = { service: server.uploadService, name: 'invoice.pdf', size: '3', type: 'application/pdf' };
    agent.act({ action: 'slot', id: 'slot-1', to, ...offer });
    await until(() => agent.events.some(({ event }) => event === 'slot'), 'the agent has a place for a file');
    const slot = agent.events.find(({ event }) => event === 'slot');
    const headers = { ...slot?.headers, 'Content-Type': offer.type };
    expect((await fetch(slot?.put ?? '', { method: 'PUT', headers, body: 'pdf' })).status).toBe(201);
    agent.act({ action: 'file', id: 'file-1', text: slot?.get ?? '', to });
    await until(
      () => messagesOf(page.events).some(({ lines }) => lines?.[0]?.text === 'invoice.pdf'),
      'the visitor has the file',
    );
    const shown = messagesOf(page.events).find(({ lines }) => lines?.[0]?.text === 'invoice.pdf');
    expect(shown).toMatchObject({ type: 'agent', text: '', lines: [{ type: 'link', href: slot?.get }] });
  });

  it('[F-AD2] hears from the server that a file is too large', async () => {
    const page = open();
    await page.start();
    const file = new File([new Uint8Array(300_000)], 'large.png', { type: 'image/png' });
    await expect(page.channel.files?.upload(file, new AbortController().signal)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'not-acceptable',
    });
  });

  it('[F-AD2] ends with a survey of the desk, whose answers the desk has', async () => {
    const page = open();
    await page.start();
    await page.say('How do I return it?');
    await until(() => agent.texts().includes('How do I return it?'), 'the agent has the text');
    const to = visitorOf('How do I return it?');
    agent.act({ action: 'say', id: 'answer-7', text: 'In the box', to });
    const form =
      '<x xmlns="jabber:x:data" type="form"><title>Did we help?</title><field var="score" label="Points"/></x>';
    agent.act({ action: 'form', text: 'There is a form for you', form, to });
    agent.act({ action: 'state', state: 'gone', to });
    await until(() => page.events.some(({ type }) => type === 'survey'), 'the visitor has the survey');
    expect(page.heard()).toEqual(['In the box']);
    await page.channel.submitSurvey({ 0: '5' });
    await until(() => agent.events.some(({ event }) => event === 'answers'), 'the agent has the answers');
    expect(agent.events.find(({ event }) => event === 'answers')).toMatchObject({
      visitor: to,
      answers: { score: '5' },
    });
    expect(agent.texts().at(-1)).toBe('Points: 5');
  });

  it('[F-AD2] lets visitors write to the desk, and not to each other', async () => {
    const page = open();
    await page.start();
    await page.say('Am I alone here?');
    await until(() => agent.texts().includes('Am I alone here?'), 'the agent has the text');
    const victim = visitorOf('Am I alone here?');
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/xmpp-websocket`, 'xmpp') as unknown as SocketLike;
    const stranger = openStream({ clock: browserClock, lifetime: page.lifetime }, socket, () => {});
    const account = { user: `visitor-${crypto.randomUUID()}`, password: crypto.randomUUID() };
    const registration = { host: guestHost, account: undefined, createAccount: () => account, onRegistered: () => {} };
    await logIn(stranger, { ...registration, resume: undefined });
    stranger.send(textStanza(victim, 'forged', 'Send me your card number', 'thread'));
    stranger.send(textStanza(deskAddress, 'honest', 'Hello from another visitor', 'thread'));
    // The desk has the later one, so the server has dealt with the earlier.
    await until(
      () => agent.texts().includes('Hello from another visitor'),
      'the agent has the text of the other visitor',
    );
    agent.act({ action: 'say', id: 'answer-9', text: 'You are not', to: victim });
    await until(() => page.heard().includes('You are not'), 'the visitor has the answer');
    expect(page.received.filter((frame) => frame.includes('card number'))).toEqual([]);
    stranger.close(true);
  });

  // No module of Debian's prosody takes tokens.
  const takesTokens = why === undefined && name === 'ejabberd';
  test.skipIf(!takesTokens)('[F-AD2] lets a signed-in visitor in with a token of the broker', async () => {
    const consumerId = `customer-${crypto.randomUUID()}`;
    const { mintToken: mint } = server;
    const tokens = [mint?.(consumerId, -60), mint?.('somebody-else'), mint?.(consumerId)];
    const nextToken = async () => ({
      ...{ consumerId, token: tokens.shift(), isLoggedIn: true, unread: 0, agentStatus: 'unknown' as const },
      ...{ isNew: false, firstName: undefined, skillName: undefined },
    });
    const page = open(createFakeBrowser(), {
      visitor: () => ({ ...fakeVisitor, isSignedIn: true, userId: 'iui-mia' }),
      identity: { find: nextToken, refresh: nextToken, onChange: () => {} },
    });
    await page.channel.init();
    // The first token has expired, the second is another visitor's.
    await expect(page.channel.start({ startType: 'menu' })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await page.start();
    await page.say('My order 4711');
    await until(() => agent.texts().includes('My order 4711'), 'the agent has the text');
    expect(visitorOf('My order 4711')).toBe(`${consumerId}@${signedInHost}`);
    agent.act({ action: 'say', id: 'answer-11', text: 'Is on its way', to: visitorOf('My order 4711') });
    await until(() => page.heard().includes('Is on its way'), 'the visitor has the answer');
    expect(JSON.stringify(page.stored)).not.toContain('eyJ');
  });

  it('[F-AD2] removes the account for good', async () => {
    const page = open();
    await page.start();
    const { storage, deployment, lifetime } = page.ports;
    const ports = { clock: browserClock, lifetime, storage, deployment };
    const { stored } = page;
    expect(await forgetAccount(ports, page.transport)).toBe(true);
    const again = { ...ports, storage: createFakeStorage() };
    again.storage.write('cm-xmpp', stored);
    const seen: string[] = [];
    const dial = (address: string): SocketLike => {
      const socket = page.transport.dial(address);
      socket.addEventListener('message', ({ data }) => seen.push(String(data)));
      return socket;
    };
    expect(await forgetAccount(again, { dial })).toBe(true);
    expect(seen.join('')).toContain('not-authorized');
  });

  it('[F-AD2][CH-023] reports the end to the desk', async () => {
    const page = open();
    await page.start();
    await page.say('good bye');
    await until(() => agent.texts().includes('good bye'), 'the agent has the text');
    const before = agent.texts().length;
    await page.channel.end();
    await until(() => agent.texts().length > before, 'the agent hears of the end');
    expect(agent.texts().at(-1)).toBe('The chat has ended.');
    expect(page.channel.snapshot.state).toBe('available');
  });
});
