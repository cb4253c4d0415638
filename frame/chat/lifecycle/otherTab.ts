import { readConversations } from '../conversations/savedConversations.ts';
import type { ChatCore } from '../core.ts';
import { type AdapterId, queueTypes } from '../routing/adapters.ts';
import type { Problem } from '../state.ts';

export const otherTabProblem: Problem = { key: 'otherTab', action: 'menu', link: undefined };

/**
 * The other tab that may have a live chat with this service: only the tab that has started a live chat can continue it. A second one would be
 * a second visitor at the desk.
 */
export function tabWithLiveChat({ ports }: ChatCore, adapterId: AdapterId): string | undefined {
  if (queueTypes[adapterId] !== 'sync') return undefined;
  const tabId = readConversations(ports.storage).find((one) => one.adapterId === adapterId)?.tabId;
  return tabId === undefined || ports.tabs.holds(tabId) ? undefined : tabId;
}
