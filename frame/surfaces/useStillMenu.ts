import { useEffect, useRef, useState } from 'react';
import { keepOpen, type MenuOption } from '../contact/selectEntry.ts';
import type { Clock } from '../platform/clock.ts';

/** How long an opened menu waits for a chat that is listed, so that it is there from the start. Ours: shorter than a glance. */
const chatWaitMs = 500;

/** Whether the menu still waits for the chat. */
export function useChatWait(isPending: boolean, clock: Clock): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    return isPending ? clock.after(chatWaitMs, () => setOver(true)) : undefined;
  }, [isPending, clock]);
  return isPending && !isOver;
}

/**
 * The menu as it was while it `isStill`: an entry that comes or goes opens and closes none. A change of `choice` is the visitor's own
 * press (F-PG27).
 */
export function useStillMenu(options: readonly MenuOption[], choice: string, isStill: boolean): readonly MenuOption[] {
  const kept = useRef({ options, choice });
  const before = kept.current;
  const shown = isStill && choice === before.choice ? keepOpen(before.options, options) : options;
  useEffect(() => {
    kept.current = { options: shown, choice };
  });
  return shown;
}
