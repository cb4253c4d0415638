import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { Announcement } from '../state.ts';

/** Announces new messages to screen readers, once each (CH-037). It is separate from the list and cleared after a second. */
export function LiveRegion({ announcements }: { readonly announcements: readonly Announcement[] }) {
  return (
    <div className={visuallyHidden} aria-live="polite" aria-relevant="additions" data-live-region>
      {announcements.map(({ serial, sender, text }) => (
        <p key={serial}>
          {sender}: {text}
        </p>
      ))}
    </div>
  );
}
