import { Temporal } from 'temporal-polyfill';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createSchedulerApi } from '../../frame/scheduler/api.ts';
import { type BookedCall, createBookedCall } from '../../frame/scheduler/bookedCallStore.ts';
import type { InstancePorts } from '../../frame/scheduler/ports.ts';
import type { SchedulerConfig } from '../../frame/scheduler/records.ts';
import { createSchedulerStore, type StorePorts } from '../../frame/scheduler/store.ts';
import { loadTopLevelDomains } from '../../frame/scheduler/topLevelDomains.ts';
import { type Answer, createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { bookedForm, buildSource, loadedAppointment, offeredDays } from './schedulerFixtures.ts';

export interface SchedulerOverrides {
  readonly config?: Partial<SchedulerConfig>;
  readonly routes?: Record<string, Answer>;
  readonly deployment?: Partial<InstancePorts['deployment']>;
  readonly ports?: Partial<StorePorts>;
  readonly focusArea?: string;
  readonly purpose?: string;
  readonly resource?: string;
}

/** The deployment of most tests. It has a classifier. */
export const classifyingDeployment: InstancePorts['deployment'] = {
  hosts: ['https://s.example'],
  classifierHosts: ['https://c.example'],
  classifierProduct: '',
  editFallback: 'not-found',
  cancelOrder: 'on-submit',
  noticeHosts: [],
  calendarUrl: '',
};

/** The code of a call, without waiting. */
export const downloaded: StorePorts['bookedCall'] = {
  get: async () => createBookedCall,
  peek: () => createBookedCall,
  prefetch() {},
  whenReady: (task) => task(createBookedCall),
  retry() {},
};

/** One scheduler on a backend that answers every call successfully, unless the test overrides a route. */
export function setUp({ config, routes, deployment, ports, focusArea, purpose, resource }: SchedulerOverrides = {}) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const lifetime = createLifetime();
  const reported: unknown[] = [];
  let ids = 0;
  const backend = createFakeBackend({
    '/v2/scheduler/availability': () => ({ data: { availability: offeredDays } }),
    '/v2/availability/lookup/': () => offeredDays,
    '/v2/appointments/lookup/': () => loadedAppointment,
    '/v2/appointments/cancel/survey/': () => ({ result: 'SUCCESS' }),
    '/v2/appointments/': (call) => (call.method === 'DELETE' ? { result: 'SUCCESS' } : { confirmationNumber: 'NW-1' }),
    '/v2/message': () => ({ context: { label: ' pricing ' } }),
    '/v2/feedback': () => ({}),
    ...routes,
  });
  const all = { ...classifyingDeployment, ...deployment };
  const base = createSchedulerStore(
    {
      api: createSchedulerApi({ call: backend, clock, deployment: all, report: (failure) => reported.push(failure) }),
      clock,
      log,
      lifetime,
      deployment: all,
      bookedCall: downloaded,
      createId: () => {
        ids += 1;
        return `id-${ids}`;
      },
      loadTemporal: async () => Temporal,
      loadTopLevelDomains,
      find: async () => buildSource(config),
      page: async () => ({ url: 'https://p.example', uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' }),
      pageUrl: () => 'https://p.example',
      prompt: () => undefined,
      texts: { find: () => undefined },
      textLocale: () => ({ languageCode: config?.languageCode ?? 'en', regionCode: config?.regionCode ?? 'US' }),
      ...ports,
    },
    { focusArea, purpose, resource },
  );
  // The store's own functions take precedence over those of the call.
  const store = { ...(base.bookedCall() as BookedCall), ...base };
  const calls = (path: string, method?: string) =>
    backend.calls.filter((call) => call.path.startsWith(path) && (!method || (call.method ?? 'POST') === method));
  return { store, state: store.state, backend, calls, clock, log, lifetime, reported };
}

/** A scheduler that is loaded, shown, filled in and ready to book. */
export async function ready(overrides: SchedulerOverrides = {}) {
  const all = setUp(overrides);
  all.store.show();
  await all.store.load();
  await all.clock.advance(0);
  Object.assign(all.state.form, bookedForm);
  all.store.privacySeen();
  return all;
}

/** A scheduler that has booked and shows DETAILS. The second of the rate limit is over. */
export async function booked(overrides: SchedulerOverrides = {}) {
  const all = await ready(overrides);
  await all.store.submit();
  await all.clock.advance(2_000);
  all.backend.calls.length = 0;
  return all;
}
