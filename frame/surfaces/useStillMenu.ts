import { useEffect, useRef, useState } from 'react';
import { keepOpen, type MenuOption } from '../contact/selectEntry.ts';
import type { Clock } from '../platform/clock.ts';

/** How long an opened menu waits for a chat that is listed, so that it is there from the start: a glance. */
const chatWaitMs = 1_000;

/** Whether the menu that `isOpen` still waits for the chat. Once it has been shown, it never waits again until it is opened again. */
export function useChatWait(isOpen: boolean, isPending: boolean, clock: Clock): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOpen && isPending) return clock.after(chatWaitMs, () => setOver(true));
    setOver(isOpen);
    return undefined;
  }, [isOpen, isPending, clock]);
  return isOpen && isPending && !isOver;
}

/**
 * The menu as it was while it `isStill`: an entry that comes or goes opens and closes none. A change of `choice` is the visitor's own
 * press (F-PG27).
 */
export function useStillMenu(options: readonly MenuOption[], choice: string, isStill: boolean): readonly MenuOption[] {
  const kept = useRef<{ readonly shown: readonly MenuOption[]; readonly choice: string }>(undefined);
  const before = kept.current;
  const shown = isStill && choice === before?.choice ? keepOpen(before.shown, options) : options;
  useEffect(() => {
    // What the visitor has not seen need not stay.
    kept.current = isStill ? { shown, choice } : undefined;
  });
  return shown;
}
