import type { ChatAvailability } from './events.ts';

/** The availability that one adapter, or all adapters combined, reported so far. */
export type AdapterAnswer = 'unknown' | 'available' | 'standBy' | 'unavailable';

/** Unknown until the first answer, then available or unavailable (CH-211). An adapter on stand-by cannot take a chat. */
export function toChatAvailability(answer: AdapterAnswer): ChatAvailability {
  return answer === 'standBy' ? 'unavailable' : answer;
}
