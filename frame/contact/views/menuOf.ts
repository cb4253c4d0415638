import { findSmsNumber, routedNumbers } from '../../chat/channels/sms/smsNumber.ts';
import type { Widget } from '../../composeRooms.ts';
import { type MenuEntry, menuEntries } from '../menuEntries.ts';
import { type MenuOption, selectEntry } from '../selectEntry.ts';

/** The channel menu as the state says now; the rules come with the views, not before. */
export function menuOf(widget: Widget): {
  readonly options: readonly MenuOption[];
  readonly entries: readonly MenuEntry[];
} {
  const bundle = widget.information()?.bundle;
  const { chat, chosenEntryId, isMenuToggled, isChatForced } = widget.shell.state;
  if (!bundle) return { options: [], entries: [] };
  const entries = menuEntries({
    bundle,
    order: widget.settings.menuOrder,
    nowMs: widget.clock.now(),
    switchedOff: widget.settings.switchedOff,
    isChatOffered: chat.availability === 'available' || chat.availability === 'standBy',
    hasConversation: chat.hasConversation,
    chatPurpose: chat.purpose,
    sms: findSmsNumber(undefined, routedNumbers(bundle.chatInformation), widget.visitor.state.country),
  });
  const options = selectEntry({
    entries,
    chosenId: chosenEntryId,
    isToggled: isMenuToggled,
    isChatAvailable: chat.availability === 'available',
    isChatForced,
  });
  return { options, entries };
}
