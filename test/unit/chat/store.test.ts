// Long, because these stories share one bench and belong to one store.
import { describe, expect, it } from 'vitest';
import type { AdapterId } from '../../../frame/chat/adapters.ts';
import type { MessageInput } from '../../../frame/chat/conversation.ts';
import { allMessages } from '../../../frame/chat/messageLog.ts';
import {
  availability,
  badgeOf,
  headerOf,
  inputOf,
  isConnectionLost,
  modeOf,
  surveyedConversation,
} from '../../../frame/chat/state.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { type ChatBenchOptions, createChatBench } from '../../support/chatBench.ts';
import type { FakeChannel } from '../../support/fakeChannel.ts';
import { createFakeChannelPorts } from '../../support/fakeChannelPorts.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

async function open(options: ChatBenchOptions = {}) {
  const bench = createChatBench(options);
  await bench.store.begin();
  return bench;
}

async function chatting(options: ChatBenchOptions = {}) {
  const bench = await open(options);
  bench.store.paneShown(true);
  await bench.store.startChat('menu');
  return bench;
}

const agentChat: ChatBenchOptions = { entries: [{ service: 'liveperson', skill: 'sales' }] };
const said = (id: string, text: string, more: Partial<MessageInput> = {}): MessageInput => ({
  id,
  type: 'agent',
  text,
  timestamp: 1_000,
  ...more,
});
const survey = { id: 1, header: 'How was it?', questions: [] };

describe('starting a chat', () => {
  it('[CH-038] makes a conversation with exactly its keys', async () => {
    const { shown } = await chatting();
    expect(Object.keys(shown() ?? {}).sort()).toEqual([
      'adapterId',
      'exitSurvey',
      'id',
      'isAgentTyping',
      'messages',
      'notice',
      'participants',
      'state',
      'unreadMsgCount',
    ]);
  });

  it('[CH-002] keeps the adapters as their channels tell them', async () => {
    const { store, channel } = await chatting();
    expect({ ...store.snapshot().adapters[0] }).toEqual({ ...channel('bot').channel.snapshot });
    expect(availability(store.state)).toBe('available');
  });

  it('[CH-009] starts the preferred adapter, and goes on with a live conversation instead of starting twice', async () => {
    const { store, channel } = await chatting();
    await store.startChat('link');
    expect(channel('bot').calls.started).toEqual([{ startType: 'menu' }]);
    expect(channel('liveperson').calls.started).toEqual([]);
  });

  it('[CH-009][CH-026] goes on without a chat service that hangs, but gives one that comes first a moment', async () => {
    const hangs: Partial<Record<AdapterId, () => void>> = {};
    const prepare = (fake: FakeChannel) => {
      const { init } = fake.channel;
      Object.assign(fake.channel, {
        init: () => new Promise<void>((resolve) => (hangs[fake.ports.adapterId] = () => resolve(init()))),
      });
    };
    const bench = createChatBench({ prepare });
    void bench.store.begin();
    await bench.run();
    void bench.store.startChat('menu');
    expect(bench.store.state.isStarting).toBe(true);
    hangs.liveperson?.();
    await bench.run(2_900);
    expect(bench.channel('liveperson').calls.started).toEqual([]);
    hangs.bot?.();
    await bench.run();
    expect(bench.channel('bot').calls.started).toEqual([{ startType: 'menu' }]);
    expect(bench.store.state.isStarting).toBe(false);

    const other = createChatBench({ prepare });
    void other.store.begin();
    await other.run();
    hangs.liveperson?.();
    void other.store.startChat('menu');
    await other.run(3_000);
    expect(other.channel('liveperson').calls.started).toEqual([{ startType: 'menu' }]);
  });

  it('[CH-010][CH-026] spends the patience for a service that hangs once, whoever asks', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { channel, store, run } = createChatBench({
      ports: { query },
      prepare: (fake) => {
        if (fake.ports.adapterId === 'bot') Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
      },
    });
    void store.begin();
    await run(3_000);
    expect(channel('liveperson').calls.started).toEqual([{ startType: 'queryParameter' }]);
  });

  it('[CH-010][CH-052] spends the patience for a talk that does not come back once, whoever asks', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'bot', localId: 'old', conversationId: 'c' }]);
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { store, pane, run } = createChatBench({
      storage,
      ports: { query },
      prepare: (fake) => {
        fake.behaviour.resume = () => new Promise(() => {});
      },
    });
    void store.begin();
    await run(19_999);
    expect(pane.shown).toBe(0);
    await run(1);
    expect(pane.shown).toBe(1);
    expect(store.state.isStarting).toBe(false);
  });

  it('[CH-026][CH-214] covers the pane while every chat service hangs, for 20 s, and then says so', async () => {
    const prepare = (fake: FakeChannel) => Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
    const { store, run } = createChatBench({ prepare });
    void store.begin();
    await run();
    void store.startChat('menu');
    await run(19_999);
    expect(store.state.isStarting).toBe(true);
    await run(1);
    expect(store.state).toMatchObject({ isStarting: false, trouble: { key: 'notAvailable' } });
  });

  it('[CH-010][CH-026] a start-chat parameter does not wait for a service that hangs', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { channel, store, run } = createChatBench({
      ports: { query },
      prepare: (fake) => {
        if (fake.ports.adapterId !== 'bot') Object.assign(fake.channel, { init: () => new Promise<void>(() => {}) });
      },
    });
    void store.begin();
    await run();
    expect(channel('bot').calls.started).toEqual([{ startType: 'queryParameter' }]);
  });

  it('[CH-052] what ran before a reload goes on before a visitor’s click begins something new', async () => {
    const storage = createFakeStorage();
    storage.write('cm-conversations', [{ adapterId: 'liveperson', localId: 'old', conversationId: 'c' }]);
    let resume: (value: boolean) => void = () => {};
    const { channel, store, run, shown } = createChatBench({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          const isThere = await new Promise<boolean>((resolve) => (resume = resolve));
          fake.change({ state: 'chatting', conversationId: 'c' });
          return isThere;
        };
      },
    });
    void store.begin();
    await run();
    void store.startChat('menu');
    await run(5_000);
    expect(channel('bot').calls.started).toEqual([]);
    resume(true);
    await run();
    expect(shown()).toMatchObject({ id: 'old', state: 'chatting' });
    expect(channel('bot').calls.started).toEqual([]);
  });

  it('[CH-010][SH-099] starts one chat for the start-chat parameter, with that start type', async () => {
    const query = parseQueryParameters('https://x.example/?cm-start-chat');
    const { channel, pane, fakes } = await open({ ports: { query } });
    expect(channel('bot').calls.started).toEqual([{ startType: 'queryParameter' }]);
    expect(pane.shown).toBe(1);
    expect(fakes.tracked[0]).toMatchObject({ name: 'CM_CHAT_START', detail: { startType: 'queryParameter' } });
  });

  it('[CH-010] continues the chat of the given account', async () => {
    const query = parseQueryParameters('https://x.example/?cm-continue-chat=acc-7');
    const { channel, shown } = await open({
      ...agentChat,
      ports: { query },
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting', conversationId: 'old' });
          return true;
        };
      },
    });
    expect(channel('liveperson').calls.resumed).toEqual([{ conversationId: undefined, account: 'acc-7' }]);
    expect(channel('liveperson').calls.started).toEqual([]);
    expect(shown()?.state).toBe('chatting');
  });

  it('[CH-014] asks for the visitor anew each time, so that later changes reach the channels', async () => {
    const visitor = { isSignedIn: false };
    const { channel } = await chatting({ visitor });
    expect(channel('bot').ports.visitor().isSignedIn).toBe(false);
    const other = await chatting({ visitor: { isSignedIn: true } });
    expect(other.channel('bot').ports.visitor().isSignedIn).toBe(true);
  });

  it('[CH-026] covers the pane from the start until the first state', async () => {
    const { store, channel, run } = await open();
    channel('bot').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu');
    expect(store.state.isStarting).toBe(true);
    channel('bot').change({ state: 'waiting' });
    await run();
    expect(store.state.isStarting).toBe(false);
  });

  it('[CH-026] uncovers the pane after 20 s, and at once on failure', async () => {
    const { store, channel, run } = await open();
    channel('bot').behaviour.start = () => new Promise(() => {});
    void store.startChat('menu');
    await run(19_999);
    expect(store.state.isStarting).toBe(true);
    await run(1);
    expect(store.state.isStarting).toBe(false);
    const failed = await open();
    failed.channel('bot').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no'));
    await failed.store.startChat('menu');
    expect(failed.store.state.isStarting).toBe(false);
  });

  it('[CH-212][CH-214] warns and explains when a chat cannot start, and stays in chat to say so', async () => {
    const { store, channel, fakes } = await open();
    channel('bot').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'no'));
    await store.startChat('menu');
    expect(fakes.log.warnings.join()).toContain('Cannot start chat.');
    expect(store.state.trouble).toMatchObject({ key: 'notAvailable', action: 'menu' });
    expect(modeOf(store.state)).toBe('CHAT');
    store.leaveToMenu();
    expect(modeOf(store.state)).toBe('MENU');
    expect(store.state.trouble).toBeUndefined();
  });

  it('[CH-214] leads to the menu and keeps what could not be sent', async () => {
    const { store, channel, texts, pane, run } = await chatting();
    channel('bot').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.send('keep me');
    channel('bot').change({ state: 'unavailable' });
    await run();
    store.leaveToMenu();
    expect(pane.menus).toBe(1);
    expect(texts()).toContain('keep me');
  });

  it('[CH-213] keeps the more precise sentence of the channel', async () => {
    const { store, channel } = await open(agentChat);
    channel('liveperson').behaviour.start = async () => {
      channel('liveperson').emit({
        type: 'trouble',
        key: 'startFailed',
        link: { text: 'Email us', href: 'mailto:a@b.example' },
      });
      channel('liveperson').change({ state: 'error' });
    };
    await store.startChat('menu');
    expect(store.state.trouble).toMatchObject({ key: 'startFailed', link: { href: 'mailto:a@b.example' } });
  });

  it('[CH-008] ignores a state word of a service that changes nothing about the conversation', async () => {
    const { channel, shown } = await chatting();
    channel('bot').change({ state: 'available' });
    expect(shown()?.state).toBe('chatting');
  });
});

