import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { findInAppSdk, type InAppSdk } from './inAppSdk.ts';
import { sdkLoadMs } from './limits.ts';

export interface InAppScript {
  readonly scriptUrl: string;
  /** Empty for none. */
  readonly scriptIntegrity: string;
}

export type LoadInAppSdk = (script: InAppScript) => Promise<InAppSdk>;

/** The one place where the messaging vendor's program comes in: a script element in the frame, never in the page. */
export function createLoadInAppSdk(view: Window, clock: Clock, lifetime: Lifetime): LoadInAppSdk {
  return ({ scriptUrl, scriptIntegrity }) =>
    new Promise((resolve, reject) => {
      const found = findInAppSdk(view);
      if (found) {
        resolve(found);
        return;
      }
      const loading = lifetime.child();
      const script = view.document.createElement('script');
      const fail = (reason: string) => (): void => {
        loading.end();
        reject(createError('CHUNK_FAILED', `the in-app messaging script ${reason}`));
      };
      script.async = true;
      script.src = scriptUrl;
      if (scriptIntegrity) {
        script.integrity = scriptIntegrity;
        script.crossOrigin = 'anonymous';
      }
      script.onerror = fail('could not be loaded');
      script.onload = () => {
        const sdk = findInAppSdk(view);
        if (!sdk) {
          fail('holds another program')();
          return;
        }
        loading.end();
        resolve(sdk);
      };
      loading.add(clock.after(sdkLoadMs, fail('did not arrive in time')));
      lifetime.add(() => script.remove());
      view.document.head.append(script);
    });
}
