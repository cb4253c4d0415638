import { type ChatContext, setTimer } from './context.ts';
import { signInSettleMs, signInWatchMs } from './limits.ts';
import { inputOf } from './state.ts';

/** A window that the visitor signs in with; it can be seen whether it is closed, nothing else. */
export interface SignInWindow {
  readonly closed: boolean;
}

/**
 * CH-219: a window that the browser blocked, or that was closed without the visitor being signed in a moment later, is
 * told; the links stand below the sentence. The newest window counts.
 */
export function watchSignIn(context: ChatContext, opened: SignInWindow | null): void {
  const { state } = context;
  state.trouble = undefined;
  if (opened) look(opened);
  else tell();

  function look(tab: SignInWindow): void {
    // The message that came before the window went still has to become an identity.
    if (tab.closed) setTimer(context, 'signIn', signInSettleMs, tell);
    else setTimer(context, 'signIn', signInWatchMs, () => look(tab));
  }

  function tell(): void {
    if (inputOf(state, false).isOffline) state.trouble = { key: 'signInFailed', action: 'none', link: undefined };
  }
}
