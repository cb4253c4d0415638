import type { MessageInput } from '../../frame/chat/conversation.ts';
import { type ChatStore, summarise } from '../../frame/chat/store.ts';
import { type DisplayMode, displayMode } from '../../frame/shell/displayMode.ts';
import { type ChatBenchOptions, createChatBench } from './chatBench.ts';
import type { FakeChannel } from './fakeChannel.ts';

/** The start of most chat stories: the room is open, and no chat has started. */
export async function openChat(options: ChatBenchOptions = {}) {
  const bench = createChatBench(options);
  await bench.store.begin();
  return bench;
}

/** For `prepare`: the service still has the chat of an earlier page. */
export function resumes({ behaviour, change }: FakeChannel): void {
  behaviour.resume = async () => {
    change({ state: 'chatting' });
    return true;
  };
}

/** The pane is shown, and the visitor has started a chat from the menu. */
export async function startChat(options: ChatBenchOptions = {}) {
  const bench = await openChat(options);
  bench.fakes.setAttention({ isChatShown: true });
  await bench.store.startChat('menu');
  return bench;
}

/** A page whose only chat service is live chat with an agent. */
export const agentOnly: ChatBenchOptions = { entries: [{ service: 'liveperson', skill: 'sales' }] };

export const agentMessage = (id: string, text: string, more: Partial<MessageInput> = {}): MessageInput => ({
  id,
  type: 'agent',
  text,
  timestamp: 1_000,
  ...more,
});

export const emptySurvey = { id: 1, header: 'How was it?', questions: [] };

/** What the shell shows for the state of the room (CH-018). */
export function displayModeOf({ state }: ChatStore): DisplayMode {
  const { isLive, override } = summarise(state, false);
  return displayMode({ isLive, override, isToggled: false });
}
