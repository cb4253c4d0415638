import type { ButtonState, LiveAgent } from './wire.ts';

/** Access to the vendor's SDK in the frame's own window. It never touches the host page. */
export interface SupportTransport {
  /** Adds the script once. Calls `onError` when it fails to load. */
  load(url: string, onError: () => void): void;
  find(): LiveAgent | undefined;
  /** An element for the SDK to show and hide; never added to the document. */
  createElement(): unknown;
  /** The buttons registered with the SDK in this window, by button id. */
  readonly buttons: Map<string, WatchedButton>;
}

export interface WatchedButton {
  /** What its events say; undefined before the first that says something. */
  last: ButtonState | undefined;
  readonly listeners: Set<(state: ButtonState) => void>;
}

export const browserTransport: SupportTransport = {
  load(url, onError) {
    if (document.querySelector(`script[src="${CSS.escape(url)}"]`)) return;
    const script = document.createElement('script');
    script.async = true;
    script.addEventListener('error', () => {
      script.remove(); // Lets a later attempt add it again.
      onError();
    });
    script.src = url;
    document.head.append(script);
  },
  find: () => (window as { liveagent?: LiveAgent }).liveagent,
  createElement: () => document.createElement('div'),
  buttons: new Map(),
};