describe('texts', () => {
  it('[CH-030] sends no empty text and trims the others', async () => {
    const { store, channel } = await chatting();
    for (const text of ['', '   ', '\n']) store.send(text);
    store.send('  hello ');
    expect(channel('bot').calls.sent.map((one) => one.text)).toEqual(['hello']);
  });

  it('shows a text at once as pending and settles it when delivered', async () => {
    const { store, channel, messages, run } = await chatting();
    let finish = (): void => {};
    channel('bot').behaviour.send = (message) =>
      new Promise((resolve) => {
        finish = () => {
          channel('bot').emit({ type: 'delivered', id: message.id, as: { id: 'server-1', timestamp: 5 } });
          resolve();
        };
      });
    store.send('hello');
    expect(messages()).toMatchObject([{ text: 'hello', isPending: true }]);
    finish();
    await run();
    expect(messages()).toMatchObject([{ id: 'server-1', isPending: false, timestamp: 5 }]);
  });

  it('[CH-215] marks a text that was not delivered and sends it again under the same id', async () => {
    const { store, channel, messages, run } = await chatting();
    const deliver = channel('bot').behaviour.send;
    channel('bot').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.send('hello');
    await run();
    expect(messages()).toMatchObject([{ text: 'hello', isNotSent: true, isPending: false }]);
    channel('bot').behaviour.send = deliver;
    store.retry(messages()[0]?.id ?? '');
    await run();
    expect(messages()).toMatchObject([{ text: 'hello', isNotSent: false, isPending: false }]);
    expect(new Set(channel('bot').calls.sent.map((one) => one.id)).size).toBe(1);
  });

  it('[CH-215] brings an undelivered text back after a reload', async () => {
    const storage = createFakeStorage();
    const first = await chatting({ storage });
    first.channel('bot').behaviour.send = () => new Promise(() => {});
    first.store.send('do not lose me');
    await first.run();
    first.fakes.lifetime.end();
    const second = await open({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting' });
          return true;
        };
      },
    });
    expect(second.messages()).toMatchObject([{ text: 'do not lose me', isNotSent: true }]);
  });

  it('keeps the draft over a reload and forgets it when it is sent', async () => {
    const storage = createFakeStorage();
    const first = await chatting({ storage });
    first.store.setDraft('half a sen');
    first.fakes.lifetime.end();
    const second = await chatting({ storage });
    expect(second.store.state.draft).toBe('half a sen');
    second.store.send('half a sentence');
    expect(second.store.state.draft).toBe('');
    expect((await open({ storage })).store.state.draft).toBe('');
  });

  it('[CH-032] tells typing once, and its end after 2 s without a key or on send', async () => {
    const { store, channel, run } = await chatting();
    store.type();
    await run(1_500);
    store.type();
    await run(1_999);
    expect(channel('bot').calls.typing).toEqual([true]);
    await run(1);
    expect(channel('bot').calls.typing).toEqual([true, false]);
    store.type();
    store.send('hello');
    expect(channel('bot').calls.typing).toEqual([true, false, true, false]);
    await run(5_000);
    expect(channel('bot').calls.typing).toHaveLength(4);
  });

  it('[CH-032][SH-050] shows agent typing for 2 s after the last signal', async () => {
    const { channel, shown, run } = await chatting();
    channel('bot').emit({ type: 'agentTyping', isTyping: true });
    await run(1_900);
    expect(shown()?.isAgentTyping).toBe(true);
    channel('bot').emit({ type: 'agentTyping', isTyping: true });
    await run(1_900);
    expect(shown()?.isAgentTyping).toBe(true);
    await run(200);
    expect(shown()?.isAgentTyping).toBe(false);
  });
});

