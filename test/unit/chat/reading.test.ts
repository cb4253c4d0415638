import { describe, expect, it } from 'vitest';
import { toMessage } from '../../../frame/chat/messages/messageLog.ts';
import { agentMessage, agentOnly, openChat, startChat } from '../../support/chatStories.ts';
import { createFakeChannelPorts } from '../../support/fakeChannelPorts.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

/** A host page that opens addresses, or refuses to. */
function createHost(isRefused = false) {
  const opened: string[] = [];
  const host = {
    ...createFakeChannelPorts().ports.host,
    openUrl: async (url: string, target: string) => {
      if (isRefused) throw new Error('refused');
      opened.push(`${target} ${url}`);
      return true;
    },
    readStore: async () => null,
    writeStore: async () => true,
  };
  return { host, opened };
}

describe('a link of the conversation', () => {
  it('[CH-095][CH-096] opens the page of a product with its bot, and another site in a tab', async () => {
    const { host, opened } = createHost();
    const deployment = { pages: [{ product: 'cloud', urls: ['www.northwind.example/cloud'] }] };
    const { store } = await openChat({ ports: { host }, deployment });
    store.followLink('/cloud/storage');
    store.followLink('/data');
    store.followLink('https://elsewhere.example/help');
    expect(opened).toEqual([
      'self https://www.northwind.example/cloud/storage?contactmodule=bot',
      'self https://www.northwind.example/data',
      'tab https://elsewhere.example/help',
    ]);
  });

  it('that cannot be opened is a warning', async () => {
    const log = createFakeLog();
    const { store, run } = await openChat({ ports: { host: createHost(true).host, log } });
    store.followLink('https://elsewhere.example/help');
    store.openInPageWindow('https://login.northwind.example/');
    await run();
    expect(log.warnings).toHaveLength(2);
  });
});

describe('the typing indicator', () => {
  it('[SH-050] has the name of the agent, or says who answers while there is no name', async () => {
    const bot = await startChat();
    const agent = await startChat(agentOnly);
    const textIn = ({ store, shown }: typeof bot) => {
      const conversation = shown();
      return conversation && store.typingText(conversation);
    };
    expect([textIn(bot), textIn(agent)]).toEqual(['Assistant is typing', 'Agent is typing']);
    agent.channel('liveperson').emit({ type: 'participants', participants: [{ id: 'a1', name: 'Mina' }] });
    expect(textIn(agent)).toBe('Mina is typing');
  });
});

describe('the sender of a message', () => {
  it.each([
    ['visitor', 'you'],
    ['bot', 'assistant'],
    ['agent', 'agent'],
    ['agentJoin', 'joined'],
    ['error', 'error'],
    ['system', 'system'],
  ] as const)('of type %s is called "%s" if it has no name', async (type, key) => {
    const { store } = await openChat();
    const message = toMessage({ id: '1', type }, undefined, 0);
    expect(store.senderOf(message)).toBe(store.text(key));
    const isPerson = type === 'bot' || type === 'agent';
    expect(store.senderOf({ ...message, by: 'Mina' })).toBe(isPerson ? 'Mina' : store.text(key));
  });
});

describe('a chat in a window of its own', () => {
  it('[CH-158] is known by its service, and no chat is not one', async () => {
    const inPane = await startChat(agentOnly);
    const external = await startChat({
      ...agentOnly,
      prepare: ({ channel }) => Object.assign(channel, { isExternal: true }),
    });
    expect(inPane.store.isExternal(inPane.shown())).toBe(false);
    expect(external.store.isExternal(external.shown())).toBe(true);
    expect(external.store.isExternal(undefined)).toBe(false);
  });
});

describe('the offline notice', () => {
  it('[CH-033] is the text of the deployment, without a warning', async () => {
    const log = createFakeLog();
    const texts = { find: (section: string, name: string) => `${section}.${name}` };
    const { store } = await openChat({ ports: { log, texts } });
    expect(store.offlineText()).toBe('chat.offlineNotice');
    expect(log.warnings).toEqual([]);
  });
});

describe('the transcript file', () => {
  it('[CH-073] is released after a minute, or with the room, and only once', async () => {
    const { store, ports, run } = await startChat();
    const released: string[] = [];
    store.releaseLater(() => released.push('first'));
    await run(59_999);
    expect(released).toEqual([]);
    await run(1);
    expect(released).toEqual(['first']);
    store.releaseLater(() => released.push('second'));
    ports.lifetime.end();
    expect(released).toEqual(['first', 'second']);
  });

  it('[CH-073] holds the conversation that was asked for, else the one in the window', async () => {
    const { store, channel } = await startChat();
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'From the bot', { type: 'bot' })] });
    const botId = store.state.conversations[0]?.id;
    channel('liveperson').change({ state: 'chatting', conversationId: 'c2' });
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('2', 'From Mina')] });
    const agentId = store.state.conversations.find((one) => one.id !== botId)?.id;
    expect(store.transcript(botId).text).toContain('From the bot');
    expect(store.transcript(botId).text).not.toContain('From Mina');
    expect(store.transcript(agentId).text).toContain('From Mina');
    expect(store.transcript().text).toContain('From the bot');
    expect(store.transcript('unknown').text).toBe(store.transcript().text);
  });

  it('[CH-072] names the system in lower case', async () => {
    const { store, channel } = await startChat();
    channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'Mina has joined', { type: 'system' })] });
    expect(store.transcript().text).toContain(`${store.text('system').toLowerCase()}: Mina has joined`);
  });
});
