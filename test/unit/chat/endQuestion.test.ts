import { describe, expect, it } from 'vitest';
import { summarise } from '../../../frame/chat/store.ts';
import { createPaneStore } from '../../../frame/shell/paneStore.ts';
import { createShellStore } from '../../../frame/shell/store.ts';
import { startChat } from '../../support/chatStories.ts';
import { settle } from '../../support/fakeClock.ts';

/** The shell with a page that has live chat and messaging. The visitor has started both, live chat last. */
async function chatTwice() {
  const bench = await startChat({
    entries: [
      { service: 'liveperson', skill: 'sales' },
      { service: 'liveperson2', skill: 'sales' },
    ],
  });
  const { store, fakes } = bench;
  const pane = createPaneStore({
    ...{ isPillHidden: false, clock: fakes.clock, host: { focus: async () => {} }, loadApp: async () => {} },
    ...{ onShown: () => {}, onHidden: () => {} },
  });
  const shell = createShellStore(pane, {
    ...{ host: { openUrl: async () => true }, log: fakes.log },
    endChat: () => store.answerEnd(true),
    clearChat: store.clear,
  });
  const follow = (): void => shell.chatChanged(summarise(store.state, false));
  store.subscribe(follow);
  shell.show({ takesFocus: true });
  await store.startChat('menu', 'liveperson2');
  await store.startChat('menu', 'liveperson');
  await settle();
  const states = () => store.state.conversations.map(({ adapterId, state }) => [adapterId, state]);
  return { ...bench, shell, states };
}

describe('the question whether to end the chat', () => {
  it('[CH-023] is over when its chat has ended, so that Yes does not end the chat that is shown instead', async () => {
    const { channel, shell, shown } = await chatTwice();
    shell.close();
    expect(shell.state.isConfirmingEnd).toBe(true);
    channel('liveperson').change({ state: 'ended' });
    await settle();
    expect(shown()).toMatchObject({ adapterId: 'liveperson2', state: 'chatting' });
    expect(shell.state.isConfirmingEnd).toBe(false);
  });

  it('[CH-023] is over when the last chat has ended', async () => {
    const { channel, shell, shown } = await chatTwice();
    channel('liveperson2').change({ state: 'ended' });
    await settle();
    shell.close();
    channel('liveperson').change({ state: 'ended' });
    await settle();
    expect([shown()?.state, shell.state.isConfirmingEnd]).toEqual(['ended', false]);
  });

  it('[CH-022] stays while the chat goes on', async () => {
    const { channel, shell } = await chatTwice();
    shell.close();
    channel('liveperson').emit({ type: 'agentTyping', isTyping: true });
    channel('liveperson2').change({ state: 'ended' });
    await settle();
    expect(shell.state.isConfirmingEnd).toBe(true);
  });

  it('[CH-022][CH-025] is asked about a live chat whose service is unavailable, which is not cleared', async () => {
    const { channel, shell, states } = await chatTwice();
    channel('liveperson').change({ state: 'ended' });
    channel('liveperson2').change({ state: 'unavailable' });
    await settle();
    shell.close();
    expect(shell.state).toMatchObject({ isConfirmingEnd: true, isPaneHidden: false });
    expect(states()).toContainEqual(['liveperson2', 'chatting']);
    shell.confirmEnd();
    await settle();
    expect(states()).toContainEqual(['liveperson2', 'ended']);
  });
});
