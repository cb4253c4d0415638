import { describe, expect, it } from 'vitest';
import { allMessages } from '../../../../frame/chat/messages/messageLog.ts';
import { agentMessage, agentOnly, startChat } from '../../../support/chatStories.ts';

type Bench = Awaited<ReturnType<typeof startChat>>;

/** What the live region has said so far, sender and text. */
const said = ({ store }: Pick<Bench, 'store'>) =>
  store.state.announcements.map(({ sender, text }) => `${sender}: ${text}`);

describe('a removed message', () => {
  it('[CH-037] leaves an empty place and is announced once', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    const lines = [{ type: 'choice', text: 'Yes' } as const];
    emit({ type: 'messages', messages: [agentMessage('1', 'Call 555-0100', { lines })] });
    emit({ type: 'removed', id: '1' });
    emit({ type: 'removed', id: '1' });
    emit({ type: 'removed', id: 'unknown' });
    expect(bench.messages()).toMatchObject([{ id: '1', text: '', lines: [], isRemoved: true }]);
    expect(said(bench)).toEqual(['Agent: Call 555-0100 Yes', 'System: A message was removed.']);
  });

  it('does not come back with a replay of the conversation', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'secret')] });
    emit({ type: 'removed', id: '1' });
    emit({ type: 'messages', messages: [agentMessage('1', 'secret'), agentMessage('2', 'hello')] });
    expect(bench.texts()).toEqual(['', 'hello']);
    expect(bench.store.transcript().text).not.toContain('secret');
    expect(bench.store.transcript().text).toContain('Agent: A message was removed.');
  });

  it('is removed from the copy in the agent’s conversation too', async () => {
    const bench = await startChat();
    bench.channel('bot').emit({ type: 'messages', messages: [agentMessage('1', 'secret', { type: 'bot' })] });
    await bench.channel('bot').ports.requestTransfer({});
    expect(bench.texts()).toEqual(['secret']);
    bench.channel('bot').emit({ type: 'removed', id: '1' });
    expect(bench.store.state.conversations.flatMap((one) => allMessages(one.messages)).map((one) => one.text)).toEqual([
      '',
      '',
    ]);
    expect(said(bench).filter((text) => text.includes('removed'))).toHaveLength(1);
  });

  it('is not announced if it was removed before the visitor could read it', async () => {
    const bench = await startChat(agentOnly);
    bench.fakes.setAttention({ isChatShown: false });
    const message = agentMessage('1', '', { isRemoved: true });
    bench.channel('liveperson').emit({ type: 'messages', messages: [message, message] });
    expect(bench.messages()).toMatchObject([{ isRemoved: true }]);
    expect(said(bench)).toEqual([]);
    expect(bench.shown()?.unreadMsgCount).toBe(0);
  });

  it('may be marked by an update of the message itself', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'secret')] });
    emit({ type: 'messages', messages: [agentMessage('1', 'secret', { isRemoved: true })] });
    expect(bench.messages()).toMatchObject([{ text: '', isRemoved: true }]);
    expect(said(bench)).toEqual(['Agent: secret', 'System: A message was removed.']);
  });
});

describe('an edited message', () => {
  it('[CH-037] has its new text, and is announced once for each text', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'At nine', { by: 'Mina' })] });
    const edited = agentMessage('1', 'At ten', { by: 'Mina', isEdited: true });
    emit({ type: 'messages', messages: [edited] });
    emit({ type: 'messages', messages: [edited, edited] });
    expect(bench.messages()).toMatchObject([{ text: 'At ten', isEdited: true }]);
    expect(said(bench)).toEqual(['Mina: At nine', 'System: Mina edited a message: At ten']);
  });

  it('is not announced as an edit if the visitor sees only the new text', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'At ten', { by: 'Mina', isEdited: true })] });
    emit({ type: 'messages', messages: [agentMessage('2', 'before the reload', { isHistory: true })] });
    emit({ type: 'messages', messages: [agentMessage('2', 'other', { isHistory: true, isEdited: true })] });
    expect(said(bench)).toEqual(['Mina: At ten']);
  });
});

