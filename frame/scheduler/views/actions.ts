/** What the scheduler's views ask of the widget around them. */
export interface SchedulerActions {
  /** Opens a page address in a new tab. */
  readonly openTab: (url: string) => void;
  /** Leaves the scheduler for the other contact options. */
  readonly showMenu: () => void;
  /** Hides scheduler and pane. */
  readonly close: () => void;
  /** The scheduler has hidden itself, after a cancellation: the pane follows. */
  readonly finished: () => void;
}
