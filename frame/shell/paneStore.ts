import { proxy } from 'valtio/vanilla';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { Clock } from '../platform/clock.ts';
import { type ChatSummary, noChat } from './records.ts';

export interface ShellState {
  isPaneHidden: boolean;
  /** The pane was shown at least once (SH-038). */
  hasDisplayed: boolean;
  /** Hides the pill whatever else applies. Showing the pane clears it (SH-038). */
  isPillHidden: boolean;
  /** The page link that opened the pane: focus returns to it (SH-052). */
  openedBy: number | undefined;
  /** Focus may move into the pane: the visitor opened it, not a timer or a script of the page. */
  takesFocus: boolean;
  isMenuToggled: boolean;
  chosenEntryId: string | undefined;
  isChatForced: boolean;
  chat: ChatSummary;
  /** `isPrepared`: not shown, but rendered out of sight because the visitor is about to ask for it. */
  scheduler: { readonly isDisplayed: boolean; readonly isLanding: boolean; readonly isPrepared?: boolean };
  /** The end-chat confirmation is open (SH-041). */
  isConfirmingEnd: boolean;
  /** What the app chunk is doing (SH-008, SH-173). */
  app: 'idle' | 'loading' | 'ready' | 'failed';
  /** A tab that the browser blocked. The pane offers its address as a link (SH-175). */
  blockedUrl: string | undefined;
  /** The height of the pane's content, for the menu without chat (SH-036). */
  contentHeightPx: number;
}

export interface PanePorts {
  readonly clock: Clock;
  readonly host: Pick<RemoteHost, 'focus' | 'closeFeedback'>;
  /** Downloads and mounts the React app, once. The next call after a failure tries again. */
  readonly loadApp: () => Promise<unknown>;
  /** The pane was shown: outreach hides its cards, unread goes to 0 (SH-038, SH-130). */
  readonly onShown: () => void;
  readonly onHidden: () => void;
}

/** The part of the shell that every page downloads: whether the pane is shown, and the download of what it shows. */
export function createPaneStore(ports: PanePorts) {
  const state = proxy<ShellState>({
    isPaneHidden: true,
    hasDisplayed: false,
    isPillHidden: false,
    openedBy: undefined,
    takesFocus: false,
    isMenuToggled: false,
    chosenEntryId: undefined,
    isChatForced: false,
    chat: noChat,
    scheduler: { isDisplayed: false, isLanding: false },
    isConfirmingEnd: false,
    app: 'idle',
    blockedUrl: undefined,
    contentHeightPx: 0,
  });

  /** Downloads the app, once. A failed download is tried again by the next call (SH-173). Never rejects. */
  async function prepare(): Promise<void> {
    if (state.app !== 'ready') state.app = 'loading';
    try {
      await ports.loadApp();
      state.app = 'ready';
    } catch {
      state.app = 'failed'; // `loadApp` has logged it, and the frame shows a sentence.
    }
  }

  /** `takesFocus` only in response to the visitor's own action (A11Y-10). */
  function show(by: { readonly takesFocus: boolean; readonly linkId?: number | undefined }): void {
    state.takesFocus = by.takesFocus;
    state.openedBy = by.linkId;
    state.isPillHidden = false;
    void prepare();
    if (!state.isPaneHidden) return;
    state.isPaneHidden = false;
    state.hasDisplayed = true;
    ports.onShown();
    void ports.host.closeFeedback().catch(() => {}); // Ignore: the page's own widget may be gone.
  }

  function hide(options: { readonly returnsFocus: boolean } = { returnsFocus: false }): void {
    if (state.isPaneHidden) return;
    const { openedBy } = state;
    state.isPaneHidden = true;
    state.isConfirmingEnd = false;
    state.isChatForced = false;
    state.takesFocus = false;
    ports.onHidden();
    if (!options.returnsFocus) return;
    // A link that is no longer on the page cannot take focus. The pill takes it then.
    ports.clock.after(0, () => {
      const focus = openedBy === undefined ? ports.host.focus() : ports.host.focus(openedBy);
      focus.catch(() => ports.host.focus()).catch(() => {});
    });
  }

  return { state, prepare, show, hide };
}

export type PaneStore = ReturnType<typeof createPaneStore>;
