import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../../../../frame/chat/conversation.ts';
import { agentMessage, agentOnly, emptySurvey, openChat, startChat } from '../../../support/chatStories.ts';

type Bench = Awaited<ReturnType<typeof startChat>>;

/** What the live region has said so far, sender and text. */
const said = ({ store }: Pick<Bench, 'store'>) =>
  store.state.announcements.map(({ sender, text }) => `${sender}: ${text}`);

describe('what a screen reader hears of a chat', () => {
  it.each<[MessageInput['type'], string | undefined, string]>([
    ['agent', 'Mina', 'Mina'],
    ['agent', undefined, 'Agent'],
    ['agent', '', 'Agent'],
    ['bot', 'Maya', 'Maya'],
    ['bot', undefined, 'Assistant'],
    ['agentJoin', 'Mina', 'Agent joined'],
    ['error', undefined, 'Problem'],
    ['system', 'Mina', 'System'],
  ])('[CH-037] names the sender of a message of type %s by %s: %s', async (type, by, sender) => {
    const bench = await startChat(agentOnly);
    const message = agentMessage('1', 'words', { type, ...(by === undefined ? {} : { by }) });
    bench.channel('liveperson').emit({ type: 'messages', messages: [message] });
    expect(said(bench)).toEqual([`${sender}: words`]);
  });

  it('[CH-037] names an agent by the participant, unless the message has a name', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'a', name: 'Mina' }, { id: 'b' }] });
    emit({
      type: 'messages',
      messages: [
        agentMessage('1', 'one', { participantId: 'a' }),
        agentMessage('2', 'two', { participantId: 'a', by: 'Natalie' }),
        agentMessage('3', 'three', { participantId: 'b' }),
        agentMessage('4', 'four'),
      ],
    });
    expect(said(bench)).toEqual(['Mina: one', 'Natalie: two', 'Agent: three', 'Agent: four']);
  });

  it('[CH-139] has the quick replies, once', async () => {
    const bench = await startChat(agentOnly);
    const replies = ['Yes', 'No'].map((text) => ({ id: text, text }));
    const { emit } = bench.channel('liveperson');
    emit({ type: 'quickReplies', replies });
    emit({ type: 'quickReplies', replies });
    expect(said(bench)).toEqual(['Suggested replies: Yes or No']);
    emit({ type: 'quickReplies', replies: [...replies, { id: 'later', text: 'Later' }] });
    expect(said(bench)).toHaveLength(2);
    emit({ type: 'quickReplies', replies: [] });
    expect(said(bench)).toHaveLength(2);
  });

  it('[CH-037] has no edit that leaves the text as it was, and none of the visitor’s own', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({
      type: 'messages',
      messages: [agentMessage('1', 'At nine'), agentMessage('2', 'mine', { type: 'visitor' })],
    });
    const before = said(bench);
    emit({
      type: 'messages',
      messages: [
        agentMessage('1', 'At nine', { isEdited: true }),
        agentMessage('2', 'mine, corrected', { type: 'visitor', isEdited: true }),
      ],
    });
    emit({ type: 'messages', messages: [{ id: '1', type: 'agent', isEdited: true }] });
    expect(said(bench)).toEqual(before);
  });

  it('[CH-037] has no edit of a message that was removed before or is removed with it', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    for (const id of ['1', '2']) emit({ type: 'messages', messages: [agentMessage(id, `At ${id}`)] });
    emit({ type: 'messages', messages: [agentMessage('1', 'At ten', { isEdited: true, isRemoved: true })] });
    emit({ type: 'removed', id: '2' });
    emit({ type: 'messages', messages: [agentMessage('2', 'At ten', { isEdited: true })] });
    expect(said(bench).filter((text) => text.includes('edited'))).toEqual([]);
    expect(said(bench).filter((text) => text.includes('removed'))).toHaveLength(2);
  });

  it('[CH-037] has no message of the visitor that the service confirms unasked', async () => {
    const bench = await startChat(agentOnly);
    const { emit } = bench.channel('liveperson');
    emit({ type: 'delivered', id: 'unknown' });
    emit({ type: 'messages', messages: [agentMessage('1', 'mine', { type: 'visitor' })] });
    emit({ type: 'delivered', id: '1' });
    expect(said(bench)).toEqual([]);
  });
});