describe('unread messages', () => {
  it('[CH-044][SH-038] count while the pane is hidden and are gone when it shows', async () => {
    const { store, shown, channel } = await chatting();
    store.paneShown(false);
    channel('bot').emit({ type: 'messages', messages: [said('1', 'hi', { type: 'bot' })] });
    channel('bot').emit({ type: 'messages', messages: [said('2', 'psst', { type: 'bot' })], countsUnread: false });
    expect(shown()?.unreadMsgCount).toBe(1);
    store.paneShown(true);
    expect(shown()?.unreadMsgCount).toBe(0);
  });

  it('[CH-046] showing leaves the seen cookie on the host, and the next counted message takes it away', async () => {
    const { store, channel, hostStore, run } = await chatting();
    store.paneShown(true);
    await run();
    expect([...hostStore.keys()]).toEqual(['areUnreadsSeen']);
    store.paneShown(false);
    channel('bot').emit({ type: 'messages', messages: [said('1', 'hi', { type: 'bot' })] });
    await run();
    expect(hostStore.size).toBe(0);
    expect(store.state.seenKeys).toEqual([]);
  });

  it('[CH-045][CH-046] of messaging show on the pill, whatever was seen of another chat', async () => {
    const { store, channel, hostStore, run } = await open({
      entries: [{ service: 'bot' }, { service: 'liveperson2' }],
    });
    await store.startChat('menu', 'bot');
    store.paneShown(true);
    await run();
    store.paneShown(false);
    channel('liveperson2').change({ state: 'chatting', conversationId: 'days-old' });
    channel('liveperson2').emit({ type: 'unread', count: 2 });
    await run();
    expect([...hostStore.keys()]).toEqual(['areUnreadsSeen']);
    expect(badgeOf(store.state, false)).toBe(2);
    expect(badgeOf(store.state, true)).toBe(0);
  });

  it('[CH-045][CH-046] are not hidden by a seen cookie that the page answers with after they came', async () => {
    const answers: ((value: string) => void)[] = [];
    const host = {
      ...createFakeChannelPorts().ports.host,
      readStore: () => new Promise<string>((resolve) => void answers.push(resolve)),
      writeStore: async () => true,
    };
    const { store, channel, run } = await open({ entries: [{ service: 'liveperson2' }], ports: { host } });
    channel('liveperson2').change({ state: 'chatting', conversationId: 'days-old' });
    channel('liveperson2').emit({ type: 'unread', count: 2 });
    for (let at = 0; at < 2; at += 1) {
      answers[at]?.('true');
      await run();
    }
    expect(badgeOf(store.state, false)).toBe(2);
  });

  it('[CH-173] take what the service knew at load', async () => {
    const { shown, channel } = await open(agentChat);
    channel('liveperson').change({ state: 'chatting' });
    channel('liveperson').emit({ type: 'unread', count: 3 });
    expect(shown()?.unreadMsgCount).toBe(3);
  });
});

describe('an agent', () => {
  it('[CH-041] who spoke before the service gave the name has it on these messages too', async () => {
    const { channel, messages } = await chatting(agentChat);
    const { emit } = channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'a', isActive: true }] });
    emit({ type: 'messages', messages: [said('1', 'Good morning', { participantId: 'a' })] });
    emit({ type: 'participants', participants: [{ id: 'a', name: 'Natalie' }] });
    emit({ type: 'messages', messages: [said('2', 'Anything else?', { participantId: 'a' })] });
    expect(messages().map((one) => one.by)).toEqual(['Natalie', 'Natalie']);
  });
});

