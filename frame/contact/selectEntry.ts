import type { MenuEntry } from './menuEntries.ts';

export interface SelectionFacts {
  readonly entries: readonly MenuEntry[];
  /** The entry that the visitor opened last. */
  readonly chosenId: string | undefined;
  readonly isToggled: boolean;
  readonly isChatAvailable: boolean;
  /** Whether a chat link or the start-chat parameter opened the pane (SH-061). */
  readonly isChatForced: boolean;
}

/** One menu option as the view renders it (SH-053). */
export interface MenuOption {
  readonly entry: MenuEntry;
  readonly isSelected: boolean;
  /** Open, and the visitor cannot close it. */
  readonly isForceSelected: boolean;
}

/** Decides which entries are open (SH-059 to SH-061). */
export function selectEntry(facts: SelectionFacts): readonly MenuOption[] {
  const { entries } = facts;
  const chat = entries.find((entry) => entry.type === 'chat');
  const opensAll = entries.length <= 2 && !chat && !facts.isToggled;
  const isForcedChat = facts.isChatForced && facts.isChatAvailable && chat !== undefined;
  const selected = isForcedChat ? chat : selectedEntry(facts, chat);
  return entries.map((entry) => ({
    entry,
    isSelected: opensAll || entry === selected,
    isForceSelected: opensAll || (isForcedChat && entry === chat),
  }));
}

/** What was open stays open, and what is new is closed (F-PG27). If all that was open is gone, `now` counts. */
export function keepOpen(before: readonly MenuOption[], now: readonly MenuOption[]): readonly MenuOption[] {
  const kept = now.map(({ entry }) => ({
    ...{ isSelected: false, isForceSelected: false },
    ...before.find((one) => one.entry.id === entry.id),
    entry,
  }));
  return kept.some(({ isSelected }) => isSelected) ? kept : now;
}

function selectedEntry(facts: SelectionFacts, chat: MenuEntry | undefined): MenuEntry | undefined {
  const { entries } = facts;
  return (
    entries.find((entry) => entry.id === facts.chosenId) ??
    entries.find((entry) => entry.type === 'sms') ??
    (facts.isChatAvailable ? chat : undefined) ??
    entries.find((entry) => entry.type === 'email') ??
    entries.at(-1)
  );
}
