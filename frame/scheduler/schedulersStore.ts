import { clientUrlOf } from './clientUrl.ts';
import { createDisplay } from './displayStore.ts';
import { createInstances } from './instances.ts';
import { isSamePlace, type SchedulerPlace } from './place.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import type { Steering } from './steering.ts';

/** A press that opens a scheduler. */
export interface SchedulerRequest extends SchedulerName {
  /** The page's own scheduling entry, from the menu. It replaces the lookup. */
  readonly config?: unknown;
  /** A bot line's own configuration and texts, which replace the page's (SC-005). */
  readonly schedulerConfig?: unknown;
  readonly schedulerText?: unknown;
}

export interface SchedulerDisplay {
  readonly isDisplayed: boolean;
  readonly isLanding: boolean;
  /** A scheduler is likely to be opened next and can be rendered out of sight. */
  readonly isPrepared?: boolean;
}

/** What all schedulers of the page need from outside. */
export interface SchedulersPorts extends InstancePorts {
  readonly place: () => SchedulerPlace;
  /** Runs when a scheduler is displayed, hidden or prepared (SC-010, SC-153). */
  readonly displayed: (display: SchedulerDisplay) => void;
  /** The pane shows a scheduler, or its loading state before this room is downloaded. */
  readonly isShown: () => boolean;
  readonly showPane: () => void;
  readonly hidePane: () => void;
  /** Shows the menu if there is no scheduler (SC-016). */
  readonly showMenu: () => void;
  /** False if the browser blocked the tab (SC-009). */
  readonly openTab: (url: string) => Promise<boolean>;
}

/** All schedulers of the page. One is displayed at a time (SC-012, SC-013). */
export function createSchedulersStore(ports: SchedulersPorts) {
  const instances = createInstances(ports);
  const { state, display, hide, prepare, applyClientUrl } = createDisplay(ports);
  let place = ports.place();

  return {
    state,
    hide,
    /**
     * Opens the scheduler of a request. The pane shows it while it loads, unless booking is already known to happen
     * elsewhere.
     */
    async open(request: SchedulerRequest = {}): Promise<void> {
      const instance = instances.get(request);
      const { store } = instance;
      const loaded = store.load();
      // Information that needs no call is there after this, so that the pane does not flash up before a booking page.
      if (store.state.info !== 'ready') await runSettledPromises();
      const isElsewhere = store.state.info === 'ready' && clientUrlOf(store.state.config) !== undefined;
      if (!isElsewhere) {
        display(store);
        ports.showPane();
        await loaded;
        instances.add(instance, request);
        // The visitor left, or another press took over.
        if (state.current !== store) return;
      }
      if (store.state.info === 'none') {
        hide();
        ports.showMenu();
      } else {
        await applyClientUrl(store);
      }
    },
    /** Loads and renders a scheduler out of sight. A failure needs no handling here: opening it tries again. */
    async prepare(request: SchedulerRequest): Promise<void> {
      const { store } = instances.get(request);
      await store.load();
      if (state.current || ports.isShown() || store.state.info !== 'ready' || clientUrlOf(store.state.config)) return;
      prepare(store);
    },
    /** Opens what the page's query parameters ask for (SC-149 to SC-154). */
    async steer(steering: Steering): Promise<void> {
      if (steering.screen === undefined) return;
      const request: SchedulerRequest = { purpose: steering.purpose };
      const instance = instances.get(request);
      const { store } = instance;
      store.setLanding(steering.isLanding);
      display(store);
      if (!steering.isLanding) ports.showPane();
      const loaded = store.load();
      if (steering.screen === 'details') {
        await Promise.all([loaded, store.find(steering.confirmationNumber)]);
      } else {
        await loaded;
        if (store.state.info === 'none') store.noConfig();
        else if (state.current === store) await applyClientUrl(store);
      }
      instances.add(instance, request);
      if (steering.errorCode !== '') store.dispatch({ type: 'ERROR', payload: { code: steering.errorCode } });
    },
    /** Loads again after a failure (SC-031). */
    async retry(): Promise<void> {
      const store = state.current;
      if (!store) return;
      await store.load({ isRetry: true });
      if (store.state.info === 'none') store.noConfig();
      else await applyClientUrl(store);
    },
    /** SC-029: loads again only for another place, and keeps what was typed in every instance. */
    async setup(next: SchedulerPlace): Promise<void> {
      const isSame = isSamePlace(next, place);
      place = next;
      if (isSame) return;
      const { current } = state;
      instances.move(current);
      await current?.load({ again: true });
    },
    /** Hides a scheduler that closed itself after a cancellation (SC-122). */
    finished(): void {
      if (state.current && !state.current.state.isDisplayed) hide();
    },
  };
}

export type SchedulersStore = ReturnType<typeof createSchedulersStore>;

/** Waits long enough for a chain of promises that have already settled. */
async function runSettledPromises(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}