describe('ending', () => {
  it('[CH-023] No keeps the chat, Yes ends it once', async () => {
    const { store, channel, shown, run } = await chatting(agentChat);
    store.answerEnd(false);
    expect(channel('liveperson').calls.ended).toBe(0);
    expect(shown()?.state).toBe('chatting');
    store.answerEnd(true);
    await run();
    expect(channel('liveperson').calls.ended).toBe(1);
    expect(shown()?.state).toBe('ended');
  });

  it('[CH-023] ends for the visitor even when the service does not hear of it', async () => {
    const { store, channel, shown, run } = await chatting(agentChat);
    channel('liveperson').behaviour.end = () => Promise.reject(createError('CALL_FAILED', 'down'));
    store.answerEnd(true);
    await run();
    expect(shown()?.state).toBe('ended');
  });

  it('[CH-048] leaves the ended messages in the window with the override and without an active conversation', async () => {
    const { store, channel, texts } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'messages', messages: [said('1', 'bye')] });
    channel('liveperson').change({ state: 'ended' });
    expect(store.state).toMatchObject({ hasOverride: true, activeId: undefined });
    expect(modeOf(store.state)).toBe('CHAT');
    expect(texts()).toContain('bye');
    expect(headerOf(store.state).phase).toBe('ended');
  });

  it('[CH-025] clearing after the end takes the chat away and cancels the survey', async () => {
    const { store, channel, shown, run } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    store.clear();
    await run();
    expect(channel('liveperson').calls.cancelled).toBe(1);
    expect(shown()).toBeUndefined();
    expect(modeOf(store.state)).toBe('MENU');
  });

  it('[CH-049] a closed conversation loses its survey', async () => {
    const { store, channel } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    channel('liveperson').change({ state: 'closed' });
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-218] an error ends the chat with its sentence, and a new chat works', async () => {
    const { store, channel, shown } = await chatting(agentChat);
    channel('liveperson').change({ state: 'fatal_error' });
    expect(store.state.trouble).toMatchObject({ key: 'chatFailed', action: 'newChat' });
    await store.startNewChat();
    expect(shown()?.state).toBe('chatting');
    expect(store.state.trouble).toBeUndefined();
  });

  it('[CH-215][CH-218] a text that a broken chat did not take goes along into the new one', async () => {
    const { store, channel, messages, shown, run } = await chatting(agentChat);
    channel('liveperson').behaviour.send = async () => {};
    store.send('First');
    store.send('Second');
    for (const { id } of messages()) channel('liveperson').emit({ type: 'notDelivered', id });
    store.setDraft('and a third');
    channel('liveperson').change({ state: 'error' });
    const kept = messages().filter((one) => one.isNotSent);
    expect(kept.map((one) => one.text)).toEqual(['First', 'Second']);
    store.retry(kept[0]?.id ?? '');
    await run();
    expect(shown()?.state).toBe('chatting');
    expect(store.state.draft).toBe('First\nSecond\nand a third');
    expect(messages()).toEqual([]);
  });

  it('[CH-064] offers the transcript once after a talk, and not after silence', async () => {
    const { channel, messages } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'messages', messages: [said('1', 'bye')] });
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    expect(messages().filter((message) => message.source === 'download-transcript')).toHaveLength(1);
    const silent = await chatting(agentChat);
    silent.channel('liveperson').change({ state: 'ended' });
    expect(silent.messages()).toEqual([]);
  });

  it('[CH-064] has one offer of the transcript in the window, however often the talk went to an agent and back', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = async () => true;
    for (const id of ['1', '2']) {
      await bench.channel('bot').ports.requestTransfer({});
      bench.channel('liveperson').emit({ type: 'messages', messages: [said(id, 'agent words')] });
      bench.channel('liveperson').change({ state: 'ended' });
      await bench.run();
      expect(bench.messages().filter((one) => one.source !== undefined)).toHaveLength(1);
    }
    expect(bench.shown()?.adapterId).toBe('bot');
  });

  it('[CH-073] builds the transcript without a call', async () => {
    const { store, channel, fakes } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'messages', messages: [said('1', 'bye', { by: 'Mina' })] });
    const calls = fakes.call.calls.length;
    const file = store.transcript();
    expect(file.name).toMatch(/^chat-transcript-\d{4}-\d\d-\d\d\.txt$/);
    expect(file.text).toContain('Mina: bye');
    expect(fakes.call.calls).toHaveLength(calls);
  });

  it('[CH-016] stops channels without ending conversations when the widget goes', async () => {
    const { channel, fakes } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'agentTyping', isTyping: true });
    fakes.lifetime.end();
    expect(fakes.clock.pending).toBe(0);
    expect(channel('liveperson').calls.ended).toBe(0);
    expect(channel('liveperson').ports.lifetime.ended).toBe(true);
  });

  it('[CH-025] a chat on stand-by is kept', async () => {
    const { channel, shown } = await chatting(agentChat);
    channel('liveperson').change({ state: 'standBy' });
    expect(shown()).toBeDefined();
  });
});