describe('a message from before a transfer', () => {
  const contents = ({ store }: Bench) =>
    store.state.conversations.map(({ messages }) => allMessages(messages).map(({ text }) => text));

  it('[CH-057] has its new text in both windows, once announced, and its choices stay spent', async () => {
    const bench = await startChat();
    const { emit, ports } = bench.channel('bot');
    emit({ type: 'messages', messages: [agentMessage('1', 'At nine', { type: 'bot' })] });
    await ports.requestTransfer({});
    const lines = [{ type: 'choice', text: 'Yes' } as const];
    const edited = agentMessage('1', 'At ten', { type: 'bot', isEdited: true, lines });
    emit({ type: 'messages', messages: [edited] });
    emit({ type: 'messages', messages: [edited] });
    expect(contents(bench)).toEqual([['At ten'], ['At ten']]);
    expect(said(bench).filter((text) => text.includes('edited'))).toHaveLength(1);
    const [copy] = bench.messages();
    expect(copy).toMatchObject({ text: 'At ten', isEdited: true, isHistory: true });
    expect(copy && bench.store.isSpent(copy)).toBe(true);
  });

  it('[CH-057] is removed from both when an update says so', async () => {
    const bench = await startChat();
    const { emit, ports } = bench.channel('bot');
    emit({ type: 'messages', messages: [agentMessage('1', 'secret', { type: 'bot' })] });
    await ports.requestTransfer({});
    emit({ type: 'messages', messages: [agentMessage('1', 'secret', { type: 'bot', isRemoved: true })] });
    expect(contents(bench)).toEqual([[''], ['']]);
    expect(bench.store.transcript().text).not.toContain('secret');
  });

  it('[CH-047][CH-057] is the same after the return to the bot and a second transfer', async () => {
    const bench = await startChat();
    const bot = bench.channel('bot');
    bot.behaviour.resume = async () => true;
    bot.emit({ type: 'messages', messages: [agentMessage('1', 'At nine', { type: 'bot' })] });
    await bot.ports.requestTransfer({});
    const agent = bench.shown()?.adapterId ?? 'liveperson';
    bench.channel(agent).change({ state: 'chatting' });
    bench.channel(agent).change({ state: 'ended' });
    await bench.run();
    await bot.ports.requestTransfer({});
    bot.emit({ type: 'messages', messages: [agentMessage('1', 'At ten', { type: 'bot', isEdited: true })] });
    expect(contents(bench).length).toBeGreaterThan(2);
    for (const texts of contents(bench)) expect(texts).toContain('At ten');
    for (const texts of contents(bench)) expect(texts).not.toContain('At nine');
  });

  it('leaves a message of another service that has the same id', async () => {
    const bench = await startChat();
    const bot = bench.channel('bot');
    await bot.ports.requestTransfer({});
    const agent = bench.shown()?.adapterId ?? 'liveperson';
    bench.channel(agent).emit({ type: 'messages', messages: [agentMessage('1', 'from the agent')] });
    bot.emit({ type: 'messages', messages: [agentMessage('1', 'from the bot', { type: 'bot' })] });
    bot.emit({ type: 'removed', id: '1' });
    expect(bench.texts()).toEqual(['', 'from the agent']);
  });
});

describe('a receipt', () => {
  it('is set on the visitor’s messages, and a late one lowers nothing', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    for (const text of ['one', 'two']) bench.store.send(text);
    await bench.run();
    const ids = bench.messages().map((one) => one.id);
    const receipts = () => bench.messages().map((one) => one.receipt);
    emit({ type: 'receipt', ids: [...ids, 'unknown'], status: 'delivered' });
    expect(receipts()).toEqual(['delivered', 'delivered']);
    emit({ type: 'receipt', ids: ids.slice(0, 1), status: 'read' });
    emit({ type: 'receipt', ids, status: 'delivered' });
    expect(receipts()).toEqual(['read', 'delivered']);
  });
});

describe('a repeated message', () => {
  it('[CH-037][CH-044] is announced and counted once, also under a new id after the service counts again', async () => {
    const bench = await startChat(agentOnly);
    bench.fakes.setAttention({ isChatShown: false });
    const { emit } = bench.channel('liveperson');
    const numbered = (id: string, sequence: number, timestamp: number) =>
      agentMessage(id, 'Hello', { participantId: 'a', timestamp, order: { atMs: timestamp, sequence } });
    emit({ type: 'messages', messages: [numbered('c__7', 7, 5_000)] });
    emit({ type: 'messages', messages: [numbered('c__7', 7, 5_000)] });
    emit({ type: 'messages', messages: [numbered('c2__1', 1, 5_000)] });
    expect(said(bench)).toEqual(['Agent: Hello']);
    expect(bench.shown()?.unreadMsgCount).toBe(1);
    emit({ type: 'messages', messages: [numbered('c2__2', 2, 9_000)] });
    expect(said(bench)).toHaveLength(2);
  });

  it('[CH-037] of another agent at the same time is another message', async () => {
    const bench = await startChat(agentOnly);
    const said = (id: string, participantId: string) =>
      agentMessage(id, 'Hello', { participantId, order: { atMs: 1_000, sequence: Number(id) } });
    bench.channel('liveperson').emit({ type: 'messages', messages: [said('1', 'a'), said('2', 'b')] });
    expect(bench.store.state.announcements).toHaveLength(2);
  });

  it('[CH-037] is not announced again by the next conversation of its service', async () => {
    const bench = await startChat(agentOnly);
    const { emit, change } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'Hello')] });
    change({ state: 'ended' });
    change({ conversationId: 'the next one', state: 'chatting' });
    emit({ type: 'messages', messages: [agentMessage('1', 'Hello')] });
    expect(said(bench).filter((text) => text.includes('Hello'))).toHaveLength(1);
  });

  it('[CH-037] that left the log is not announced again', async () => {
    const bench = await startChat({ ...agentOnly, deployment: { hiddenAgentMarkers: ['sales-routing'] } });
    const { emit } = bench.channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'routing', { participantId: 'm' })] });
    emit({ type: 'participants', participants: [{ id: 'm', name: 'sales-routing' }] });
    emit({ type: 'messages', messages: [agentMessage('1', 'routing', { participantId: 'm' })] });
    expect(said(bench)).toEqual(['Agent: routing']);
  });

  it('[CH-037] of the visitor is announced as sent once, whatever the order of its confirmations', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    bench.channel('liveperson').behaviour.send = async () => {};
    bench.store.send('Hello');
    const id = bench.messages()[0]?.id ?? '';
    emit({ type: 'notDelivered', id });
    bench.store.retry(id);
    emit({ type: 'delivered', id, as: { id: 'server-1', timestamp: 5 } });
    emit({ type: 'delivered', id, as: { id: 'server-1', timestamp: 5 } });
    emit({ type: 'notDelivered', id });
    emit({ type: 'messages', messages: [{ id: 'server-1', type: 'visitor', text: 'Hello', timestamp: 5 }] });
    expect(said(bench)).toEqual(['You: Sent']);
    expect(bench.messages()).toMatchObject([{ id: 'server-1', isNotSent: false, isPending: false }]);
  });
});
