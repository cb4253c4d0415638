import { createEngine } from '../../frame/insight/experiments/engine.ts';
import { createExperimentStore, type ExperimentPorts } from '../../frame/insight/experiments/experimentStore.ts';
import { createExperiments } from '../../frame/insight/experiments/experiments.ts';
import { createBeacon } from '../../frame/platform/backend/beacon.ts';
import { buildDatafile } from './experimentDatafile.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage } from './fakeStorage.ts';

export const facts = {
  pageUrl: 'https://www.northwind.example/cloud?utm_source=mail#top',
  address: 'https://www.northwind.example/cloud?utm_source=mail&email=a@b.example#top',
  chatAvailability: 'unknown' as const,
  isPopupDisplayed: false,
  isEmployee: undefined,
  language: 'en-US',
  isMobile: false,
};

export const deployment = {
  datafile: 'https://experiments.example/datafile.json?v=1',
  copy: 'datafile.json',
  events: 'https://events.example/v1/events',
  method: 'POST' as const,
  refire: ['scrolled'],
};

export const file = (parts: Readonly<Record<string, unknown>> = {}) =>
  buildDatafile({
    events: [
      { id: '41', key: 'chat_started', experimentIds: ['11'] },
      { id: '42', key: 'scrolled', experimentIds: ['11'] },
    ],
    ...parts,
  });

/** The experiments of a page, with a service that answers this datafile. */
export function setUp(
  {
    isOn = true,
    isAllowed = () => true,
    ...parts
  }: Partial<ExperimentPorts & { isOn: boolean; isAllowed: () => boolean }> = {},
  answer: () => unknown = () => file(),
) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const requests: { url: string; method: string | undefined; body: unknown; keepalive: boolean | undefined }[] = [];
  const hostStore = new Map<string, string>();
  const storage = createFakeStorage();
  const backend = createFakeBackend({ '/datafile.json?v=1': answer, '/frame/datafile.json': () => file() });
  const ports: ExperimentPorts = {
    clock,
    log,
    createId: () => 'id-1',
    call: backend,
    beacon: createBeacon({
      clock,
      fetch: async (url, init) => {
        requests.push({
          url: String(url),
          method: init?.method,
          body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
          keepalive: init?.keepalive,
        });
        return new Response(null, { status: 204 });
      },
    }),
    hostStore: {
      read: async (key) => hostStore.get(key) ?? null,
      writeCookie: async (key, value) => void hostStore.set(key, String(value)),
    },
    deployment,
    base: 'https://widget.example/frame/',
    overrides: undefined,
    isDebug: false,
    isProduction: true,
    isAllowed,
    facts: () => facts,
    texts: { find: () => undefined },
    storage,
    loadEngine: async () => createEngine,
    ...parts,
  };
  const inner = createExperimentStore(ports);
  const loads: number[] = [];
  const store = createExperiments({
    clock,
    log,
    isOn,
    isAllowed,
    load: async () => {
      loads.push(clock.now());
      return inner;
    },
  });
  return { store, state: inner.state, clock, log, backend, requests, hostStore, storage, loads };
}
