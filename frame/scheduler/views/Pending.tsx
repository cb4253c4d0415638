import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import type { SchedulerStore } from '../store.ts';

/**
 * The one sign of a call in progress, on every screen. It lies over the content, so that nothing moves. Rendered without one,
 * too, because a region that is added with its text is not announced.
 */
export function Pending({ store }: { readonly store: SchedulerStore }) {
  const { isInfoFetching, isAvailabilityPending, isSubmitting } = useSnapshot(store.state);
  const isPending = isInfoFetching || isAvailabilityPending || isSubmitting;
  return (
    <div role="status" className={isPending ? styles.pending : ui.visuallyHidden}>
      {isPending && <span className={ui.visuallyHidden}>{store.read('loading')}</span>}
    </div>
  );
}
