const fragment = '#reopen';

/**
 * Loads the frame document again and shows the pane afterwards. This is the last resort of a failed download: Firefox never
 * requests a failed module again within a document, a hanging request cannot be started anew, and after a release only a new
 * document names the new files. What the visitor typed in a chat is in storage. `release` gives the page back what the pane
 * took: its scrolling, and the space under the frame. Resolves to false, and changes nothing, when the document cannot be
 * reached, for example offline.
 */
export async function reopenFrame(
  { location, history }: Window,
  request: typeof fetch,
  release: () => Promise<unknown>,
): Promise<boolean> {
  const isReachable = await request('', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) return false;
  await release();
  history.replaceState(null, '', fragment);
  location.reload();
  return true;
}

/** Whether this document is such a second one. Answers once. */
export function takeReopening({ location, history }: Window): boolean {
  if (location.hash !== fragment) return false;
  history.replaceState(null, '', location.pathname);
  return true;
}
