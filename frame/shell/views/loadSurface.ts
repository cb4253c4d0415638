import type { Widget } from '../../composeRooms.ts';
import type { SchedulersStore } from '../../scheduler/schedulersStore.ts';
import { keepDownload } from '../../ui/lazyView.tsx';

type Parts = readonly [SchedulersStore, typeof import('./SchedulerSurface.tsx')];

/** The scheduler's stores and views, downloaded once. */
export const loadSurface = keepDownload(
  (widget: Widget): Promise<Parts> => Promise.all([widget.loadSchedulers(), import('./SchedulerSurface.tsx')]),
);