describe('the exit survey', () => {
  it('[CH-063][CH-065] is shown when the service has one, and its answers go back', async () => {
    const { store, channel, run } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    channel('liveperson').emit({
      type: 'survey',
      survey: {
        ...survey,
        questions: [
          {
            id: 4,
            label: 'Well?',
            type: 'textField',
            isMandatory: false,
            validation: undefined,
            logicId: undefined,
            entries: [],
            lastKnownValue: '',
          },
        ],
      },
    });
    expect(surveyedConversation(store.state)?.exitSurvey?.header).toBe('How was it?');
    await store.submitSurvey({ 4: 'fine' });
    await run();
    expect(channel('liveperson').calls.submitted).toEqual([{ 4: 'fine' }]);
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-037][CH-063][CH-139] is announced, as are replies in place of the input', async () => {
    const { store, channel } = await chatting(agentChat);
    channel('liveperson').emit({
      type: 'quickReplies',
      replies: [
        { id: 'y', text: 'Yes' },
        { id: 'n', text: 'No' },
      ],
    });
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    expect(store.state.announcements).toMatchObject([
      { sender: chatTexts.quickReplies, text: 'Yes, No' },
      { sender: 'System', text: 'How was it?' },
    ]);
  });

  it('[CH-037][A11Y-15] a delivered text is announced as sent, once, and a text that was not says so itself', async () => {
    const { store, channel, run } = await chatting(agentChat);
    channel('liveperson').behaviour.send = async () => {};
    store.send('Hello');
    const id = channel('liveperson').calls.sent[0]?.id ?? '';
    expect(store.state.announcements).toEqual([]);
    channel('liveperson').emit({ type: 'delivered', id });
    channel('liveperson').emit({ type: 'delivered', id });
    expect(store.state.announcements).toMatchObject([{ sender: 'You', text: 'Sent' }]);
    await run(1_000);
    expect(store.state.announcements).toEqual([]);
  });

  it('[CH-068] a failed fetch is noted and no panel is shown', async () => {
    const { store, channel, fakes } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'surveyFailed' });
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(fakes.log.warnings).toHaveLength(1);
  });

  it('[CH-069] keeps the answers after a failed submit, logs once, and sends them again', async () => {
    const { store, channel, fakes } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    channel('liveperson').behaviour.submit = () => Promise.reject(createError('CALL_FAILED', 'down'));
    await store.submitSurvey({});
    expect(store.state.survey).toBe('failed');
    expect(surveyedConversation(store.state)).toBeDefined();
    expect(fakes.log.warnings).toHaveLength(1);
    channel('liveperson').behaviour.submit = async () => {};
    await store.submitSurvey({});
    expect(surveyedConversation(store.state)).toBeUndefined();
  });

  it('[CH-063][CH-069] thanks for the answers of this chat only, not again at the end of the next one', async () => {
    const { store, channel } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    await store.submitSurvey({});
    expect(store.state.survey).toBe('sent');
    await store.startNewChat();
    channel('liveperson').change({ state: 'ended' });
    expect(store.state.survey).toBe('open');
  });

  it('[CH-049][CH-050] the bot of console-contact restarts too when closing the conversation took the survey away', async () => {
    const { store, channel, run } = await open({
      entries: [{ service: 'bot', skill: 'console-contact' }, { service: 'liveperson' }],
    });
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    channel('liveperson').change({ state: 'closed' });
    await run();
    expect(channel('bot').calls.started).toHaveLength(1);
  });

  it('[CH-026][CH-050] the bot that closing the conversation began covers the pane until it has answered', async () => {
    const { store, channel } = await open({
      entries: [{ service: 'bot', skill: 'console-contact' }, { service: 'liveperson' }],
    });
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    channel('bot').behaviour.start = () => new Promise(() => {});
    channel('liveperson').change({ state: 'closed' });
    expect(store.state.conversations.at(-1)).toMatchObject({ adapterId: 'bot', state: 'waiting' });
    expect(store.state.isStarting).toBe(true);
  });

  it('[CH-069] a failed cancel just closes the panel', async () => {
    const { store, channel, fakes } = await chatting(agentChat);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    channel('liveperson').behaviour.cancel = () => Promise.reject(createError('CALL_FAILED', 'down'));
    await store.closeSurvey();
    expect(surveyedConversation(store.state)).toBeUndefined();
    expect(fakes.log.warnings).toHaveLength(1);
  });

  it.each([
    ['console-contact', 1],
    ['cloud', 0],
  ])('[CH-050] afterwards the bot of skill %s restarts %s times', async (skill, starts) => {
    const { store, channel, run } = await open({ entries: [{ service: 'bot', skill }, { service: 'liveperson' }] });
    await store.startChat('menu', 'liveperson');
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'survey', survey });
    await store.closeSurvey();
    await run();
    expect(channel('bot').calls.started).toHaveLength(starts);
    if (starts > 0) expect(store.state.conversations.at(-1)).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });
});

