import { clientUrlOf } from './clientUrl.ts';
import { createDisplay } from './displayStore.ts';
import { createInstances, type InstancesPorts } from './instances.ts';
import { isSamePlace, type SchedulerPlace } from './place.ts';
import type { SchedulerRequest } from './ports.ts';
import type { SchedulerQuery } from './schedulerQuery.ts';

/** All schedulers of the page. One is displayed at a time (SC-012, SC-013). */
export function createSchedulersStore(ports: InstancesPorts) {
  const instances = createInstances(ports);
  const { state, display, hide, remove, prepare, applyClientUrl } = createDisplay(ports);
  let place = ports.place();

  return {
    state,
    hide,
    /**
     * Opens the scheduler of a request. The pane shows it while it loads, unless the request's entry or an earlier answer says
     * that booking happens on another site.
     */
    async open(request: SchedulerRequest = {}): Promise<void> {
      const instance = instances.get(request);
      const { store } = instance;
      const loaded = store.load();
      const isElsewhere =
        clientUrlOf(request.config ?? (store.state.info === 'ready' && store.state.config)) !== undefined;
      if (!isElsewhere) {
        display(store);
        ports.showPane();
      }
      await loaded;
      instances.add(instance, request);
      // The visitor has closed it, or another request has replaced it.
      if (!isElsewhere && state.current !== store) return;
      if (store.state.info === 'none') {
        hide();
        ports.showMenu();
      } else {
        await applyClientUrl(store);
      }
    },
    /** Loads and renders a scheduler without showing it. A failure is ignored, because opening it retries. */
    async prepare(request: SchedulerRequest): Promise<void> {
      const { store } = instances.get(request);
      await store.load();
      if (state.current || ports.isShown() || store.state.info !== 'ready' || clientUrlOf(store.state.config)) return;
      prepare(store);
    },
    /** Opens the screen that the page's query parameters name (SC-149 to SC-154). */
    async applyQuery(schedulerQuery: SchedulerQuery): Promise<void> {
      if (schedulerQuery.screen === undefined) return;
      const request: SchedulerRequest = { purpose: schedulerQuery.purpose };
      const instance = instances.get(request);
      const { store } = instance;
      // The element of a landing page has left and come back.
      const isBack = store.state.hasDisplayed;
      store.setLanding(schedulerQuery.isLanding);
      display(store);
      if (!schedulerQuery.isLanding) ports.showPane();
      const loaded = store.load();
      if (isBack) return loaded;
      if (schedulerQuery.screen === 'details') {
        await Promise.all([loaded, store.find(schedulerQuery.confirmationNumber)]);
      } else {
        await loaded;
        if (store.state.info === 'none') store.noConfig();
        else if (state.current === store) await applyClientUrl(store);
      }
      instances.add(instance, request);
      if (schedulerQuery.errorCode !== '')
        store.dispatch({ type: 'ERROR', payload: { code: schedulerQuery.errorCode } });
    },
    /** Loads again after a failure (SC-031). */
    async retry(): Promise<void> {
      const store = state.current;
      if (!store) return;
      await store.load({ isRetry: true });
      // The visitor has closed it.
      if (state.current !== store) return;
      if (store.state.info === 'none') store.noConfig();
      else await applyClientUrl(store);
    },
    /** SC-029: loads again only for another place, and keeps the visitor's input in every instance. */
    async setup(next: SchedulerPlace): Promise<void> {
      const isSame = isSamePlace(next, place);
      place = next;
      if (isSame) return;
      const { current } = state;
      instances.move(current);
      await current?.load({ again: true });
    },
    /** Called when the page no longer has a place for the scheduler. The visitor's input stays. */
    leaveLanding(): void {
      state.current?.setLanding(false);
      hide();
    },
    /** Called when the visitor has changed, who must not see input and bookings of the previous one. */
    visitorLeft(): void {
      instances.forget();
      remove();
    },
    /** Hides a scheduler that closed itself after a cancellation (SC-122). */
    finished(): void {
      if (state.current && !state.current.state.isDisplayed) hide();
    },
  };
}

export type SchedulersStore = ReturnType<typeof createSchedulersStore>;
