import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { ChatPort } from './ports.ts';

/** True as soon as chat can start; false when the limit passed first or the lifetime ended. Without a limit it waits on. */
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
