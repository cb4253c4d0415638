import { proxy, subscribe } from 'valtio/vanilla';
import type { AnalyticsState } from '../insight/analytics/analyticsStore.ts';
import type { ExperimentState } from '../insight/experiments/experimentStore.ts';
import type { Insight } from '../insight/insight.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { type Timing, watchTimings } from './timings.ts';
import type { Tools } from './tools.ts';

/** One chat adapter as the window lists it. */
export interface AdapterRow {
  readonly id: string;
  readonly queueType: string;
  readonly state: string;
  readonly skill: string | undefined;
  readonly isReady: boolean;
}

export interface DebugPorts {
  readonly lifetime: Lifetime;
  readonly insight: Insight;
  readonly tools: Tools;
  /** Routing and lookup of the page, as labelled texts. */
  readonly facts: () => readonly (readonly [label: string, value: string])[];
  readonly adapters: () => readonly AdapterRow[];
  /** The proxies that facts and adapters are derived from. */
  readonly sources: readonly object[];
  /** The window collapses into a button when the pane opens. */
  readonly shell: { readonly isPaneHidden: boolean };
  readonly self: Window;
}

export interface DebugState {
  /** The window is above the pill while the pane is hidden, and over the pane while it is shown. */
  isOpen: boolean;
  facts: readonly (readonly [label: string, value: string])[];
  adapters: readonly AdapterRow[];
  timings: readonly Timing[];
}

export interface DebugStore {
  readonly state: DebugState;
  /** Live lists of the analytics events, and of the events that experiments measured. */
  analytics(): Pick<AnalyticsState, 'events'>;
  reports(): Pick<ExperimentState, 'events'>;
  readonly insight: Insight;
  readonly tools: Tools;
  toggle(isOpen: boolean): void;
  /** Calls the listener when the window opens or closes. */
  onToggle(listener: () => void): void;
}

/** The window's own state: whether it is open, and the lists that no other store has (SH-161). */
export async function createDebugStore(ports: DebugPorts): Promise<DebugStore> {
  const { lifetime, insight } = ports;
  // The pane may already be open, and then stays visible.
  const state = proxy<DebugState>({ isOpen: ports.shell.isPaneHidden, facts: [], adapters: [], timings: [] });

  function refresh(): void {
    state.facts = ports.facts();
    state.adapters = ports.adapters();
    insight.experiments.store?.refresh();
  }

  for (const source of ports.sources) lifetime.add(subscribe(source, refresh));
  refresh();
  let wasHidden = ports.shell.isPaneHidden;
  lifetime.add(
    subscribe(ports.shell, () => {
      if (wasHidden && !ports.shell.isPaneHidden) state.isOpen = false;
      wasHidden = ports.shell.isPaneHidden;
    }),
  );
  watchTimings(ports.self, lifetime, (timings) => {
    state.timings = timings;
  });
  const analytics = await insight.analytics.open();
  const noAnalytics = proxy<Pick<AnalyticsState, 'events'>>({ events: [] });
  const noReports = proxy<Pick<ExperimentState, 'events'>>({ events: [] });

  return {
    state,
    analytics: () => analytics?.state ?? noAnalytics,
    reports: () => insight.experiments.store?.state ?? noReports,
    insight,
    tools: ports.tools,
    toggle(isOpen) {
      state.isOpen = isOpen;
    },
    onToggle: (listener) => {
      lifetime.add(subscribe(state, listener));
    },
  };
}
