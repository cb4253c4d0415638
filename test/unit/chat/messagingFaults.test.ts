import { describe, expect, it } from 'vitest';
import type { ChannelIdentity } from '../../../frame/chat/channel.ts';
import { createAsyncChannel } from '../../../frame/chat/channels/async/index.ts';
import { isConnectionLost } from '../../../frame/chat/state.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { createMessagingDesk } from '../../sandbox/live/messagingDesk.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeMessaging, messagingIdentity } from '../../support/messagingBench.ts';

/** The window on the real messaging channel. */
async function open(options: {
  readonly identity?: Partial<ChannelIdentity>;
  readonly isTokenValid?: () => boolean;
  /** What the network does to sockets from the beginning. */
  readonly sockets?: 'isHanging' | 'isRefusing';
}) {
  const clock = createFakeClock();
  const desk = createMessagingDesk({ now: clock.now, isTokenValid: options.isTokenValid ?? (() => true) });
  const { transport, wire } = createFakeMessaging(desk);
  if (options.sockets) wire[options.sockets] = true;
  const identity: ChannelIdentity = { ...messagingIdentity, ...options.identity };
  const bench = createChatBench({
    entries: [{ service: 'liveperson2', skill: 'cloud-sales' }],
    ports: {
      clock,
      identity: { find: async () => identity, refresh: async () => identity, onChange: () => {} },
      findLoader: () => async () => (ports) =>
        createAsyncChannel(
          { ...ports, account: (service) => ({ service, account: '4711', baseURI: 'messaging.example' }) },
          { transport },
        ),
    },
  });
  const begun = bench.store.begin();
  await clock.advance(60_000);
  await begun;
  void bench.store.startChat('menu');
  await clock.advance(60_000);
  return {
    ...bench,
    clock,
    desk,
    wire,
    /** What the window says is wrong. */
    sentence(): string | undefined {
      const key = bench.store.state.trouble?.key;
      return key === undefined ? undefined : chatTexts[key as keyof typeof chatTexts];
    },
    join: () => desk.act(desk.list()[0]?.id ?? '', { action: 'join' }),
    mine: () =>
      bench
        .messages()
        .filter((one) => one.type === 'visitor')
        .map(({ text, isPending, isNotSent }) => ({ text, isPending, isNotSent })),
  };
}

const otherWays = 'This chat is not available right now. Please choose another way to reach us.';

describe('what may go wrong with live messaging, and what the visitor reads', () => {
  it.each([
    ['no token', { identity: { token: undefined } }],
    ['a token that is none', { identity: { token: 'not.a.token' } }],
    ['a token of another shape', { identity: { token: `x.${btoa('[]')}.y` } }],
    ['a token that the service refuses', { isTokenValid: () => false }],
    ['a socket that never opens', { sockets: 'isHanging' as const }],
    ['a gateway in place of the service', { sockets: 'isRefusing' as const }],
  ])('[CH-214][CH-147] %s: the other ways are named, and the menu is one press away', async (_, fault) => {
    const chat = await open(fault);
    expect(chat.store.state.adapters[0]).toMatchObject({ isReady: true, state: 'unavailable' });
    expect(chat.sentence()).toBe(otherWays);
    expect(chat.store.state.trouble?.action).toBe('menu');
    expect(chat.messages()).toEqual([]);
  });

  it('[CH-219] a token that cannot be renewed: says so once, and keeps the text as not sent', async () => {
    let isExpired = false;
    const chat = await open({ isTokenValid: () => !isExpired });
    chat.join();
    await chat.clock.advance(0);
    expect(chat.sentence()).toBeUndefined();
    isExpired = true;
    chat.wire.cut(4401);
    chat.store.send('important');
    await chat.clock.advance(120_000);
    expect(chat.sentence()).toBe('Sign-in did not complete. Please try again.');
    expect(chat.mine()).toEqual([{ text: 'important', isPending: false, isNotSent: true }]);
  });

  it('[CH-216] a connection that stays away: says so, holds the text, and delivers it once it is back', async () => {
    const chat = await open({});
    chat.join();
    await chat.clock.advance(0);
    chat.wire.isRefusing = true;
    chat.wire.cut();
    chat.store.send('important');
    await chat.clock.advance(10_000);
    expect(isConnectionLost(chat.store.state)).toBe(true);
    expect(chat.mine()).toEqual([{ text: 'important', isPending: true, isNotSent: false }]);
    chat.wire.isRefusing = false;
    await chat.clock.advance(60_000);
    expect(isConnectionLost(chat.store.state)).toBe(false);
    expect(chat.mine()).toEqual([{ text: 'important', isPending: false, isNotSent: false }]);
    expect(chat.desk.received()).toEqual(['important']);
  });

  it('[CH-054] an agent’s markup and script: text, as it was written', async () => {
    const chat = await open({});
    const text = '<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3)';
    chat.join();
    chat.desk.act(chat.desk.list()[0]?.id ?? '', { action: 'say', text });
    await chat.clock.advance(0);
    const said = chat.messages().find((one) => one.type === 'agent');
    expect(said).toMatchObject({ text, format: 'text', lines: [] });
  });
});
