/**
 * Loads the frame document again and shows the pane afterwards. This is the last resort of a download that failed twice:
 * Firefox never requests a failed module again within a document, and after a release only a new document names the new
 * files. What the visitor typed in a chat is in storage.
 */
export function reopenFrame(self: Window): void {
  self.history.replaceState(null, '', fragment);
  self.location.reload();
}

/** Whether this document is such a second one. Answers once. */
export function takeReopening({ location, history }: Window): boolean {
  if (location.hash !== fragment) return false;
  history.replaceState(null, '', location.pathname);
  return true;
}

const fragment = '#reopen';
