import { ContactWidgetError } from './errors.ts';
import { findHost, watchHost } from './host.ts';

/** How long a loader may take to put its element on a page that has loaded. It waits up to ten seconds for the page's load event. */
const elementLimitMs = 5_000;

/** Resolves when the widget has started. Rejects when the loader adds nothing to the page, or removes it again. */
export function whenReady(): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const { signal } = end;
    let hasElement = findHost() !== undefined;
    const observer = watchHost(() => {
      if (findHost()) hasElement = true;
      else if (hasElement)
        fail(
          'frame',
          "The widget's frame did not start. Check that frame-src of the page's Content-Security-Policy lists its origin, and that allowedHosts of the deployment list this page's host.",
        );
    });

    function stop(): void {
      end.abort();
      observer.disconnect();
    }
    function fail(code: 'script' | 'frame', sentence: string): void {
      stop();
      reject(new ContactWidgetError(code, sentence));
    }
    function limitTime(): void {
      setTimeout(() => {
        if (!hasElement && !signal.aborted) fail('script', 'The script did not start a widget. Check its address.');
      }, elementLimitMs);
    }

    document.addEventListener(
      'cm-app-ready',
      () => {
        stop();
        resolve();
      },
      { signal },
    );
    const { prerendering } = document as { prerendering?: boolean };
    if (prerendering) document.addEventListener('prerenderingchange', limitTime, { once: true, signal });
    else if (document.readyState === 'complete') limitTime();
    else window.addEventListener('load', limitTime, { once: true, signal });
  });
}
