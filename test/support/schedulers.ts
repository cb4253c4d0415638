import { Temporal } from 'temporal-polyfill';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createSchedulerApi } from '../../frame/scheduler/api.ts';
import type { SchedulerDeployment } from '../../frame/scheduler/deployment.ts';
import type { InstancesPorts } from '../../frame/scheduler/instances.ts';
import type { SchedulerName } from '../../frame/scheduler/ports.ts';
import { createSchedulersStore } from '../../frame/scheduler/schedulersStore.ts';
import { loadTopLevelDomains } from '../../frame/scheduler/topLevelDomains.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { buildSource, loadedAppointment, offeredDays } from './schedulerFixtures.ts';
import { classifyingDeployment, downloaded } from './schedulerStore.ts';

/** All schedulers of a page. `seen` lists what happened to the pane and its tabs. */
export function setUpSchedulers(ports: Partial<InstancesPorts> = {}) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const backend = createFakeBackend({
    '/v2/scheduler/availability': () => offeredDays,
    '/v2/appointments/lookup/': () => loadedAppointment,
  });
  const deployment: SchedulerDeployment = { ...classifyingDeployment, classifierHosts: [] };
  const found: SchedulerName[] = [];
  const seen: string[] = [];
  let displayed: { isDisplayed: boolean; isLanding: boolean } | undefined;
  let place = { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' };
  const schedulers = createSchedulersStore({
    api: createSchedulerApi({ call: backend, clock, deployment, report: () => {} }),
    clock,
    log,
    lifetime: createLifetime(),
    deployment,
    bookedCall: downloaded,
    createId: () => 'id',
    loadTemporal: async () => Temporal,
    loadTopLevelDomains,
    place: () => place,
    find: async (name) => {
      found.push(name);
      return buildSource();
    },
    pageUrl: () => '',
    page: async () => ({ url: '', uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' }),
    prompt: () => undefined,
    texts: { find: () => undefined },
    textLocale: () => place,
    displayed: (now) => {
      displayed = now;
    },
    isShown: () => displayed?.isDisplayed ?? false,
    showPane: () => seen.push('pane'),
    hidePane: () => seen.push('no pane'),
    showMenu: () => seen.push('menu'),
    openTab: async (url) => {
      seen.push(url);
      return true;
    },
    ...ports,
  });
  return {
    schedulers,
    found,
    seen,
    log,
    backend,
    clock,
    displayed: () => displayed,
    move: (next: typeof place) => {
      place = next;
    },
    current: () => schedulers.state.current?.state,
  };
}

/** Finds a scheduler whose bookings are made on an external page. */
export const elsewhere = (clientURL: string) => async () => buildSource({ clientURL });
