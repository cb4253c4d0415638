import { proxy, ref } from 'valtio/vanilla';
import { defaultPurpose } from '../text/texts.ts';
import { clientUrlOf } from './clientUrl.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import { resourceKey } from './resourceKey.ts';
import type { Steering } from './steering.ts';
import { createSchedulerStore, type SchedulerStore } from './store.ts';

export interface SchedulerPlace {
  readonly focusArea: string;
  readonly languageCode: string;
  readonly regionCode: string;
  /** Purpose of the page's own scheduler. */
  readonly purpose?: string | undefined;
}

export interface SchedulerRequest extends SchedulerName {
  /** The page's own scheduling entry, from the menu: nothing is looked up for it. */
  readonly config?: unknown;
  /** A bot line's own configuration and texts, in place of the page's (SC-005). */
  readonly schedulerConfig?: unknown;
  readonly schedulerText?: unknown;
}

export interface SchedulerDisplay {
  readonly isDisplayed: boolean;
  readonly isLanding: boolean;
  /** One may be drawn out of sight: it is likely to be opened next. */
  readonly isPrepared?: boolean;
}

export interface SchedulersPorts extends InstancePorts {
  readonly place: () => SchedulerPlace;
  /** The instance that is shown, or none, and whether it fills the page (SC-010, SC-153). */
  readonly displayed: (scheduler: SchedulerDisplay) => void;
  /** The pane shows a scheduler, be it before its room was there. */
  readonly isShown: () => boolean;
  readonly showPane: () => void;
  readonly hidePane: () => void;
  /** SC-016. */
  readonly showMenu: () => void;
  /** False when the browser blocked the tab (SC-009). */
  readonly openTab: (url: string) => Promise<boolean>;
}

export interface SchedulersState {
  /** The displayed instance. */
  current: SchedulerStore | undefined;
  /** What is drawn out of sight while none is displayed, so that a press has only to show it. */
  prepared: SchedulerStore | undefined;
}

interface Instance {
  readonly store: SchedulerStore;
  /** What opened it last: where its information comes from. */
  request: SchedulerRequest;
  /** Place of the page that the request's own entry is of. */
  place: SchedulerPlace;
}

