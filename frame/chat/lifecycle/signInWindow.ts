import { signInSettleMs, signInWatchMs } from '../limits.ts';
import type { RoomState } from '../state.ts';
import type { Timer } from '../timer.ts';
import { inputOf } from '../window/inputBar.ts';

/** The window in which the visitor signs in. The frame can only read whether it is closed. */
export interface SignInWindow {
  readonly closed: boolean;
}

/**
 * CH-219: reports that sign-in did not complete if the browser blocked the window, or if the visitor is not signed in
 * shortly after it has closed. Only the newest window matters, so all share one timer.
 */
export function watchSignIn(state: RoomState, timer: Timer, opened: SignInWindow | null): void {
  state.problem = undefined;
  if (opened) check(opened);
  else report();

  function check(tab: SignInWindow): void {
    // The identity may arrive shortly after the window closes.
    if (tab.closed) timer.start(signInSettleMs, report);
    else timer.start(signInWatchMs, () => check(tab));
  }

  function report(): void {
    if (inputOf(state, false).isOffline) state.problem = { key: 'signInFailed', action: 'none', link: undefined };
  }
}
