import { useSnapshot } from 'valtio/react';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { ChatStore } from '../store.ts';

/**
 * Announces new messages to screen readers, once each (CH-037), and that a chat is being opened. It is separate from the list, and its
 * messages are cleared after a second. The pane has it also while it shows the menu or a scheduler, because a region that is added with
 * its text is not announced.
 */
export function LiveRegion({ store }: { readonly store: ChatStore }) {
  const { announcements, isStarting } = useSnapshot(store.state);
  return (
    <div className={visuallyHidden} aria-live="polite" aria-relevant="additions" data-live-region>
      {isStarting && <p>{store.text('loading')}</p>}
      {announcements.map(({ serial, sender, text }) => (
        <p key={serial}>{sender ? store.text('labelled', { label: sender, value: text }) : text}</p>
      ))}
    </div>
  );
}
