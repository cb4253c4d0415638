import { describe, expect, it } from 'vitest';
import { retryWhenShownMs } from '../../../../frame/chat/channels/ground/connection/limits.ts';
import { createXmppChannel } from '../../../../frame/chat/channels/xmpp/index.ts';
import { keepAliveMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import type { Message } from '../../../../frame/chat/conversation.ts';
import { messagesOf, notDeliveredIds } from '../../../support/channelEvents.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';

const message = {} as Message;

async function begin(bench = createXmppBench()) {
  const started = bench.channel.start({ startType: 'menu' });
  await bench.fakes.clock.advance(100);
  await started;
  return bench;
}

describe('the channel', () => {
  it('[F-AD2] reports typing, is in the window, and can be ended', () => {
    expect(createXmppBench().channel).toMatchObject({ typing: expect.any(Function) });
    expect(createXmppBench().channel.isExternal).toBeUndefined();
  });

  it('[CH-095] opens the links of messages, and nothing else', async () => {
    const { channel, fakes } = createXmppBench();
    await channel.press({ type: 'link', text: 'Docs', href: 'https://docs.example/a' }, message);
    await channel.press({ type: 'link', text: 'Docs' }, message);
    expect(fakes.opened).toEqual([{ url: 'https://docs.example/a', target: 'tab' }]);
  });

  it('[CH-032] says that the visitor types in a conversation that is connected', async () => {
    const { channel, server, fakes } = await begin();
    channel.typing(true);
    await fakes.clock.advance(100);
    expect(server.signs.at(-1)?.children[0]?.name).toBe('composing');
    channel.typing(false);
    server.faults.isRefusing = true;
    await fakes.clock.advance(100);
    server.cut();
    await fakes.clock.advance(100);
    const { length } = server.signs;
    channel.typing(true);
    server.faults.isRefusing = false;
    await fakes.clock.advance(60_000);
    expect(server.signs).toHaveLength(length);
  });

  it('[F-AD2] without a desk reports why to the operator, and takes no texts', async () => {
    const none = createXmppBench({ ports: { deployment: {} } });
    await none.channel.init();
    expect(none.fakes.log.errors[0]).toContain('The deployment has no usable section for XMPP.');
    expect(none.fakes.log.warnings[0]).toBe('The XMPP server cannot be used. (There is no XMPP desk.)');
    none.online();
    await none.fakes.clock.advance(retryWhenShownMs);
    none.fakes.setAttention({});
    await none.fakes.clock.advance(0);
    expect(none.fakes.log.warnings, 'there is nothing to try again').toHaveLength(1);
    const refusal = { code: 'CHANNEL_UNAVAILABLE', message: expect.stringContaining('There is no XMPP desk.') };
    await expect(none.channel.send({ id: 'm1', text: 'hello' })).rejects.toMatchObject(refusal);
    expect(none.channel.resume).toBeUndefined();
    const other = createXmppBench({ section: { desks: { support: { address: 'support@desk.example' } } } });
    expect(other.fakes.log.errors).toEqual(['The deployment names no XMPP desk for this routing code. ("sales")']);
  });

  it('[F-AD2] is ready once it knows whether the server lets visitors in', async () => {
    const { channel, server, fakes } = createXmppBench();
    server.faults.isRefusing = true;
    expect(channel.snapshot.isReady).toBe(false);
    await channel.init();
    expect(channel.snapshot).toMatchObject({ isReady: true, state: 'unavailable' });
    await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: expect.stringContaining('The XMPP server cannot be used.'),
    });
    expect(server.opened).toBe(1);
    expect(fakes.log.warnings[0]).toContain('The XMPP server cannot be used.');
  });

  it('[F-AD2] says nothing once the page has ended', async () => {
    const { channel, server, fakes } = createXmppBench();
    server.faults.isHanging = true;
    const ready = channel.init();
    fakes.lifetime.end();
    await ready;
    expect([channel.snapshot.isReady, fakes.log.warnings]).toEqual([false, []]);
  });

  it('[F-AD2] closes the stream on which it has looked at the server', async () => {
    const { channel, server } = createXmppBench();
    const frames: string[] = [];
    server.faults.faultUp = (text) => {
      frames.push(text);
      return 'pass';
    };
    await channel.init();
    expect(frames.map((text) => /^<(\w+)/.exec(text)?.[1])).toEqual(['open', 'close']);
  });

  it('[F-AD2] asks a silent server every 45 s whether it is there, in a conversation only', async () => {
    const bench = createXmppBench();
    const asked = () => frames.filter((text) => text.startsWith('<r ')).length;
    const frames: string[] = [];
    bench.server.faults.faultUp = (text) => {
      frames.push(text);
      return 'pass';
    };
    await bench.channel.init();
    await bench.fakes.clock.advance(keepAliveMs);
    expect(asked()).toBe(0);
    await begin(bench);
    frames.length = 0;
    await bench.fakes.clock.advance(keepAliveMs);
    expect(asked()).toBe(1);
  });

  it('[CH-216] reports a lost connection, and one that is back', async () => {
    const { server, fakes } = await begin();
    const told = () => fakes.events.flatMap((one) => (one.type === 'connection' ? [one.isLost] : []));
    expect(told()).toEqual([]);
    server.cut();
    await fakes.clock.advance(0);
    expect(told()).toEqual([true]);
    await fakes.clock.advance(10_000);
    expect(told()).toEqual([true, false]);
  });

  it('[CH-215] connects at once for a text, and waits without one', async () => {
    const { channel, server, fakes } = await begin();
    server.faults.isRefusing = true;
    server.cut();
    await fakes.clock.advance(60_000);
    const { opened } = server;
    await fakes.clock.advance(0);
    expect(server.opened).toBe(opened);
    await channel.send({ id: 'm1', text: 'hello' });
    await fakes.clock.advance(0);
    expect(server.opened).toBe(opened + 1);
  });

  it('[CH-052][CH-216] continues a conversation on a page without the server, and says that the connection is lost', async () => {
    const bench = await begin();
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    bench.server.faults.isRefusing = true;
    const next = bench.load();
    const resumed = next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(100);
    expect(await resumed).toBe(true);
    expect(next.fakes.events).toContainEqual({ type: 'connection', isLost: true });
    bench.server.faults.isRefusing = false;
    await bench.fakes.clock.advance(60_000);
    expect(next.fakes.events.at(-1)).toEqual({ type: 'changed', changes: { state: 'waiting' } });
  });

  it('[CH-023] says that the conversation has ended, at the time of the server, with an id for each conversation', async () => {
    const bench = createXmppBench();
    bench.server.faults.clockAheadMs = 3_600_000;
    for (const _ of ['first', 'second']) {
      await begin(bench);
      await bench.channel.end();
      await bench.fakes.clock.advance(1_000);
    }
    const ended = messagesOf(bench.fakes.events).filter(({ type }) => type === 'system');
    expect(new Set(ended.map(({ id }) => id)).size).toBe(2);
    for (const { timestamp = 0 } of ended)
      expect(Math.abs(timestamp - bench.fakes.clock.now() - 3_600_000)).toBeLessThan(5_000);
  });
});

