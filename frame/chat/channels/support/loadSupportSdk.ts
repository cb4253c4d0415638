import type { LiveAgent } from './wire.ts';

/** The provider's program on this frame's window. It never touches the host page. */
export interface SupportTransport {
  /** Adds the script once; `failed` is called when it cannot be had. */
  load(url: string, failed: () => void): void;
  /** The program, as soon as its script has run. */
  find(): LiveAgent | undefined;
  /** An element that the provider may show and hide; it is never put into the document. */
  createElement(): unknown;
  /** What the program was told to watch on this window, by button id. */
  readonly buttons: Map<string, WatchedButton>;
}

export interface WatchedButton {
  /** The program's latest event. */
  last: unknown;
  readonly listeners: Set<(event: unknown) => void>;
}

export const browserTransport: SupportTransport = {
  load(url, failed) {
    if (document.querySelector(`script[src="${CSS.escape(url)}"]`)) return;
    const script = document.createElement('script');
    script.async = true;
    script.addEventListener('error', () => {
      script.remove(); // A later try may add it again.
      failed();
    });
    script.src = url;
    document.head.append(script);
  },
  find: () => (window as { liveagent?: LiveAgent }).liveagent,
  createElement: () => document.createElement('div'),
  buttons: new Map(),
};
