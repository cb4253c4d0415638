/** The actions of the widget that the scheduler's views call. */
export interface SchedulerActions {
  /** Opens an address in a new tab. */
  readonly openTab: (url: string) => void;
  /** Leaves the scheduler for the other contact options. */
  readonly showMenu: () => void;
  /** Hides the scheduler and the pane. */
  readonly close: () => void;
  /** Hides the pane after the scheduler hid itself, which it does after a cancellation. */
  readonly finished: () => void;
  /** Schedules the callback that releases the memory of a downloaded file. */
  readonly releaseLater: (release: () => void) => void;
}