describe('an unavailable server', () => {
  async function loadOffline(isPaneShown = true) {
    const bench = createXmppBench();
    bench.server.faults.isRefusing = true;
    await bench.channel.init();
    bench.server.faults.isRefusing = false;
    bench.fakes.setAttention({ isPaneShown });
    return bench;
  }

  it('[F-AD2] is tried again when the pane is shown, once in 30 s', async () => {
    const { server, channel, fakes } = await loadOffline();
    server.faults.isRefusing = true;
    await fakes.clock.advance(retryWhenShownMs - 1);
    fakes.setAttention({});
    expect(server.opened).toBe(1);
    await fakes.clock.advance(1);
    fakes.setAttention({});
    await fakes.clock.advance(100);
    expect(server.opened).toBe(2);
    server.faults.isRefusing = false;
    await fakes.clock.advance(retryWhenShownMs);
    fakes.setAttention({});
    await fakes.clock.advance(100);
    expect(channel.snapshot.state).toBe('available');
    await fakes.clock.advance(retryWhenShownMs);
    fakes.setAttention({});
    await fakes.clock.advance(100);
    expect(server.opened, 'it is available').toBe(3);
  });

  it('[F-AD2] is not tried again while the pane is hidden', async () => {
    const { server, fakes } = await loadOffline(false);
    await fakes.clock.advance(retryWhenShownMs);
    fakes.setAttention({});
    expect(server.opened).toBe(1);
  });

  it('[F-AD2] is not asked again by the network while it is available', async () => {
    const { server, channel, online, fakes } = createXmppBench();
    await channel.init();
    online();
    await fakes.clock.advance(100);
    expect(server.opened).toBe(1);
  });
});

