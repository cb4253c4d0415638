import { createError } from './errors.ts';
import type { Lifetime } from './lifetime.ts';

/** Makes a JSONP call in the frame's document. Resolves to the answer. Rejects if the script fails to load. */
export type LoadJsonp = (url: string, lifetime: Lifetime) => Promise<unknown>;

let calls = 0;

/**
 * `parameter` is the query parameter with the callback's name, which differs between services. The script and the global
 * callback are removed when the call's lifetime ends.
 */
export function createJsonpLoader(parameter: string): LoadJsonp {
  return (url, lifetime) => {
    calls += 1;
    const name = `contactWidgetJsonp${calls}`;
    return new Promise((resolve, reject) => {
      const address = new URL(url);
      address.searchParams.set(parameter, name);
      const script = document.createElement('script');
      script.async = true;
      lifetime.add(() => {
        script.remove();
        Reflect.deleteProperty(globalThis, name);
      });
      Reflect.set(globalThis, name, resolve);
      script.addEventListener('error', () =>
        reject(createError('CALL_FAILED', `${address.origin} could not be reached`)),
      );
      script.src = address.href;
      document.head.append(script);
    });
  };
}
