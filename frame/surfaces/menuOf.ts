import { hasChatRows, readInformation } from '../contact/bundle.ts';
import { type MenuEntry, menuEntries } from '../contact/menuEntries.ts';
import { type MenuOption, selectEntry } from '../contact/selectEntry.ts';
import { findSmsNumber } from '../contact/sms/smsNumber.ts';
import type { ContactState } from '../contact/store.ts';
import type { ShellState } from '../shell/store.ts';
import type { Widget } from '../widget.ts';

/** Snapshots of the state that the menu depends on. */
export interface MenuSnapshots {
  readonly shell: Pick<ShellState, 'chat' | 'chosenEntryId' | 'isMenuToggled' | 'isChatForced'>;
  readonly contact: Pick<ContactState, 'information'>;
  readonly country: string | undefined;
  /** Whether the visitor's consent allows chat (SH-111). */
  readonly mayChat: boolean;
}

/** Returns the entries of the channel menu, and how each of them is shown. */
export function menuOf(
  { settings, clock, deployment }: Pick<Widget, 'settings' | 'clock' | 'deployment'>,
  { shell, contact, country, mayChat }: MenuSnapshots,
): {
  readonly options: readonly MenuOption[];
  readonly entries: readonly MenuEntry[];
  /** The page offers chat, and only the visitor's consent is missing. */
  readonly isChatWithheld: boolean;
} {
  const bundle = contact.information && readInformation(contact.information).bundle;
  if (!bundle) return { options: [], entries: [], isChatWithheld: false };
  const { chat, chosenEntryId, isMenuToggled, isChatForced } = shell;
  const entries = menuEntries({
    bundle,
    order: settings.menuOrder,
    nowMs: clock.now(),
    // Applies to chat and support.
    switchedOff: mayChat ? settings.switchedOff : [...settings.switchedOff, 'chat'],
    hasScheduler: deployment.scheduler !== undefined,
    isChatListed: chat.availability === 'available' || chat.availability === 'standBy',
    hasConversation: chat.conversationId !== undefined,
    chatPurpose: chat.purpose,
    sms: findSmsNumber(bundle.chatInformation, country),
  });
  const options = selectEntry({
    entries,
    chosenId: chosenEntryId,
    isToggled: isMenuToggled,
    isChatAvailable: chat.availability === 'available',
    isChatForced,
  });
  return {
    options,
    entries,
    isChatWithheld: !mayChat && hasChatRows(bundle) && !settings.switchedOff.includes('chat'),
  };
}