/** All schedulers of the page: one instance for each resource key, one displayed at a time (SC-012, SC-013). */
export function createSchedulersStore(ports: SchedulersPorts) {
  const state = proxy<SchedulersState>({ current: undefined, prepared: undefined });
  const instances = new Map<string, Instance>();
  let place = ports.place();

  function keyOf(request: SchedulerRequest): string {
    const here = ports.place();
    return resourceKey({
      ...here,
      focusArea: request.focusArea || here.focusArea,
      purpose: request.purpose || here.purpose || defaultPurpose,
      resource: request.resource ?? '',
    });
  }

  function instanceOf(request: SchedulerRequest): Instance {
    const key = keyOf(request);
    const known = instances.get(key);
    if (known) {
      renew(known, request);
      return known;
    }
    const { focusArea, purpose, resource } = request;
    const find: InstancePorts['find'] = (name, isRetry) => findFor(created, name, isRetry);
    const store = createSchedulerStore({ ...ports, find }, { focusArea, purpose, resource });
    const created: Instance = { store, request, place: ports.place() };
    instances.set(key, created);
    return created;
  }

  /**
   * SC-005: another bot line's configuration and texts replace those of the instance that it opens, which keeps its form
   * and its booking; the same line pressed again changes nothing. A menu entry's configuration is the latest of its kind.
   */
  function renew(known: Instance, request: SchedulerRequest): void {
    if (isOfBot(request)) {
      if (sourceOf(request) !== sourceOf(known.request)) known.store.outdate();
    } else if (request.config === undefined || isOfBot(known.request)) {
      return;
    }
    known.request = request;
    known.place = ports.place();
  }

  async function findFor(
    { request, place: entryPlace }: Instance,
    name: SchedulerName,
    isRetry: boolean,
  ): ReturnType<InstancePorts['find']> {
    const { config, schedulerConfig, schedulerText } = request;
    if (isOfBot(request)) {
      const found = await ports.find(name, isRetry).catch((error) => {
        if (schedulerConfig === undefined) throw error;
        return undefined; // Silent: the line brings its own configuration.
      });
      return {
        bundleKey: { ...ports.place(), ...(found?.bundleKey as object | undefined) },
        schedulingInformation: schedulerConfig ?? found?.schedulingInformation,
        schedulerTextTranslations: schedulerText
          ? [{ key: {}, textFragments: toFragments(schedulerText) }]
          : (found?.schedulerTextTranslations ?? []),
        schedulingClassifications: found?.schedulingClassifications ?? [],
        internationalDialing: found?.internationalDialing,
      };
    }
    // A menu entry holds for the place whose menu it stood in; elsewhere its purpose is looked up.
    if (config === undefined || !isSamePlace(entryPlace, ports.place())) return ports.find(name, isRetry);
    const found = await ports.find({}, isRetry);
    return found && { ...found, schedulingInformation: config };
  }

  function display({ store }: Instance): void {
    if (state.current && state.current !== store) state.current.hide();
    state.current = ref(store);
    state.prepared = undefined;
    store.show();
    ports.displayed({ isDisplayed: true, isLanding: store.state.isLanding });
  }

  function hide(): void {
    const { current } = state;
    if (current?.state.isLanding) return;
    current?.hide();
    state.current = undefined;
    ports.displayed({ isDisplayed: false, isLanding: false });
  }

  /** SC-007, SC-009: booking happens elsewhere; the pane goes, unless it is there to say that the tab was blocked. */
  async function leadElsewhere(instance: Instance, href: string): Promise<void> {
    const { store } = instance;
    if (store.state.isLanding) {
      store.setClientUrl({ href, isBlocked: false });
      return;
    }
    const isShown = ports.isShown() && (state.current === undefined || state.current === store);
    if (isShown) hide();
    if (await ports.openTab(href)) {
      if (isShown) ports.hidePane();
      return;
    }
    store.setClientUrl({ href, isBlocked: true });
    display(instance);
    ports.showPane();
  }

  /**
   * Opens the scheduler of that name. Until its information is there the pane shows it loading, except where booking
   * is known to happen elsewhere.
   */
  async function open(request: SchedulerRequest = {}): Promise<void> {
    const instance = instanceOf(request);
    const { store } = instance;
    const loaded = store.load();
    // What needs no call is there now: a booking page opens without the pane flashing up first.
    if (store.state.info !== 'ready') await settleSoon();
    const isElsewhere = store.state.info === 'ready' && clientUrlOf(store.state.config) !== undefined;
    if (!isElsewhere) {
      display(instance);
      ports.showPane();
      await loaded;
      known(instance, request);
      // The visitor went elsewhere, or a second press was served.
      if (state.current !== store) return;
    }
    if (store.state.info === 'none') {
      hide();
      ports.showMenu();
    } else {
      await settle(instance);
    }
  }

  /** What its information says of where booking happens (SC-007, SC-008). */
  async function settle(instance: Instance): Promise<void> {
    const { config, info } = instance.store.state;
    if (info !== 'ready') return;
    const href = clientUrlOf(config);
    if (href !== undefined) {
      await leadElsewhere(instance, href);
      return;
    }
    instance.store.setClientUrl(undefined);
    if (config?.clientURL) {
      ports.log.warn('The scheduler has an address that cannot be opened; its form is shown.');
    }
  }

  /** The page's own purpose is known by now: the menu's entry of it is this scheduler. */
  function known(instance: Instance, request: SchedulerRequest): void {
    const key = keyOf(request);
    if (!instances.has(key)) instances.set(key, instance);
  }

  /** The pointer is near what opens it: it is loaded and drawn by the press, or is asked for again then. */
  async function prepare(request: SchedulerRequest): Promise<void> {
    const { store } = instanceOf(request);
    await store.load();
    if (state.current || ports.isShown() || store.state.info !== 'ready' || clientUrlOf(store.state.config)) return;
    state.prepared = ref(store);
    ports.displayed({ isDisplayed: false, isLanding: false, isPrepared: true });
  }

  /** SC-149 to SC-154. */
  async function steer(steering: Steering): Promise<void> {
    if (steering.screen === undefined) return;
    const request: SchedulerRequest = { purpose: steering.purpose };
    const instance = instanceOf(request);
    const { store } = instance;
    store.setLanding(steering.isLanding);
    display(instance);
    if (!steering.isLanding) ports.showPane();
    const loaded = store.load();
    if (steering.screen === 'details') {
      await Promise.all([loaded, store.find(steering.confirmationNumber)]);
    } else {
      await loaded;
      if (store.state.info === 'none') store.noConfig();
      else if (state.current === store) await settle(instance);
    }
    known(instance, request);
    if (steering.errorCode !== '') store.dispatch({ type: 'ERROR', payload: { code: steering.errorCode } });
  }

  return {
    state,
    open,
    prepare,
    steer,
    hide,
    /** The visitor's Try again after a failed load (SC-031). */
    async retry(): Promise<void> {
      const instance = [...instances.values()].find(({ store }) => store === state.current);
      if (!instance) return;
      await instance.store.load({ isRetry: true });
      if (instance.store.state.info === 'none') instance.store.noConfig();
      else await settle(instance);
    },
    /** SC-029: only another place is a reason to ask again; what was typed stays, displayed or not. */
    async setup(next: SchedulerPlace): Promise<void> {
      const isSame = isSamePlace(next, place);
      place = next;
      if (isSame) return;
      const { current } = state;
      const all = [...new Set(instances.values())].sort((one) => (one.store === current ? -1 : 0));
      instances.clear();
      for (const instance of all) {
        known(instance, instance.request);
        if (instance.store !== current) instance.store.outdate();
      }
      await current?.load({ again: true });
    },
    /** A cancelled appointment closes its scheduler (SC-122); the pane follows. */
    finished(): void {
      if (state.current && !state.current.state.isDisplayed) hide();
    },
  };
}

export type SchedulersStore = ReturnType<typeof createSchedulersStore>;

function isSamePlace(one: SchedulerPlace, other: SchedulerPlace): boolean {
  return (
    one.focusArea === other.focusArea && one.languageCode === other.languageCode && one.regionCode === other.regionCode
  );
}

const isOfBot = (request: SchedulerRequest): boolean =>
  request.schedulerConfig !== undefined || request.schedulerText !== undefined;

const sourceOf = ({ schedulerConfig, schedulerText }: SchedulerRequest): string =>
  JSON.stringify([schedulerConfig, schedulerText]);

/** A bot line's texts: fragments, the same as JSON, or the words of the first question. */
function toFragments(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {} // Silent: plain words are no JSON.
  return { firstQuestion: text };
}

/** Lets promises that are already settled run out. */
async function settleSoon(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}
