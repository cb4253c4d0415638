import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { AssistantInstance, AssistantOptions } from './wire.ts';

/** Loads the vendor's web chat into the frame with these options. Resolves with its instance. */
export type LoadAssistant = (url: string, options: AssistantOptions, lifetime: Lifetime) => Promise<AssistantInstance>;

/** How long the web chat may take to load and start: twice the limit of the status check. */
const startTimeoutMs = 10_000;

export function createBrowserTransport(after: (delayMs: number, task: () => void) => () => void): LoadAssistant {
  return (url, options, lifetime) =>
    new Promise((resolve, reject) => {
      if (url === '') {
        reject(createError('CONFIG_INVALID', 'The hosted assistant has no script URL.'));
        return;
      }
      const element = document.createElement('div');
      element.hidden = true;
      document.body.append(element);
      const script = document.createElement('script');
      script.async = true;
      lifetime.add(() => {
        script.remove();
        element.remove();
        Reflect.deleteProperty(globalThis, 'watsonAssistantChatOptions');
      });
      lifetime.add(
        after(startTimeoutMs, () => reject(createError('CHUNK_FAILED', 'The hosted assistant did not start in time.'))),
      );
      Reflect.set(globalThis, 'watsonAssistantChatOptions', { ...options, element, onLoad: resolve });
      script.addEventListener('error', () =>
        reject(createError('CHUNK_FAILED', 'The hosted assistant script failed to load.')),
      );
      script.src = url;
      document.head.append(script);
    });
}
