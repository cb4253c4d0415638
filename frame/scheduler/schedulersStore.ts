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

export interface SchedulersPorts extends InstancePorts {
  readonly place: () => SchedulerPlace;
  /** The instance that is shown, or none, and whether it fills the page (SC-010, SC-153). */
  readonly displayed: (scheduler: { readonly isDisplayed: boolean; readonly isLanding: boolean }) => void;
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
}

/** All schedulers of the page: one instance for each resource key, one displayed at a time (SC-012, SC-013). */
export function createSchedulersStore(ports: SchedulersPorts) {
  const state = proxy<SchedulersState>({ current: undefined });
  const instances = new Map<string, SchedulerStore>();
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

  function instanceOf(request: SchedulerRequest): SchedulerStore {
    const key = keyOf(request);
    const known = instances.get(key);
    if (known && request.schedulerConfig === undefined && request.schedulerText === undefined) return known;
    const { focusArea, purpose, resource } = request;

    const created = createSchedulerStore({ ...ports, find: findFor(request) }, { focusArea, purpose, resource });
    if (known) Object.assign(created.state.form, known.state.form);
    instances.set(key, created);
    return created;
  }

  /** SC-005: what a bot line brings stands in place of what the lookup would say. */
  function findFor(request: SchedulerRequest): InstancePorts['find'] {
    const { config } = request;
    if (config !== undefined) {
      return async (_name, isRetry) => {
        const found = await ports.find({}, isRetry);
        return found && { ...found, schedulingInformation: config };
      };
    }
    if (request.schedulerConfig === undefined && request.schedulerText === undefined) return ports.find;
    return async (name, isRetry) => {
      const found = await ports.find(name, isRetry).catch((error) => {
        if (request.schedulerConfig === undefined) throw error;
        return undefined; // Silent: the line brings its own configuration.
      });
      const { schedulerConfig, schedulerText } = request;
      return {
        bundleKey: { ...ports.place(), ...(found?.bundleKey as object | undefined) },
        schedulingInformation: schedulerConfig ?? found?.schedulingInformation,
        schedulerTextTranslations: schedulerText
          ? [{ key: {}, textFragments: toFragments(schedulerText) }]
          : (found?.schedulerTextTranslations ?? []),
        schedulingClassifications: found?.schedulingClassifications ?? [],
        internationalDialing: found?.internationalDialing,
      };
    };
  }

  function display(instance: SchedulerStore): void {
    if (state.current && state.current !== instance) state.current.hide();
    state.current = ref(instance);
    instance.show();
    ports.displayed({ isDisplayed: true, isLanding: instance.state.isLanding });
  }

  function hide(): void {
    const { current } = state;
    if (!current) return;
    current.hide();
    if (current.state.isLanding) return;
    state.current = undefined;
    ports.displayed({ isDisplayed: false, isLanding: false });
  }

  /** SC-007 to SC-009: true when booking happens elsewhere. */
  async function leadElsewhere(instance: SchedulerStore): Promise<boolean> {
    const { config } = instance.state;
    const href = clientUrlOf(config);
    if (href === undefined) {
      if (config?.clientURL) ports.log.warn('The scheduler has an address that cannot be opened; its form is shown.');
      return false;
    }
    if (instance.state.isLanding) {
      instance.setClientUrl({ href, isBlocked: false });
      return true;
    }
    if (await ports.openTab(href)) return true;
    instance.setClientUrl({ href, isBlocked: true });
    display(instance);
    ports.showPane();
    return true;
  }

  /**
   * Opens the scheduler of that name. Until its information is there the pane shows it loading, except where booking
   * is known to happen elsewhere.
   */
  async function open(request: SchedulerRequest = {}): Promise<void> {
    const instance = instanceOf(request);
    const loaded = instance.load();
    // What needs no call is there now: a booking page opens without the pane flashing up first.
    if (instance.state.info !== 'ready') await settleSoon();
    if (instance.state.info === 'ready' && clientUrlOf(instance.state.config)) {
      await leadElsewhere(instance);
      return;
    }
    display(instance);
    ports.showPane();
    await loaded;
    if (instance.state.info === 'none') {
      hide();
      ports.showMenu();
    } else if (instance.state.info === 'ready' && clientUrlOf(instance.state.config)) {
      hide();
      const isBlocked = !(await ports.openTab(clientUrlOf(instance.state.config) ?? ''));
      if (isBlocked) await showBlocked(instance);
      else ports.hidePane();
    } else if (instance.state.config?.clientURL) {
      ports.log.warn('The scheduler has an address that cannot be opened; its form is shown.');
    }
  }

  /** The pointer is near what opens it: its information is there by the press, or is asked for again then. */
  async function prepare(request: SchedulerRequest): Promise<void> {
    await instanceOf(request).load();
  }

  async function showBlocked(instance: SchedulerStore): Promise<void> {
    instance.setClientUrl({ href: clientUrlOf(instance.state.config) ?? '', isBlocked: true });
    display(instance);
    ports.showPane();
  }

  /** SC-149 to SC-154. */
  async function steer(steering: Steering): Promise<void> {
    if (steering.screen === undefined) return;
    const instance = instanceOf({ purpose: steering.purpose });
    instance.setLanding(steering.isLanding);
    display(instance);
    if (!steering.isLanding) ports.showPane();
    const loaded = instance.load();
    if (steering.screen === 'details') {
      await Promise.all([loaded, instance.find(steering.confirmationNumber)]);
    } else {
      await loaded;
      if (instance.state.info === 'none') instance.noConfig();
      else if (steering.isLanding) await leadElsewhere(instance);
    }
    if (steering.errorCode !== '') instance.dispatch({ type: 'ERROR', payload: { code: steering.errorCode } });
  }

  return {
    state,
    open,
    prepare,
    steer,
    hide,
    /** SC-029: only another place is a reason to ask again; what was typed stays. */
    async setup(next: SchedulerPlace): Promise<void> {
      const isSame =
        next.focusArea === place.focusArea &&
        next.languageCode === place.languageCode &&
        next.regionCode === place.regionCode;
      place = next;
      if (isSame) return;
      const { current } = state;
      instances.clear();
      if (!current) return;
      instances.set(keyOf(current.name), current);
      await current.load({ again: true });
    },
    /** A cancelled appointment closes its scheduler (SC-122); the pane follows. */
    finished(): void {
      if (state.current && !state.current.state.isDisplayed) hide();
    },
  };
}

export type SchedulersStore = ReturnType<typeof createSchedulersStore>;

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
