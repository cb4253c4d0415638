import type { ChatState } from '../../chatState.ts';

/** Channel states by the service's state names (CH-120). */
const stateByWord: Readonly<Record<string, ChatState>> = {
  AVAILABLE: 'available',
  UNAVAILABLE: 'unavailable',
  WAITING: 'waiting',
  CHATTING: 'chatting',
  ENDED: 'ended',
  ERROR: 'error',
};
const ignoredWords = new Set(['INITIALISED', 'RESUME', 'NOTFOUND']);

export interface StateStep {
  /** `undefined`: nothing changes. */
  readonly next: ChatState | undefined;
  readonly isUnknown: boolean;
}

/** The state that follows when the service reports `incoming` (CH-120, CH-121). */
export function nextSyncState(current: ChatState, incoming: string): StateStep {
  const word = incoming.trim().toUpperCase();
  if (ignoredWords.has(word)) return { next: undefined, isUnknown: false };
  const known = Object.hasOwn(stateByWord, word) ? stateByWord[word] : undefined;
  const next = known ?? (current === 'chatting' ? 'ended' : 'unavailable');
  const isAvailability = next === 'available' || next === 'unavailable';
  const isInChat = current === 'waiting' || current === 'chatting';
  const changes = next !== current && !(isAvailability && isInChat);
  return { next: changes ? next : undefined, isUnknown: known === undefined };
}
