import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { findInAppSdk, type InAppSdk } from './inAppSdk.ts';
import { sdkLoadMs } from './limits.ts';

export interface InAppScript {
  readonly scriptUrl: string;
  /** Empty to skip the check. */
  readonly scriptIntegrity: string;
}

export type LoadInAppSdk = (script: InAppScript) => Promise<InAppSdk>;

/** Loads the messaging vendor's SDK with a script element in the frame, never in the host page. */
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
        reject(createError('CHUNK_FAILED', `The in-app messaging script ${reason}.`));
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
          fail('does not contain the SDK')();
          return;
        }
        loading.end();
        resolve(sdk);
      };
      loading.add(clock.after(sdkLoadMs, fail('took too long to load')));
      lifetime.add(() => script.remove());
      view.document.head.append(script);
    });
}
