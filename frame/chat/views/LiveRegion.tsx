import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { Announcement } from '../state.ts';
import type { ChatTexts } from '../texts.ts';

interface LiveRegionProps {
  readonly announcements: readonly Announcement[];
  readonly text: ChatTexts;
}

/** Announces new messages to screen readers, once each (CH-037). It is separate from the list and cleared after a second. */
export function LiveRegion({ announcements, text }: LiveRegionProps) {
  return (
    <div className={visuallyHidden} aria-live="polite" aria-relevant="additions" data-live-region>
      {announcements.map(({ serial, sender, text: value }) => (
        <p key={serial}>{text('labelled', { label: sender, value })}</p>
      ))}
    </div>
  );
}
