import type { CallBackend } from '../platform/backend/plan.ts';
import { createLazy } from '../platform/lazy.ts';
import { createSchedulerApi, type ReportFailure } from './api.ts';
import type { SchedulersPorts } from './ports.ts';
import { createSchedulersStore, type SchedulersStore } from './schedulersStore.ts';
import { loadTemporal } from './temporal.ts';
import { loadTopLevelDomains } from './topLevelDomains.ts';

export interface CreateSchedulersPorts extends Omit<SchedulersPorts, 'api' | 'loadTemporal' | 'loadTopLevelDomains'> {
  /** Calls services without reporting failures: this room reports its own, without confirmation numbers (SC-147). */
  readonly call: CallBackend;
  readonly report: ReportFailure;
}

/** The room's entry point, downloaded when the first scheduler opens. */
export function createSchedulers(ports: CreateSchedulersPorts): SchedulersStore {
  const bookedCall = createLazy({
    download: () => import('./views/steps.tsx'),
    create: ({ steps }) => steps.createBookedCall,
    ...{ clock: ports.clock, lifetime: ports.lifetime },
  });
  return createSchedulersStore({
    ...ports,
    api: createSchedulerApi(ports),
    ...{ bookedCall, loadTemporal, loadTopLevelDomains },
  });
}
