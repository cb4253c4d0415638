import type { ChatAvailability } from './events.ts';

/** What an adapter, or all of them together, has answered so far. */
export type AdapterAnswer = 'unknown' | 'available' | 'standBy' | 'unavailable';

/** Unknown until the first answer, then available or unavailable (CH-211). Nobody can chat with an adapter on stand-by. */
export function toChatAvailability(answer: AdapterAnswer): ChatAvailability {
  return answer === 'standBy' ? 'unavailable' : answer;
}
