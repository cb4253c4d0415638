import { describe, expect, it } from 'vitest';
import { createAsyncChannel } from '../../../frame/chat/channels/async/index.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { lostConnection, shownProblem } from '../../../frame/chat/window/shown.ts';
import type { ServiceIdentity } from '../../../frame/identity/identityStore.ts';
import { createMessagingDesk } from '../../sandbox/live/messagingDesk.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeMessaging, messagingIdentity } from '../../support/messagingBench.ts';

/** The chat store on the real messaging channel. */
async function open(options: {
  readonly identity?: Partial<ServiceIdentity>;
  readonly isTokenValid?: () => boolean;
  /** How the network fails from the start. */
  readonly sockets?: 'isHanging' | 'isRefusing';
}) {
  const clock = createFakeClock();
  const desk = createMessagingDesk({ clock, isTokenValid: options.isTokenValid ?? (() => true) });
  const { transport, wire } = createFakeMessaging(desk);
  if (options.sockets) wire[options.sockets] = true;
  const identity: ServiceIdentity = { ...messagingIdentity, ...options.identity };
  const bench = createChatBench({
    entries: [{ service: 'liveperson2', skill: 'cloud-sales' }],
    ports: {
      clock,
      identity: { find: async () => identity, refresh: async () => identity, onChange: () => {} },
      findLoader: () => async () => (ports) =>
        createAsyncChannel(
          { ...ports, account: (service) => ({ service, account: '4711', baseURI: 'messaging.example' }) },
          transport,
        ),
    },
  });
  const opened = bench.store.begin();
  await clock.advance(60_000);
  await opened;
  void bench.store.startChat('menu');
  await clock.advance(60_000);
  return {
    ...bench,
    clock,
    desk,
    wire,
    /** The text of the notice in the window. */
    notice(): string | undefined {
      const key = shownProblem(bench.store.state)?.key;
      return key === undefined ? undefined : chatTexts[key as keyof typeof chatTexts];
    },
    join: () => desk.act(desk.list()[0]?.id ?? '', { action: 'join' }),
    visitorMessages: () =>
      bench
        .messages()
        .filter((one) => one.type === 'visitor')
        .map(({ text, isPending, isNotSent }) => ({ text, isPending, isNotSent })),
  };
}

const unavailable = 'This chat is not available right now. Please choose another way to reach us.';

describe('failures of live messaging', () => {
  it.each([
    ['no token', { identity: { token: undefined } }],
    ['an invalid token', { identity: { token: 'not.a.token' } }],
    ['a token with an invalid payload', { identity: { token: `x.${btoa('[]')}.y` } }],
    ['a token that the service rejects', { isTokenValid: () => false }],
    ['a socket that never opens', { sockets: 'isHanging' as const }],
    ['a gateway in place of the service', { sockets: 'isRefusing' as const }],
  ])('[CH-214][CH-147] %s: shows that chat is unavailable, with a way back to the menu', async (_, fault) => {
    const chat = await open(fault);
    expect(chat.store.state.adapters[0]).toMatchObject({ isReady: true, state: 'unavailable' });
    expect(chat.notice()).toBe(unavailable);
    expect(chat.store.state.problem?.action).toBe('menu');
    expect(chat.messages()).toEqual([]);
  });

  it('[CH-219] shows that sign-in failed if the token cannot be renewed, and keeps the message as not sent', async () => {
    let isExpired = false;
    const chat = await open({ isTokenValid: () => !isExpired });
    chat.join();
    await chat.clock.advance(0);
    expect(chat.notice()).toBeUndefined();
    isExpired = true;
    chat.wire.cut(4401);
    chat.store.send('important');
    await chat.clock.advance(120_000);
    expect(chat.notice()).toBe('Sign-in did not complete. Please try again.');
    expect(chat.visitorMessages()).toEqual([{ text: 'important', isPending: false, isNotSent: true }]);
  });

  it('[CH-216] reports a lost connection, queues the message and delivers it once the connection is back', async () => {
    const chat = await open({});
    chat.join();
    await chat.clock.advance(0);
    chat.wire.isRefusing = true;
    chat.wire.cut();
    chat.store.send('important');
    await chat.clock.advance(10_000);
    expect(lostConnection(chat.store.state)).toBe('lost');
    expect(chat.visitorMessages()).toEqual([{ text: 'important', isPending: true, isNotSent: false }]);
    chat.wire.isRefusing = false;
    await chat.clock.advance(60_000);
    expect(lostConnection(chat.store.state)).toBeUndefined();
    expect(chat.visitorMessages()).toEqual([{ text: 'important', isPending: false, isNotSent: false }]);
    expect(chat.desk.received()).toEqual(['important']);
  });

  it('[CH-054] shows an agent’s markup and script as text', async () => {
    const chat = await open({});
    const text = '<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3)';
    chat.join();
    chat.desk.act(chat.desk.list()[0]?.id ?? '', { action: 'say', text });
    await chat.clock.advance(0);
    const message = chat.messages().find((one) => one.type === 'agent');
    expect(message).toMatchObject({ text, format: 'text', lines: [] });
  });
});
