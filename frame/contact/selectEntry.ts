import type { MenuEntry } from './menuEntries.ts';

export interface SelectionFacts {
  readonly entries: readonly MenuEntry[];
  /** The block the visitor opened last. */
  readonly chosenId: string | undefined;
  readonly isToggled: boolean;
  readonly isChatAvailable: boolean;
  /** SH-061: opened by a chat link or the start-chat parameter. */
  readonly isChatForced: boolean;
}

/** One menu option as the view draws it (SH-053). */
export interface MenuOption {
  readonly entry: MenuEntry;
  readonly isSelected: boolean;
  /** Open and without a way to close it. */
  readonly isForceSelected: boolean;
}

/** SH-059 to SH-061. */
export function selectEntry(facts: SelectionFacts): readonly MenuOption[] {
  const { entries } = facts;
  const chat = entries.find((entry) => entry.type === 'chat');
  const opensAll = entries.length <= 2 && !chat && !facts.isToggled;
  const isForcedChat = facts.isChatForced && facts.isChatAvailable && chat !== undefined;
  const selected = isForcedChat ? chat : firstOf(facts, chat);
  return entries.map((entry) => ({
    entry,
    isSelected: opensAll || entry === selected,
    isForceSelected: opensAll || (isForcedChat && entry === chat),
  }));
}

function firstOf(facts: SelectionFacts, chat: MenuEntry | undefined): MenuEntry | undefined {
  const { entries } = facts;
  return (
    entries.find((entry) => entry.id === facts.chosenId) ??
    entries.find((entry) => entry.type === 'sms') ??
    (facts.isChatAvailable ? chat : undefined) ??
    entries.find((entry) => entry.type === 'email') ??
    entries.at(-1)
  );
}
