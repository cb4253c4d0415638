import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';

export type LoadJsonp = (url: string, lifetime: Lifetime) => Promise<unknown>;

let calls = 0;

/**
 * Makes a JSONP call in the frame's document, with the callback's name in the parameter `cb`. The script and the global
 * callback are removed when the lifetime ends.
 */
export const loadJsonp: LoadJsonp = (url, lifetime) => {
  calls += 1;
  const name = `contactWidgetDomain${calls}`;
  return new Promise((resolve, reject) => {
    const address = new URL(url);
    address.searchParams.set('cb', name);
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
