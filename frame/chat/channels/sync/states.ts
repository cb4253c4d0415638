import type { ChatState } from '../../chatState.ts';

/** Wire words that the channel knows (CH-120). */
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

/** CH-120, CH-121: what an incoming word makes of the current state. */
export function nextSyncState(current: ChatState, incoming: string): StateStep {
  const word = incoming.trim().toUpperCase();
  if (ignoredWords.has(word)) return { next: undefined, isUnknown: false };
  const known = Object.hasOwn(stateByWord, word) ? stateByWord[word] : undefined;
  const next = known ?? (current === 'chatting' ? 'ended' : 'unavailable');
  const isAvailability = next === 'available' || next === 'unavailable';
  const isTalking = current === 'waiting' || current === 'chatting';
  const changes = next !== current && !(isAvailability && isTalking);
  return { next: changes ? next : undefined, isUnknown: known === undefined };
}
