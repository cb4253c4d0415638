import { describe, expect, it } from 'vitest';
import { agentOnly, startChat } from '../../support/chatStories.ts';

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
});