describe('transfer', () => {
  const transfer = async (bench: Awaited<ReturnType<typeof open>>, request = {}) =>
    bench.channel('bot').ports.requestTransfer(request);

  it('[CH-056][CH-057] shows the new conversation with the old messages as history, in order', async () => {
    const bench = await chatting();
    bench.channel('bot').emit({
      type: 'messages',
      messages: [
        said('1', 'a', { type: 'bot' }),
        said('2', 'b', { type: 'bot', timestamp: 2_000 }),
        said('3', 'c', { type: 'bot', timestamp: 3_000 }),
      ],
    });
    await transfer(bench);
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson', state: 'chatting' });
    expect(bench.messages().map((one) => [one.text, one.isHistory])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
    expect(bench.channel('liveperson').calls.started[0]).toMatchObject({ startType: 'transfer' });
  });

  it('[CH-047][CH-056] returns to the bot when the agent chat ends', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'messages', messages: [said('9', 'agent words')] });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(bench.channel('bot').calls.started).toHaveLength(1);
    expect(bench.channel('bot').calls.resumed).toEqual([{ conversationId: 'bot-talk' }]);
    expect(bench.texts()).toContain('agent words');
  });

  it('[CH-047][CH-217] says that the agent is gone, and keeps what was not said, when the agent chat breaks down', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench);
    bench.channel('liveperson').behaviour.send = () => Promise.reject(createError('CALL_FAILED', 'down'));
    bench.store.send('Are you there?');
    await bench.run();
    bench.channel('liveperson').change({ state: 'error' });
    await bench.run();
    expect(bench.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
    expect(bench.store.state.trouble).toMatchObject({ key: 'transferFailed' });
    expect(bench.store.state.draft).toBe('Are you there?');
  });

  it('[CH-047] starts the bot once more when the way back fails', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = () => Promise.reject(createError('CALL_FAILED', 'down'));
    bench.channel('bot').emit({ type: 'messages', messages: [said('1', 'bot words', { type: 'bot' })] });
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'messages', messages: [said('9', 'agent words')] });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.channel('bot').calls.started.map((one) => one.startType)).toEqual(['menu', 'restart']);
    expect(bench.shown()?.adapterId).toBe('bot');
    // One live conversation, with all that was said: closing it leaves none behind.
    expect(bench.store.state.conversations.filter((one) => one.state === 'chatting')).toHaveLength(1);
    expect(bench.texts()).toEqual(expect.arrayContaining(['bot words', 'agent words']));
  });

  it('[CH-059] stays at the ended agent chat when the return is forbidden', async () => {
    const bench = await chatting();
    await transfer(bench, { noSwitchBack: true });
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    expect(bench.shown()).toMatchObject({ adapterId: 'liveperson', state: 'ended' });
    expect(bench.channel('bot').calls.resumed).toEqual([]);
    expect(bench.store.state.hasOverride).toBe(true);
  });

  it("[CH-061][CH-217] a failed transfer is logged as 'transferChatHelper error', rejects and goes back to the bot", async () => {
    const bench = await chatting();
    bench.channel('liveperson').behaviour.start = () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'nobody'));
    await expect(transfer(bench)).rejects.toThrow('nobody');
    expect(bench.fakes.log.errors[0]).toContain('transferChatHelper error');
    expect(bench.shown()?.adapterId).toBe('bot');
    expect(bench.store.state.trouble).toBeUndefined();
    expect(bench.messages().at(-1)).toMatchObject({ type: 'error', text: chatTexts.transferFailed });
    expect(bench.store.state.announcements.at(-1)).toMatchObject({ sender: 'Problem', text: chatTexts.transferFailed });
    bench.store.send('still here?');
    await bench.run();
    expect(bench.channel('bot').calls.sent.map((one) => one.text)).toEqual(['still here?']);
  });

  it('[CH-056] a failed transfer leaves no way back behind', async () => {
    const bench = await chatting();
    bench.channel('liveperson').behaviour.start = async () => bench.channel('liveperson').change({ state: 'error' });
    await expect(transfer(bench)).rejects.toThrow();
    await bench.store.startChat('menu', 'liveperson').catch(() => {});
    expect(bench.channel('bot').calls.resumed).toEqual([]);
  });

  it('[CH-062] queues what is typed while it is pending, and keeps it when nobody comes', async () => {
    const bench = await chatting();
    let refuse: (error: Error) => void = () => {};
    bench.channel('liveperson').behaviour.start = () => new Promise((_, reject) => (refuse = reject));
    bench.channel('liveperson').behaviour.send = () => new Promise(() => {});
    const pending = transfer(bench).catch(() => {});
    await bench.run();
    expect(headerOf(bench.store.state).phase).toBe('waiting');
    bench.store.send('are you there?');
    expect(bench.channel('liveperson').calls.sent.map((one) => one.text)).toEqual(['are you there?']);
    refuse(new Error('nobody'));
    await pending;
    expect(bench.messages().at(-1)).toMatchObject({ text: 'are you there?', isNotSent: true });
  });

  it('[CH-060] keeps an external entry in force until the chat ends', async () => {
    const storage = createFakeStorage();
    const bench = await chatting({ storage });
    const entry = { service: 'liveperson', skill: 'external', ifExternalConfig: true };
    await transfer(bench, { entries: [entry] });
    expect(storage.read('cm-external-config')).toEqual(entry);
    const again = await open({ storage });
    expect(again.channel('liveperson').ports.entry.skill).toBe('external');
    bench.channel('liveperson').change({ state: 'ended' });
    expect(storage.read('cm-external-config')).toBeUndefined();
  });

  it('[CH-060][CH-138] a chat from the menu afterwards is in the page’s own queue again', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'external', ifExternalConfig: true }] });
    expect(bench.channel('liveperson').ports.entry.skill).toBe('external');
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    await bench.store.startChat('menu', 'liveperson');
    expect(bench.channel('liveperson').ports.entry.skill).toBe('sales');
    expect(bench.channel('liveperson').calls.started).toEqual([{ startType: 'menu' }]);
  });

  it('[CH-060] a chat that runs in another queue keeps its channel when the bot asks for an agent', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = async () => true;
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'external', ifExternalConfig: true }] });
    const { lifetime } = bench.channel('liveperson').ports;
    bench.store.state.activeId = bench.store.state.conversations[0]?.id;
    await transfer(bench);
    expect(lifetime.ended).toBe(false);
    expect(bench.channel('liveperson').ports.entry.skill).toBe('external');
  });

  it('[CH-060] an external entry whose chat ended while the page was gone is in force no longer', async () => {
    const storage = createFakeStorage();
    storage.write('cm-external-config', { service: 'liveperson', skill: 'external', ifExternalConfig: true });
    const bench = await open({ storage });
    expect(storage.read('cm-external-config')).toBeUndefined();
    await bench.store.startChat('menu', 'liveperson');
    expect(bench.channel('liveperson').ports.entry.skill).toBe('sales');
  });

  it('[CH-016] replaces the channel of a service without ending its conversation', async () => {
    const bench = await chatting();
    const before = bench.channel('liveperson');
    await transfer(bench, { entries: [{ service: 'liveperson', skill: 'other' }] });
    expect(before.ports.lifetime.ended).toBe(true);
    expect(before.calls.ended).toBe(0);
    expect(bench.channel('liveperson').calls.started).toHaveLength(1);
  });

  it('[CH-098] tells the bot of the live session', async () => {
    const bench = await chatting();
    await transfer(bench);
    bench.channel('liveperson').emit({ type: 'session', realtimeId: 'rt-1' });
    expect(bench.channel('bot').calls.linked).toEqual(['rt-1']);
  });
});

