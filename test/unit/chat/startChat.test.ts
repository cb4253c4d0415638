import { snapshot } from 'valtio/vanilla';
import { describe, expect, it } from 'vitest';
import type { CreateChannel } from '../../../frame/chat/channel.ts';
import { availabilityOf, chooseAdapter } from '../../../frame/chat/routing/chooseAdapter.ts';
import { inputOf, shownProblem } from '../../../frame/chat/window/shown.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { agentOnly, displayModeOf, openChat, startChat } from '../../support/chatStories.ts';

describe('starting a chat', () => {
  it('[CH-038][F-CH26] creates a conversation with exactly its keys', async () => {
    const { shown } = await startChat();
    expect(Object.keys(shown() ?? {}).sort()).toEqual([
      'adapterId',
      'exitSurvey',
      'id',
      'isAgentTyping',
      'messages',
      'participants',
      'state',
      'unreadMsgCount',
    ]);
  });

  it('[CH-002] stores the snapshots of the channels', async () => {
    const { store, channel } = await startChat();
    expect({ ...snapshot(store.state).adapters[0] }).toEqual({ ...channel('bot').channel.snapshot });
    expect(availabilityOf(store.state.adapters)).toBe('available');
  });

  it('[CH-009] starts the preferred adapter, and continues a live conversation instead of starting twice', async () => {
    const { store, channel } = await startChat();
    await store.startChat('link');
    expect(channel('bot').calls.started).toEqual([{ startType: 'menu' }]);
    expect(channel('liveperson').calls.started).toEqual([]);
  });

  const twoQueues = [
    { service: 'liveperson2', skill: 'sales' },
    { service: 'softlayermessaging', skill: 'sales' },
    { service: 'liveperson', skill: 'sales' },
  ];

  it('[F-CH20] starts the first queue that has agents, in the order of the page and not of the download', async () => {
    const { store, channel, ports } = await openChat({ entries: twoQueues });
    expect(store.state.adapters.map(({ id }) => id)).toEqual(['liveperson2', 'softlayermessaging', 'liveperson']);
    channel('liveperson2').change({ agentStatus: 'unavailable' });
    expect(chooseAdapter(store.state.adapters)?.id).toBe('softlayermessaging');
    channel('softlayermessaging').change({ agentStatus: 'unavailable' });
    await store.startChat('menu');
    expect(channel('liveperson').calls.started).toHaveLength(1);

    const slow = await openChat({
      entries: twoQueues,
      ports: {
        findLoader: (route) => async () => {
          if (route.adapterId === 'liveperson2') for (let i = 0; i < 20; i += 1) await Promise.resolve();
          return (await ports.findLoader(route)?.()) as CreateChannel;
        },
      },
    });
    expect(slow.store.state.adapters.map(({ id }) => id)).toEqual(['liveperson2', 'softlayermessaging', 'liveperson']);
  });

  it('[F-CH20] the sign-in of the queue that refused is offered, whatever the page lists first', async () => {
    const { store, channel } = await openChat({
      entries: [{ service: 'liveperson', skill: 'sales' }, ...twoQueues.slice(0, 1)],
      states: { liveperson: 'unavailable' },
      prepare: ({ behaviour }) => {
        behaviour.start = async () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no agent'));
      },
    });
    channel('liveperson2').change({ agentStatus: 'unavailable' });
    await store.startChat('menu');
    expect(inputOf(store.state, false)).toMatchObject({ isShown: false, isOffline: true });
    store.clear();
    expect(inputOf(store.state, false).isOffline).toBe(false);
  });

  it('[CH-010][SH-099] starts one chat for the start-chat parameter, with that start type', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { channel, pane, fakes } = await openChat({ ports: { query } });
    expect(channel('bot').calls.started).toEqual([{ startType: 'queryParameter' }]);
    expect(pane.shown).toBe(1);
    expect(fakes.tracked[0]).toMatchObject({ name: 'CM_CHAT_START', detail: { startType: 'queryParameter' } });
  });

  it('[CH-010][SH-099] starts no chat if the parameter says so', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat=false');
    const { channel, pane } = await openChat({ ports: { query } });
    expect(channel('bot').calls.started).toEqual([]);
    expect(pane.shown).toBe(0);
  });

  it('[F-SH25][SH-099][CH-010] opens the pane, which says why, if no chat can start for the parameter', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { pane, shown } = await openChat({ ...agentOnly, ports: { query }, states: { liveperson: 'unavailable' } });
    expect(shown()).toBeUndefined();
    expect(pane.missing).toBe(1);
  });

  it('[CH-009][CH-026] starts once for two clicks', async () => {
    const { store, channel, run } = await openChat();
    channel('bot').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu');
    void store.startChat('menu', 'liveperson');
    await run();
    expect(channel('bot').calls.started).toHaveLength(1);
    expect(channel('liveperson').calls.started).toEqual([]);
  });

  /** Opens a page that names this account, where live chat has a running chat of the account `acc-7`. */
  const continueChat = (account: string) =>
    openChat({
      ...agentOnly,
      ports: { query: parseQueryParameters(`https://x.example/?cm-continue-chat=${account}`) },
      prepare: (fake) => {
        fake.change({ config: { ...fake.channel.snapshot.config, account: 'acc-7' } });
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting', conversationId: 'old' });
          return true;
        };
      },
    });

  it('[CH-010] continues the chat of the given account', async () => {
    const { channel, shown, pane } = await continueChat('acc-7');
    expect(channel('liveperson').calls.resumed).toEqual([{ conversationId: undefined }]);
    expect(channel('liveperson').calls.started).toEqual([]);
    expect(shown()?.state).toBe('chatting');
    expect(pane.shown).toBe(1);
  });

  it('[CH-010][F-CH6] continues no chat of another account', async () => {
    const { channel, shown, pane } = await continueChat('nonsense');
    expect(channel('liveperson').calls.resumed).toEqual([]);
    expect(shown()).toBeUndefined();
    expect(pane.shown).toBe(0);
  });

  it.each([
    ['bot', []],
    ['liveperson2', [{ conversationId: undefined }]],
  ] as const)('[CH-010] continues chats with people only, not that of %s', async (service, resumed) => {
    const { channel, shown } = await openChat({
      entries: [{ service }],
      ports: { query: parseQueryParameters('https://x.example/?cm-continue-chat=acc-7') },
      prepare: (fake) => {
        fake.change({ config: { ...fake.channel.snapshot.config, account: 'acc-7' } });
      },
    });
    expect(channel(service).calls.resumed).toEqual(resumed);
    expect(shown()).toBeUndefined();
  });

  it('[CH-014] reads the visitor again each time, so that changes reach the channels', async () => {
    const visitor = { isSignedIn: false };
    const { channel } = await startChat({ visitor });
    expect(channel('bot').ports.visitor().isSignedIn).toBe(false);
    const other = await startChat({ visitor: { isSignedIn: true } });
    expect(other.channel('bot').ports.visitor().isSignedIn).toBe(true);
  });

  it('[CH-026] shows the overlay from the start until the first state', async () => {
    const { store, channel, run } = await openChat();
    channel('bot').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu');
    expect(store.state.isStarting).toBe(true);
    channel('bot').change({ state: 'waiting' });
    await run();
    expect(store.state.isStarting).toBe(false);
  });

  it('[CH-026] hides the overlay after 20 s, and at once on failure', async () => {
    const { store, channel, run } = await openChat();
    channel('bot').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu');
    await run(19_999);
    expect(store.state.isStarting).toBe(true);
    await run(1);
    expect(store.state.isStarting).toBe(false);
    const failed = await openChat();
    failed.channel('bot').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no'));
    await failed.store.startChat('menu');
    expect(failed.store.state.isStarting).toBe(false);
  });

  it('[CH-212][CH-214] logs a warning and shows a notice in the chat if it cannot start', async () => {
    const { store, channel, fakes } = await openChat();
    channel('bot').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no'));
    await store.startChat('menu');
    expect(fakes.log.warnings.join()).toContain('Cannot start chat.');
    expect(store.state.problem).toMatchObject({ key: 'notAvailable', action: 'menu' });
    expect(displayModeOf(store)).toBe('chat');
    store.leaveToMenu();
    expect(displayModeOf(store)).toBe('menu');
    expect(store.state.problem).toBeUndefined();
  });

  it('[CH-214] leads to the menu and keeps undelivered messages', async () => {
    const { store, channel, texts, pane, run } = await startChat();
    channel('bot').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.send('keep me');
    channel('bot').change({ state: 'unavailable' });
    await run();
    store.leaveToMenu();
    expect(pane.menus).toBe(1);
    expect(texts()).toContain('keep me');
  });

  it('[CH-213] keeps a more precise notice of the channel', async () => {
    const { store, channel } = await openChat(agentOnly);
    channel('liveperson').behaviour.start = async () => {
      channel('liveperson').emit({
        type: 'problem',
        key: 'startFailed',
        link: { text: 'Email us', href: 'mailto:a@b.example' },
      });
      channel('liveperson').change({ state: 'error' });
    };
    await store.startChat('menu');
    expect(shownProblem(store.state)).toMatchObject({ key: 'startFailed', link: { href: 'mailto:a@b.example' } });
  });

  it('[CH-008] ignores an adapter state during a conversation', async () => {
    const { channel, shown } = await startChat();
    channel('bot').change({ state: 'available' });
    expect(shown()?.state).toBe('chatting');
  });

  it('[CH-009][CH-214] starts another service if the one in the window has become unavailable', async () => {
    const { store, channel, shown } = await startChat();
    channel('bot').change({ state: 'unavailable' });
    await store.startChat('menu');
    expect(shown()?.adapterId).toBe('liveperson');
  });
});
