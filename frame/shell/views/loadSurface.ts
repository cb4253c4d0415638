import type { Widget } from '../../composeRooms.ts';
import type { SchedulersStore } from '../../scheduler/schedulersStore.ts';

type Parts = readonly [SchedulersStore, typeof import('./SchedulerSurface.tsx')];

let loading: Promise<Parts> | undefined;

/**
 * The scheduler's stores and views, downloaded once. When they are there `use` reads them from the promise's fields and
 * renders at once; of a lazy component or a plain promise it would show the skeletons first, whatever was downloaded.
 */
export function loadSurface(widget: Widget): Promise<Parts> {
  loading ??= Promise.all([widget.loadSchedulers(), import('./SchedulerSurface.tsx')]);
  const started = loading;
  started.then(
    (value) => Object.assign(started, { status: 'fulfilled', value }),
    () => {
      loading = undefined; // Silent: who waits for it says so, and the next opening tries again.
    },
  );
  return started;
}
