/** How long the document may take to answer. Try again must not wait for a network that hangs. */
const reopenLimitMs = 10_000;

/** `released`: the page has received the event that the pane is hidden, and the pane must be shown again. */
type PaneState = 'hidden' | 'shown' | 'released';

/**
 * State that a frame document passes to the next one on the same page: the browser, the visitor or a failed download may
 * reload the frame. It is in the history state, which survives a reload but not a new page.
 */
interface SavedState {
  /** When the host page started to load, in ms since the epoch. It identifies the page. */
  readonly page: number;
  readonly pane: PaneState;
}

type FrameHistory = Pick<Window['history'], 'state' | 'replaceState'>;

export function savePaneState(history: FrameHistory, saved: SavedState): void {
  history.replaceState(saved, '');
}

/** The pane's state in the previous document; undefined on a new page. */
export function readPaneState(history: FrameHistory, page: number): PaneState | undefined {
  const saved: Partial<SavedState> | null = history.state;
  return saved?.page === page ? saved.pane : undefined;
}

/**
 * Reloads the frame document and shows the pane afterwards. This is the last resort after a failed download: Firefox never
 * requests a failed module again within a document, a hanging request cannot be restarted, and after a release only a new
 * document names the new files. The visitor's chat draft is in storage. `release` unlocks the page's scrolling and hides the
 * frame. Resolves to false, without any change, if the document cannot be reached in time, for example offline.
 */
export async function reopenFrame(
  { location, history }: Window,
  page: number,
  request: typeof fetch,
  release: () => void,
): Promise<boolean> {
  const isReachable = await request('', { cache: 'no-store', signal: AbortSignal.timeout(reopenLimitMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) return false;
  release();
  savePaneState(history, { page, pane: 'released' });
  location.reload();
  return true;
}
