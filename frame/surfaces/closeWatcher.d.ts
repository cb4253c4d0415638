/** Not yet in TypeScript's own declarations, nor in every browser. */
declare class CloseWatcher {
  onclose: () => void;
  destroy(): void;
}

interface Window {
  readonly CloseWatcher?: typeof CloseWatcher;
}