describe('a reload', () => {
  it('[CH-052] continues the conversation under the same ids', async () => {
    const storage = createFakeStorage();
    const first = await chatting({ storage });
    const id = first.shown()?.id;
    first.fakes.lifetime.end();
    const second = await open({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting' });
          fake.emit({ type: 'messages', messages: [said('1', 'before', { type: 'bot', isHistory: true })] });
          return true;
        };
      },
    });
    expect(second.channel('bot').calls.resumed).toEqual([{ conversationId: 'bot-talk' }]);
    expect(second.shown()).toMatchObject({ id, state: 'chatting' });
    expect(second.texts()).toEqual(['before']);
  });

  it('[CH-047][CH-052] gives the window to who was talked to last, and still leads back from there', async () => {
    const storage = createFakeStorage();
    const first = await chatting({ storage });
    await first.channel('bot').ports.requestTransfer({});
    first.fakes.lifetime.end();
    const second = await open({
      storage,
      prepare: (fake) => {
        fake.behaviour.resume = async () => {
          fake.change({ state: 'chatting' });
          return true;
        };
      },
    });
    expect(second.shown()?.adapterId).toBe('liveperson');
    second.channel('liveperson').change({ state: 'ended' });
    await second.run();
    expect(second.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-047][CH-052] knows a transferred conversation that its service shows before it is asked', async () => {
    const storage = createFakeStorage();
    let page = await chatting({ storage });
    await page.channel('bot').ports.requestTransfer({});
    const id = page.shown()?.id;
    // The second reload finds what the first has kept.
    for (const at of [1, 2]) {
      page.fakes.lifetime.end();
      page = await open({
        storage,
        prepare: (fake) => {
          const isBot = fake.channel.snapshot.queueType === 'bot';
          const show = () => {
            fake.change({ conversationId: isBot ? 'bot-talk' : 'liveperson-talk' });
            fake.change({ state: 'chatting' });
            const words = isBot ? 'I am getting somebody.' : 'Hello, this is Natalie.';
            const type = isBot ? 'bot' : 'agent';
            fake.emit({
              type: 'messages',
              messages: [said(`${type}-1`, words, { type, isHistory: true, timestamp: at })],
            });
          };
          const init = fake.channel.init;
          fake.channel.init = async () => {
            await init();
            if (!isBot) show();
          };
          fake.behaviour.resume = async () => {
            if (isBot) show();
            return true;
          };
        },
      });
      expect(page.shown()).toMatchObject({ id, adapterId: 'liveperson' });
      expect(page.texts()).toEqual(expect.arrayContaining(['I am getting somebody.', 'Hello, this is Natalie.']));
    }
    page.channel('liveperson').change({ state: 'ended' });
    await page.run();
    expect(page.shown()).toMatchObject({ adapterId: 'bot', state: 'chatting' });
  });

  it('[CH-052] forgets a conversation that has ended', async () => {
    const storage = createFakeStorage();
    const first = await chatting({ storage, ...agentChat });
    first.channel('liveperson').change({ state: 'ended' });
    const second = await open({ storage, ...agentChat });
    expect(second.channel('liveperson').calls.resumed).toEqual([]);
  });

  it('[CH-052] shows the menu when there is nothing to continue any more', async () => {
    const storage = createFakeStorage();
    (await chatting({ storage })).fakes.lifetime.end();
    const second = await open({ storage });
    expect(second.shown()).toBeUndefined();
    expect(modeOf(second.store.state)).toBe('MENU');
  });
});

describe('what is tracked', () => {
  it('[CH-208] start, connection, first text, transfer and end fire once each, in order', async () => {
    const bench = await chatting();
    bench.channel('bot').behaviour.resume = async () => true;
    bench.store.send('one');
    bench.store.send('two');
    await bench.channel('bot').ports.requestTransfer({});
    bench.channel('liveperson').change({ state: 'ended' });
    await bench.run();
    const names = bench.fakes.tracked.map((event) => event.name);
    expect(names).toEqual([
      'CM_CHAT_START',
      'CM_CHAT_CONNECT',
      'CM_CHAT_FIRST_MESSAGE',
      'CM_CHAT_CONNECT',
      'CM_CHAT_TRANSFER',
      'CM_CHAT_END',
    ]);
    expect(bench.fakes.tracked[0]?.detail).toMatchObject({
      pageUrl: 'https://www.northwind.example/cloud/databases',
      adapterId: 'bot',
      skill: 'cloud',
    });
  });
});

