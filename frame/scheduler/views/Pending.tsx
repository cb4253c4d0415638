import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import type { SchedulerStore } from '../store.ts';

/** The one sign of a call in progress, on every screen. It lies over the content, so that nothing moves. */
export function Pending({ store }: { readonly store: SchedulerStore }) {
  const { isInfoFetching, isAvailabilityPending, isSubmitting } = useSnapshot(store.state);
  if (!isInfoFetching && !isAvailabilityPending && !isSubmitting) return null;
  return <div role="status" aria-label={store.read('loading')} className={styles.pending} />;
}
