import { proxy, ref } from 'valtio/vanilla';
import { clientUrlOf } from './clientUrl.ts';
import type { SchedulersPorts } from './ports.ts';
import type { SchedulerStore } from './store.ts';

export interface SchedulersState {
  /** The displayed instance. */
  current: SchedulerStore | undefined;
  /** Rendered but not visible while none is displayed, so that a press only has to show it. */
  prepared: SchedulerStore | undefined;
}

/** Controls what the pane shows: one scheduler, none, or a booking page in a new tab instead. */
export function createDisplay(ports: SchedulersPorts) {
  const state = proxy<SchedulersState>({ current: undefined, prepared: undefined });

  function display(store: SchedulerStore): void {
    if (state.current && state.current !== store) state.current.hide();
    state.current = ref(store);
    state.prepared = undefined;
    store.show();
    ports.displayed({ isDisplayed: true, isLanding: store.state.isLanding });
  }

  function hide(): void {
    if (!state.current?.state.isLanding) remove();
  }

  /** Also hides a scheduler on a landing page. */
  function remove(): void {
    state.current?.hide();
    state.current = undefined;
    state.prepared = undefined;
    ports.displayed({ isDisplayed: false, isLanding: false });
  }

  /** SC-007, SC-009: opens the booking page in a tab and hides the pane, or shows a link if the tab is blocked. */
  async function openElsewhere(store: SchedulerStore, href: string): Promise<void> {
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
    display(store);
    ports.showPane();
  }

  return {
    state,
    display,
    hide,
    remove,
    prepare(store: SchedulerStore): void {
      state.prepared = ref(store);
      ports.displayed({ isDisplayed: false, isLanding: false, isPrepared: true });
    },
    /** SC-007, SC-008: shows the form, or opens the booking page if the loaded configuration names one. */
    async applyClientUrl(store: SchedulerStore): Promise<void> {
      const { config, info } = store.state;
      if (info !== 'ready') return;
      const href = clientUrlOf(config);
      if (href !== undefined) {
        await openElsewhere(store, href);
        return;
      }
      store.setClientUrl(undefined);
      if (config?.clientURL) {
        ports.log.warn('The clientURL is not a web address. Showing the form instead.');
      }
    },
  };
}
