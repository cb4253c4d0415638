/**
 * State that a frame document passes to the next one on the same page: the browser, the visitor or a failed download may
 * reload the frame. It is in the history state, which survives a reload but not a new page.
 */
interface Trace {
  /** When the host page started to load, in ms since the epoch. It identifies the page. */
  readonly page: number;
  /** `released`: the page has received the event that the pane is hidden, and the pane must be shown again. */
  readonly pane: 'hidden' | 'shown' | 'released';
}

type TraceHistory = Pick<Window['history'], 'state' | 'replaceState'>;

export function leaveTrace(history: TraceHistory, trace: Trace): void {
  history.replaceState(trace, '');
}

/** The trace of the previous document; undefined on a new page. */
export function readTrace(history: TraceHistory, page: number): Trace['pane'] | undefined {
  const trace: Partial<Trace> | null = history.state;
  return trace?.page === page ? trace.pane : undefined;
}

/**
 * Reloads the frame document and shows the pane afterwards. This is the last resort after a failed download: Firefox never
 * requests a failed module again within a document, a hanging request cannot be restarted, and after a release only a new
 * document names the new files. The visitor's chat draft is in storage. `release` unlocks the page's scrolling and hides the
 * frame. Resolves to false, without any change, if the document cannot be reached, for example offline.
 */
export async function reopenFrame(
  { location, history }: Window,
  page: number,
  request: typeof fetch,
  release: () => Promise<unknown>,
): Promise<boolean> {
  const isReachable = await request('', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) return false;
  await release();
  leaveTrace(history, { page, pane: 'released' });
  location.reload();
  return true;
}
