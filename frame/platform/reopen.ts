/**
 * What a frame document leaves to the one that follows it on the same page: the browser, the visitor or a failed download may
 * load it again. It is in the history state, which a reload keeps and a new page does not have.
 */
interface Trace {
  /** When the page around the frame started to load, ms since the epoch. It tells this page from every other. */
  readonly page: number;
  /** `released`: the page has been told that the pane is hidden, and it is to be shown again. */
  readonly pane: 'hidden' | 'shown' | 'released';
}

type History = Pick<Window['history'], 'state' | 'replaceState'>;

export function leaveTrace(history: History, trace: Trace): void {
  history.replaceState(trace, '');
}

/** What the document before this one has left; undefined on a new page. */
export function readTrace(history: History, page: number): Trace['pane'] | undefined {
  const trace: Partial<Trace> | null = history.state;
  return trace?.page === page ? trace.pane : undefined;
}

/**
 * Loads the frame document again and shows the pane afterwards. This is the last resort of a failed download: Firefox never
 * requests a failed module again within a document, a hanging request cannot be started anew, and after a release only a new
 * document names the new files. What the visitor typed in a chat is in storage. `release` gives the page back what the pane
 * took: its scrolling, and the space under the frame. Resolves to false, and changes nothing, when the document cannot be
 * reached, for example offline.
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
