import type { ChatPorts } from './ports.ts';
import { findChannelLoader } from './routing/registry.ts';
import { type ChatStore, createChatStore } from './store.ts';

/** The entry of the chat room. The door downloads it once the lookup names a chat service (CH-015). */
export function openChat(ports: Omit<ChatPorts, 'findLoader'>): ChatStore {
  return createChatStore({ ...ports, findLoader: (route) => findChannelLoader(route, ports.deployment) });
}