describe('what the window shows', () => {
  it('[CH-020] waiting, agent and ended headers', async () => {
    const { store, channel } = await open(agentChat);
    channel('liveperson').behaviour.start = async () => channel('liveperson').change({ state: 'waiting' });
    await store.startChat('menu');
    expect(headerOf(store.state)).toEqual({ phase: 'waiting', agent: undefined });
    channel('liveperson').change({ state: 'chatting' });
    channel('liveperson').emit({ type: 'participants', participants: [{ id: 'a', name: 'Mina', role: 'Expert' }] });
    expect(headerOf(store.state)).toMatchObject({ phase: 'agent', agent: { name: 'Mina' } });
    channel('liveperson').change({ state: 'ended' });
    expect(headerOf(store.state).phase).toBe('ended');
  });

  it('[CH-053] hides agents that are machinery: no message, no role', async () => {
    const { channel, shown, texts } = await chatting({
      ...agentChat,
      deployment: { hiddenAgentMarkers: ['sales-routing'] },
    });
    channel('liveperson').emit({
      type: 'participants',
      participants: [
        { id: 'm', name: 'Sales-Routing 3', role: 'Router' },
        { id: 'a', name: 'Mina' },
      ],
    });
    channel('liveperson').emit({
      type: 'messages',
      messages: [said('1', 'routing', { participantId: 'm' }), said('2', 'Hello', { participantId: 'a' })],
    });
    expect(shown()?.participants.map((one) => one.name)).toEqual(['Mina']);
    expect(texts()).toEqual(['Hello']);
  });

  it('[CH-053] takes away what an agent has said who turns out to be machinery, and who it was', async () => {
    const bench = await chatting({ ...agentChat, deployment: { hiddenAgentMarkers: ['sales-routing'] } });
    const { emit } = bench.channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'm', isActive: true }] });
    emit({
      type: 'messages',
      messages: [said('1', 'routing', { participantId: 'm' }), said('2', 'Hello', { participantId: 'a' })],
    });
    emit({ type: 'participants', participants: [{ id: 'm', name: 'sales-routing 3' }] });
    emit({ type: 'messages', messages: [said('3', 'it joined', { type: 'agentJoin', participantId: 'm' })] });
    expect(bench.texts()).toEqual(['Hello']);
    expect(bench.shown()?.participants).toEqual([]);
  });

  it.each([
    ['Ada', 'Welcome back, Ada.'],
    [undefined, 'Welcome back.'],
  ])('[CH-034] welcomes a returning async visitor, first name %s, with %s', async (firstName, words) => {
    const { channel, texts } = await open({
      entries: [{ service: 'liveperson2' }],
      visitor: { firstName },
    });
    channel('liveperson2').change({ state: 'chatting' });
    expect(texts()).toEqual([words]);
    const fresh = await open({ entries: [{ service: 'liveperson2' }] });
    await fresh.store.startChat('menu');
    expect(fresh.texts()).toEqual([]);
  });

  it('[CH-033] words the offline notice itself when no fragment does, with one warning', async () => {
    const { store, channel, fakes } = await chatting({ entries: [{ service: 'liveperson2' }] });
    channel('liveperson2').change({ agentStatus: 'unavailable' });
    expect(inputOf(store.state, false)).toMatchObject({ isShown: false, isOffline: true });
    expect(store.offlineText()).toMatch(/agents are not available/);
    store.offlineText();
    expect(fakes.log.warnings).toHaveLength(1);
    channel('liveperson2').change({ isLoggedIn: true });
    expect(inputOf(store.state, false)).toMatchObject({ isShown: true, isOffline: false });
  });

  it('[CH-033][CH-174] begins the chat that the visitor signed in for, and none that was not asked for', async () => {
    const failing = { behaviour: { start: () => Promise.reject(createError('CHANNEL_UNAVAILABLE', 'nobody')) } };
    const bench = await open({
      entries: [{ service: 'liveperson2' }],
      prepare: (one) => Object.assign(one.behaviour, failing.behaviour),
    });
    const { channel, store, shown } = bench;
    channel('liveperson2').change({ agentStatus: 'unavailable' });
    channel('liveperson2').change({ isLoggedIn: true });
    channel('liveperson2').change({ isLoggedIn: false });
    expect(channel('liveperson2').calls.started).toEqual([]);
    await store.startChat('menu');
    expect(inputOf(store.state, false).isOffline).toBe(true);
    channel('liveperson2').behaviour.start = async () => channel('liveperson2').change({ state: 'chatting' });
    channel('liveperson2').change({ isLoggedIn: true });
    await bench.run();
    expect(shown()?.state).toBe('chatting');
    expect(store.state.trouble).toBeUndefined();
    expect(inputOf(store.state, false)).toMatchObject({ isShown: true, isDisabled: false });
  });

  it('[CH-219] says that sign-in did not complete when its window was blocked, or closed without a sign-in', async () => {
    const { store, channel, fakes } = await chatting({ entries: [{ service: 'liveperson2' }] });
    const { change } = channel('liveperson2');
    change({ agentStatus: 'unavailable' });
    store.signInOpened(null);
    expect(store.state.trouble).toEqual({ key: 'signInFailed', action: 'none', link: undefined });

    const tab = { closed: false };
    store.signInOpened(tab);
    await fakes.clock.advance(60_000);
    expect(store.state.trouble).toBeUndefined();
    tab.closed = true;
    await fakes.clock.advance(6_000);
    expect(store.state.trouble?.key).toBe('signInFailed');

    const second = { closed: true };
    store.signInOpened(second);
    change({ isLoggedIn: true });
    await fakes.clock.advance(6_000);
    expect(store.state.trouble).toBeUndefined();
  });

  it('[CH-035] opens sign-in in the page’s own window on phones and tablets', async () => {
    const { store, fakes } = await chatting();
    store.openHere('https://login.northwind.example/');
    expect(fakes.opened).toEqual([{ url: 'https://login.northwind.example/', target: 'self' }]);
    expect(store.isHandheld()).toBe(false);
  });

  it('[CH-139] quick replies stand in place of the input until they are withdrawn', async () => {
    const { store, channel } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'quickReplies', replies: [{ id: '1', text: 'Good' }] });
    expect(inputOf(store.state, false).isShown).toBe(false);
    channel('liveperson').emit({ type: 'quickReplies', replies: [] });
    expect(inputOf(store.state, false).isShown).toBe(true);
  });

  it('[CH-028][CH-214] a bot that went away takes the input with it, and a delivered text brings it back', async () => {
    const { store, channel } = await chatting();
    channel('bot').change({ state: 'unavailable' });
    expect(inputOf(store.state, false).isShown).toBe(false);
    channel('bot').change({ state: 'chatting' });
    expect(inputOf(store.state, false).isShown).toBe(true);
  });

  it('[CH-216] a connection counts as lost after 3 s, until it is back', async () => {
    const { store, channel, run } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(2_999);
    expect(isConnectionLost(store.state)).toBe(false);
    await run(1);
    expect(isConnectionLost(store.state)).toBe(true);
    channel('liveperson').emit({ type: 'connection', isLost: false });
    expect(isConnectionLost(store.state)).toBe(false);
  });

  it('[CH-216] a connection that another talk would need, and one that an ended talk needed, are nobody’s trouble', async () => {
    const bench = await chatting();
    bench.channel('liveperson').emit({ type: 'connection', isLost: true });
    await bench.run(3_000);
    expect(isConnectionLost(bench.store.state)).toBe(false);
    const { store, channel, run } = await chatting(agentChat);
    channel('liveperson').emit({ type: 'connection', isLost: true });
    await run(3_000);
    channel('liveperson').change({ state: 'ended' });
    expect(isConnectionLost(store.state)).toBe(false);
  });

  it('[CH-037] announces each incoming message once, and no history', async () => {
    const { store, channel } = await chatting();
    const message = said('1', 'Hello', { type: 'bot' });
    channel('bot').emit({ type: 'messages', messages: [message] });
    channel('bot').emit({ type: 'messages', messages: [message, said('2', 'old', { type: 'bot', isHistory: true })] });
    store.send('mine');
    // Of the visitor's own text only that it is sent.
    expect(store.state.announcements.map((one) => [one.sender, one.text])).toEqual([
      ['Assistant', 'Hello'],
      ['You', 'Sent'],
    ]);
  });

  it('a second conversation that begins while another runs does not take the window', async () => {
    const { channel, shown } = await chatting();
    channel('liveperson').emit({ type: 'messages', messages: [said('1', 'psst')] });
    expect(shown()?.adapterId).toBe('bot');
  });

  it('[CH-216] keeps all messages of a long talk in order', async () => {
    const { channel, shown } = await chatting();
    channel('bot').emit({
      type: 'messages',
      messages: Array.from({ length: 500 }, (_, at) => said(`m${at}`, `${at}`, { timestamp: at })),
    });
    expect(allMessages(shown()?.messages ?? { pages: [], pending: [] })).toHaveLength(500);
  });
});
