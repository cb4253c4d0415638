import * as styles from '../../../styles/chat.css.ts';
import type { Announcement } from '../state.ts';

/** What has just been said, for screen readers: apart from the list, each message once, gone after a second (CH-037). */
export function LiveRegion({ announcements }: { readonly announcements: readonly Announcement[] }) {
  return (
    <div className={styles.unseen} aria-live="polite" aria-relevant="additions" data-live-region>
      {announcements.map(({ serial, sender, text }) => (
        <p key={serial}>
          {sender}: {text}
        </p>
      ))}
    </div>
  );
}
