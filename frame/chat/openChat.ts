import type { ChatPorts } from './ports.ts';
import { findChannelLoader } from './registry.ts';
import { type ChatStore, createChatStore } from './store.ts';

/** The chat room with its channels: downloaded when the lookup names a chat service, and no earlier (CH-015). */
export function openChat(ports: Omit<ChatPorts, 'findLoader'>): ChatStore {
  return createChatStore({ ...ports, findLoader: (route) => findChannelLoader(route, ports.deployment) });
}
