import type { RemoteHost } from '../host/remoteHost.ts';
import type { Clock } from '../platform/clock.ts';
import { createState } from '../platform/state.ts';

export interface PaneState {
  isPaneHidden: boolean;
  /** The page hides the pill (SH-058). Showing the pane clears it, so that the visitor can return to the pane (SH-038). */
  isPillHidden: boolean;
  /** Focus may move into the pane, because the visitor opened it, not a timer or a script of the page, and has not left it since. */
  takesFocus: boolean;
  /** The state of the app's download (SH-008, SH-173). */
  app: 'idle' | 'loading' | 'ready' | 'failed';
}

export interface PanePorts {
  readonly isPillHidden: boolean;
  readonly clock: Clock;
  readonly host: Pick<RemoteHost, 'focus'>;
  /** Downloads and mounts the React app once. After a failure, the next call retries. */
  readonly loadApp: () => Promise<unknown>;
  /** The pane was shown: outreach hides its cards (SH-038, SH-130). */
  readonly onShown: () => void;
  readonly onHidden: () => void;
}

/** The part of the shell that every page downloads: whether the pane is shown, and the download of the app. */
export function createPaneStore(ports: PanePorts) {
  const own = createState<PaneState>({
    isPaneHidden: true,
    isPillHidden: ports.isPillHidden,
    takesFocus: false,
    app: 'idle',
  });

  /** Downloads the app once. After a failure, the next call retries (SH-173). Never rejects. */
  async function prepare(): Promise<void> {
    if (own.state.app !== 'ready') own.change({ app: 'loading' });
    try {
      await ports.loadApp();
      own.change({ app: 'ready' });
    } catch {
      own.change({ app: 'failed' }); // `loadApp` has logged it, and the frame shows a message.
    }
  }

  /**
   * Pass `takesFocus` only in response to the visitor's own action (A11Y-10), and `byLink` only for a press on a contact link. The focus
   * is then in the page, and moves into the pane even if the pane is already shown.
   */
  function show(by: { readonly takesFocus: boolean; readonly byLink?: boolean | undefined }): void {
    own.change({ takesFocus: by.takesFocus, isPillHidden: false });
    void prepare();
    if (!own.state.isPaneHidden) {
      if (by.byLink) void ports.host.focus(true);
      return;
    }
    own.change({ isPaneHidden: false });
    ports.onShown();
  }

  function hide(options: { readonly returnsFocus: boolean } = { returnsFocus: false }): void {
    if (own.state.isPaneHidden) return;
    own.change({ isPaneHidden: true, takesFocus: false });
    ports.onHidden();
    if (!options.returnsFocus) return;
    // To the link or the pill that opened the pane (SH-052).
    ports.clock.after(0, () => void ports.host.focus());
  }

  return {
    get state() {
      return own.state;
    },
    /** The visitor has left the frame. What appears later must not pull the focus out of the page (A11Y-10). */
    focusLeft: (): void => own.change({ takesFocus: false }),
    ...{ watch: own.watch, publish: own.publish, prepare, show, hide },
  };
}

export type PaneStore = ReturnType<typeof createPaneStore>;
