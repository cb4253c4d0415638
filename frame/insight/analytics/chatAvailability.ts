import type { ChatAvailability } from './events.ts';

/** What one adapter has answered; `undefined` before its first answer. */
export type AdapterAnswer = 'available' | 'unavailable' | undefined;

/** Unknown until the first adapter has answered, then available when any is, else unavailable (CH-211). */
export function toChatAvailability(answers: readonly AdapterAnswer[]): ChatAvailability {
  const known = answers.filter((answer) => answer !== undefined);
  if (known.length === 0) return 'unknown';
  return known.includes('available') ? 'available' : 'unavailable';
}
