import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { ChatPort } from './ports.ts';

/**
 * Resolves to true once chat can start, or to false after `limitMs` or at the end of the lifetime. Without `limitMs` there
 * is no timeout.
 */
export function waitForChat(
  chat: Pick<ChatPort, 'canStart' | 'onChange'>,
  clock: Clock,
  lifetime: Lifetime,
  limitMs?: number,
): Promise<boolean> {
  if (chat.canStart()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const waiting = lifetime.child();
    waiting.add(() => resolve(!lifetime.ended && chat.canStart()));
    chat.onChange(waiting, () => {
      if (chat.canStart()) waiting.end();
    });
    if (limitMs !== undefined) waiting.add(clock.after(limitMs, () => waiting.end()));
  });
}
