import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';

let calls = 0;

/** Makes a JSONP call in the frame's document. The script and the global callback are removed when the lifetime ends. */
export function loadJsonp(url: string, lifetime: Lifetime): Promise<unknown> {
  calls += 1;
  const name = `contactWidgetJsonp${calls}`;
  return new Promise((resolve, reject) => {
    const address = new URL(url);
    address.searchParams.set('callback', name);
    const script = document.createElement('script');
    script.async = true;
    lifetime.add(() => {
      script.remove();
      Reflect.deleteProperty(globalThis, name);
    });
    Reflect.set(globalThis, name, (answer: unknown) => resolve(answer));
    script.addEventListener('error', () =>
      reject(createError('CALL_FAILED', `${address.origin} could not be reached`)),
    );
    script.src = address.href;
    document.head.append(script);
  });
}
