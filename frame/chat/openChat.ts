import type { PageFacts } from '../../bridge/records.ts';
import type { ChatSummary } from '../shell/records.ts';
import type { ChatPorts } from './ports.ts';
import { findChannelLoader } from './routing/registry.ts';
import { createChatStore } from './store.ts';
import { summarise } from './window/summary.ts';

export type OpenChat = ReturnType<typeof openChat>;

/**
 * The entry of the chat room. The door downloads it once the lookup names a chat service (CH-015). `replacedAt` is when the chat before
 * this one was closed, ms since the epoch; 0 if there was none.
 */
export function openChat(ports: Omit<ChatPorts, 'findLoader'>, replacedAt: number, isLoggedIn: () => boolean) {
  // A chat that follows another one on the page treats earlier messages as history, as after a reload.
  const page = (): PageFacts => {
    const facts = ports.page();
    return { ...facts, timeOrigin: Math.max(facts.timeOrigin, replacedAt) };
  };
  const store = createChatStore({ ...ports, page, findLoader: (route) => findChannelLoader(route, ports.deployment) });
  return { store, summary: (): ChatSummary => summarise(store.state, isLoggedIn()) };
}