describe('what a channel reports about its chat', () => {
  it('[CH-044] raises no unread number while the pane is shown', async () => {
    const { channel, shown } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'unread', count: 2 });
    expect(shown()?.unreadMsgCount).toBe(0);
  });

  it('[CH-044] adds to the unread number', async () => {
    const { channel, shown, fakes } = await startChat(agentOnly);
    fakes.setAttention({ isChatShown: false });
    const { emit } = channel('liveperson');
    emit({ type: 'messages', messages: [agentMessage('1', 'one'), agentMessage('2', 'two')] });
    emit({ type: 'unread', count: 3 });
    expect(shown()?.unreadMsgCount).toBe(5);
  });

  it('[CH-046] leaves the seen cookie for a message that does not count', async () => {
    const { channel, hostStore, run, fakes } = await startChat(agentOnly);
    fakes.setAttention({ isChatShown: true });
    fakes.setAttention({ isChatShown: false });
    await run();
    channel('liveperson').emit({ type: 'messages', messages: [agentMessage('1', 'old', { isHistory: true })] });
    await run();
    expect(hostStore.size).toBe(1);
  });

  it('[SH-050] shows that the agent types for 2 s, or until told otherwise', async () => {
    const { channel, shown, run } = await startChat(agentOnly);
    const { emit } = channel('liveperson');
    emit({ type: 'agentTyping', isTyping: true });
    await run(1_999);
    expect(shown()?.isAgentTyping).toBe(true);
    await run(1);
    expect(shown()?.isAgentTyping).toBe(false);
    emit({ type: 'agentTyping', isTyping: true });
    emit({ type: 'agentTyping', isTyping: false });
    expect(shown()?.isAgentTyping).toBe(false);
  });

  it('[SH-050] shows nobody typing in a chat that is over', async () => {
    const { channel, shown } = await startChat(agentOnly);
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson').emit({ type: 'agentTyping', isTyping: true });
    expect(shown()?.isAgentTyping).toBe(false);
  });

  it('names a service once that no longer supports the widget', async () => {
    const { store, channel } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'outdated' });
    channel('liveperson').emit({ type: 'outdated' });
    expect(store.state.outdatedAdapters).toEqual(['liveperson']);
  });

  it('[CH-063] offers the exit survey until it is withdrawn', async () => {
    const { channel, shown } = await startChat(agentOnly);
    const { emit, change } = channel('liveperson');
    change({ state: 'ended' });
    emit({ type: 'survey', survey: emptySurvey });
    expect(shown()?.exitSurvey).toEqual(emptySurvey);
    emit({ type: 'survey', survey: undefined });
    expect(shown()?.exitSurvey).toBeUndefined();
  });

  it('[CH-052] stores the id that the service gives later', async () => {
    const { channel, fakes } = await startChat(agentOnly);
    channel('liveperson').change({ conversationId: 'given later' });
    expect(fakes.storage.read('cm-conversations')).toMatchObject([{ conversationId: 'given later' }]);
  });

  it('[CH-068] logs that a survey could not be loaded', async () => {
    const { channel, fakes } = await startChat(agentOnly);
    channel('liveperson').emit({ type: 'surveyFailed' });
    expect(fakes.log.warnings).toContain('The exit survey could not be loaded. The chat ends without it.');
  });

  it('[CH-213] says what is wrong if there is no chat yet', async () => {
    const { store, channel } = await openChat(agentOnly);
    const link = { text: 'Email us', href: 'mailto:sales@northwind.example' };
    channel('liveperson').emit({ type: 'problem', key: 'startFailed', link });
    expect(store.state.problem).toEqual({ key: 'startFailed', action: 'none', link });
    expect(store.state.problems).toEqual({});
  });

  it('ignores events without a chat', async () => {
    const { store, channel } = await openChat(agentOnly);
    const { emit } = channel('liveperson');
    emit({ type: 'agentTyping', isTyping: true });
    emit({ type: 'quickReplies', replies: [{ id: 'y', text: 'Yes' }] });
    emit({ type: 'unread', count: 1 });
    emit({ type: 'session', realtimeId: 'rt-1' });
    expect(store.state.conversations).toEqual([]);
    expect(store.state.replies).toEqual({});
  });

  it('[CH-041] names no message of another participant', async () => {
    const { channel, messages } = await startChat(agentOnly);
    const { emit } = channel('liveperson');
    emit({ type: 'participants', participants: [{ id: 'a' }, { id: 'b' }] });
    emit({
      type: 'messages',
      messages: [
        agentMessage('1', 'one', { participantId: 'a' }),
        agentMessage('2', 'two', { participantId: 'b' }),
        agentMessage('3', 'three', { participantId: 'a', by: 'Own' }),
      ],
    });
    emit({ type: 'participants', participants: [{ id: 'a', name: 'Mina' }] });
    expect(messages().map((one) => one.by)).toEqual(['Mina', undefined, 'Own']);
  });
});
