import { describe, expect, it } from 'vitest';
import { agentMessage, agentOnly, startChat } from '../../../support/chatStories.ts';

describe('announcements', () => {
  it('[CH-037][A11Y-15] announces a delivered message as sent, once, and no message before that', async () => {
    const { store, channel, run } = await startChat(agentOnly);
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

  it('[CH-037][A11Y-15] announces nothing twice when a conversation begins again whose end did not reach the service', async () => {
    const { store, channel, run } = await startChat({ entries: [{ service: 'liveperson2', skill: 'sales' }] });
    const order = { atMs: 1_000, sequence: 0 };
    const said = () =>
      channel('liveperson2').emit({ type: 'messages', messages: [agentMessage('c__0', 'Hello', { order })] });
    said();
    expect(store.state.announcements).toMatchObject([{ text: 'Hello' }]);
    await run(1_000);
    channel('liveperson2').change({ state: 'ended' });
    channel('liveperson2').change({ state: 'chatting' });
    said();
    expect(store.state.announcements).toEqual([]);
    channel('liveperson2').change({ state: 'ended' });
    channel('liveperson2').change({ state: 'chatting' });
    // The service has begun to count again: this is another message.
    const other = agentMessage('c__0', 'Are you back?', { order, timestamp: 2_000 });
    channel('liveperson2').emit({ type: 'messages', messages: [other] });
    expect(store.state.announcements).toMatchObject([{ text: 'Are you back?' }]);
  });
});
