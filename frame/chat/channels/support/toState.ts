import type { ChatState } from '../../chatState.ts';
import { buttonEvents } from './wire.ts';

/** The adapter state that follows from a button event; undefined for events that change nothing (CH-154). */
export function toState(event: unknown): Extract<ChatState, 'available' | 'unavailable'> | undefined {
  if (event === buttonEvents.available) return 'available';
  return event === buttonEvents.unavailable || event === buttonEvents.rejected ? 'unavailable' : undefined;
}