describe('a start', () => {
  it('[CH-023] that the visitor gives up begins no conversation, and gives its texts back', async () => {
    const { channel, server, fakes } = createXmppBench();
    await channel.init();
    const started = expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: expect.stringContaining('The visitor has ended the chat.'),
    });
    await channel.send({ id: 'hello', text: 'hello' });
    await channel.end();
    await fakes.clock.advance(1_000);
    await started;
    expect(channel.snapshot.conversationId).toBeUndefined();
    expect(notDeliveredIds(fakes.events)).toEqual(['hello']);
    expect(server.received()).toEqual([]);
    const next = channel.start({ startType: 'menu' });
    await fakes.clock.advance(1_000);
    await next;
    expect(channel.snapshot.state).toBe('waiting');
  });

  it('[CH-023] that the visitor gives up while the login is slow does not refuse the next one', async () => {
    const { channel, server, fakes } = createXmppBench({ travelMs: 1_000 });
    const first = channel.start({ startType: 'menu' });
    await fakes.clock.advance(5_000);
    await channel.end();
    const next = channel.start({ startType: 'menu' });
    await channel.send({ id: 'hello', text: 'hello' });
    const outcome = Promise.allSettled([first, next]);
    await fakes.clock.advance(60_000);
    expect(await outcome).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
    expect([channel.snapshot.state, server.received()]).toEqual(['waiting', ['hello']]);
  });

  it('[CH-023] is not refused after an end() without a conversation', async () => {
    const { channel, fakes } = createXmppBench();
    await channel.init();
    await channel.end();
    const started = channel.start({ startType: 'menu' });
    await fakes.clock.advance(1_000);
    await started;
    expect(channel.snapshot.state).toBe('waiting');
  });

  it('[CH-009] during a conversation changes nothing', async () => {
    const { channel, fakes } = await begin();
    const { conversationId } = channel.snapshot;
    await channel.start({ startType: 'menu' });
    await fakes.clock.advance(100);
    expect(channel.snapshot.conversationId).toBe(conversationId);
    expect(await channel.resume({ conversationId: 'other' })).toBe(true);
  });
});

it('a deployment without a desk makes the chat unavailable, and a start waits until that is known', async () => {
  const { ports } = createFakeChannelPorts();
  const channel = createXmppChannel({ ...ports, deployment: {} });
  await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({ code: 'CHANNEL_UNAVAILABLE' });
  expect(channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
  expect(channel.cancelSurvey).toBeUndefined();
  ports.lifetime.end();
});

it('[F-AD2] a browser opens the websocket with the protocol of XMPP', async () => {
  const dialed: unknown[][] = [];
  class FakeWebSocket {
    constructor(...args: unknown[]) {
      dialed.push(args);
    }
    addEventListener(): void {}
    close(): void {}
  }
  const { ports } = createFakeChannelPorts();
  const original = globalThis.WebSocket;
  const { window: before } = globalThis as { window?: unknown };
  Object.assign(globalThis, { WebSocket: FakeWebSocket, window: { addEventListener() {} } });
  try {
    const desks = { default: { address: 'sales@desk.example' } };
    const xmpp = { address: 'wss://xmpp.example/ws', guestHost: 'guests.example', desks };
    void createXmppChannel({ ...ports, deployment: { xmpp } }).init();
    expect(dialed).toEqual([['wss://xmpp.example/ws', 'xmpp']]);
  } finally {
    Object.assign(globalThis, { WebSocket: original, window: before });
    ports.lifetime.end();
  }
});
