import { describe, expect, it } from 'vitest';
import type { ChannelPorts } from '../../../../frame/chat/channel.ts';
import { emptyDeskMs, unansweredMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import { toMessage } from '../../../../frame/chat/messages/messageLog.ts';
import { messagesOf } from '../../../support/channelEvents.ts';
import { fakePage, fakePlace, fakeVisitor } from '../../../support/fakeChannelPorts.ts';
import { settle } from '../../../support/fakeClock.ts';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';

async function start(bench: XmppBench, request: Parameters<XmppBench['channel']['start']>[0] = { startType: 'menu' }) {
  await bench.channel.init();
  const started = bench.channel.start(request);
  await settle();
  await started;
}

async function waitingAt(desk: Readonly<Record<string, number>> | undefined, ports: Partial<ChannelPorts> = {}) {
  const bench = createXmppBench({ ports });
  bench.server.faults.desk = desk;
  await start(bench);
  const told = () => bench.fakes.events.filter(({ type }) => type === 'problem');
  return { ...bench, told };
}

describe('a desk', () => {
  it('[F-CH31] where nobody is says so after a while, with an address to write to', async () => {
    const { fakes, told } = await waitingAt(
      {},
      { place: () => ({ ...fakePlace, emailLink: 'mailto:sales@n.example' }) },
    );
    await fakes.clock.advance(emptyDeskMs - 1);
    expect(told()).toEqual([]);
    await fakes.clock.advance(1);
    const link = { text: 'Email us', href: 'mailto:sales@n.example' };
    expect(told()).toEqual([{ type: 'problem', key: 'nobodyAnswers', link }]);
    await fakes.clock.advance(10 * unansweredMs);
    expect(told()).toHaveLength(1);
  });

  it.each([
    ['where somebody is', { office: 0 }],
    ['whose server does not say who is there', undefined],
  ])('[F-CH31] %s has longer to answer', async (_, desk) => {
    const { fakes, told } = await waitingAt(desk, { place: () => ({ ...fakePlace, emailLink: undefined }) });
    await fakes.clock.advance(unansweredMs - 1);
    expect(told()).toEqual([]);
    await fakes.clock.advance(1);
    expect(told()).toEqual([{ type: 'problem', key: 'nobodyAnswers' }]);
  });

  it('[F-CH31] that answers in time says nothing of this', async () => {
    const { fakes, server, told } = await waitingAt({ office: 0 });
    await fakes.clock.advance(unansweredMs - 1);
    server.toVisitor(server.visitor, { body: 'Hello' });
    await fakes.clock.advance(10 * unansweredMs);
    expect(told()).toEqual([]);
  });

  it('[F-CH31] is empty when its clients have left, or are busy', async () => {
    const { fakes, server, told } = await waitingAt({ office: 0, home: 5 });
    server.deskIs({ office: -1, home: 5 });
    await fakes.clock.advance(emptyDeskMs);
    expect(told()).toEqual([]);
    server.deskIs({ office: -1, home: -1 });
    await fakes.clock.advance(emptyDeskMs);
    expect(told()).toHaveLength(1);
  });

  it('[F-CH31] to which somebody comes back takes the sentence away, and has time to answer', async () => {
    const { channel, fakes, server, told } = await waitingAt({});
    await fakes.clock.advance(emptyDeskMs);
    expect(told()).toHaveLength(1);
    fakes.events.length = 0;
    server.deskIs({ office: 0 });
    await settle();
    // A live state takes the problem of a conversation away.
    expect(fakes.events).toContainEqual({ type: 'changed', changes: { state: 'waiting' } });
    await fakes.clock.advance(unansweredMs - 1);
    expect(told()).toEqual([]);
    await channel.end();
    await fakes.clock.advance(unansweredMs);
    expect(told()).toEqual([]);
  });

  it('[F-CH31] is not said to be empty by somebody else', async () => {
    const { fakes, server, told } = await waitingAt({ office: 0 });
    server.inject('<presence xmlns="jabber:client" type="unavailable" from="other@desk.example"/>');
    server.inject('<presence xmlns="jabber:client" type="unsubscribed" from="sales@desk.example"/>');
    await fakes.clock.advance(emptyDeskMs);
    expect(told()).toEqual([]);
  });
});

describe('the first message of a conversation', () => {
  const visitor = () => ({ ...fakeVisitor, firstName: 'Ada', lastName: 'Lindqvist' });

  it('[F-CH31] tells the desk who writes, where and in which language, and only the desk', async () => {
    const bench = createXmppBench({ ports: { visitor } });
    await start(bench);
    await bench.channel.send({ id: 't1', text: 'Do you ship to Norway?' });
    await settle();
    const text = `Ada Lindqvist · ${fakePage.url} · en-US`;
    expect(bench.server.introductions).toEqual([{ nick: 'Ada Lindqvist', text }]);
    expect(bench.server.received()).toEqual(['Do you ship to Norway?']);

    const { conversationId } = bench.channel.snapshot;
    const next = bench.load({ visitor });
    await next.channel.init();
    await next.channel.resume({ conversationId });
    await settle();
    expect(messagesOf(next.fakes.events).map((one) => one.text)).toEqual(['Do you ship to Norway?']);
    expect(bench.server.introductions).toHaveLength(1);
  });

  it('[F-CH31] names nobody whom the page does not name', async () => {
    const bench = createXmppBench({
      ports: { visitor: () => ({ ...fakeVisitor, firstName: '', lastName: undefined }) },
    });
    await start(bench);
    expect(bench.server.introductions).toEqual([{ nick: undefined, text: `${fakePage.url} · en-US` }]);
  });

  it.each([
    ['has not', 'cutBefore'],
    ['has', 'cutAfter'],
  ] as const)('[F-CH31] comes once if its session is lost: the server %s got it', async (_, fault) => {
    const bench = createXmppBench({ ports: { visitor } });
    let isCut = false;
    bench.server.faults.resumption = 'fails';
    bench.server.faults.faultUp = (frame) => {
      if (isCut || !frame.includes('"about-')) return 'pass';
      isCut = true;
      return fault;
    };
    await start(bench);
    await bench.channel.send({ id: 't1', text: 'Hello?' });
    await bench.fakes.clock.advance(60_000);
    expect(bench.server.introductions.map(({ nick }) => nick)).toEqual(['Ada Lindqvist']);
    expect(bench.server.received()).toEqual(['Hello?']);
  });

  it('[F-CH29] has the talk so far after a transfer', async () => {
    const bench = createXmppBench({ ports: { visitor } });
    const said = [
      { id: 'b1', type: 'bot' as const, text: 'What can I do for you?', timestamp: 1 },
      { id: 's1', type: 'system' as const, text: 'Connected.', timestamp: 2 },
      { id: 'v1', type: 'visitor' as const, text: 'My invoice is wrong', timestamp: 3 },
    ];
    const transferred = said.map((one, at) => toMessage(one, undefined, at + 1));
    await start(bench, { startType: 'transfer', transferred });
    const [introduction] = bench.server.introductions;
    expect(introduction?.text.split('\n').slice(1)).toEqual([
      '',
      'Assistant: What can I do for you?',
      '> My invoice is wrong',
    ]);
  });
});

describe('a visitor who signs out', () => {
  it('[F-CH31] says goodbye to the desk, with the sentence of an end', async () => {
    const { fakes, server } = await waitingAt(undefined);
    const { storage, lifetime } = fakes;
    storage.clear('cm-xmpp');
    lifetime.end();
    await settle();
    expect(server.farewells()).toBe(1);
    expect(server.sentBy(server.visitor)).toEqual(['The chat has ended.']);
  });

  it('[CH-016] is not one whose page is only closed', async () => {
    const { fakes, server } = await waitingAt(undefined);
    fakes.lifetime.end();
    await settle();
    expect(server.farewells()).toBe(0);
  });
});
