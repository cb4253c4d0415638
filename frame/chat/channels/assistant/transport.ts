import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { AssistantInstance, AssistantOptions } from './wire.ts';

/** The provider's program on this frame's window: given its options, it hands over its instance. */
export type LoadAssistant = (url: string, options: AssistantOptions, lifetime: Lifetime) => Promise<AssistantInstance>;

/** How long the program may take. Ours: twice the status check's limit, for a script and its own start. */
const startLimitMs = 10_000;

export function createBrowserTransport(after: (delayMs: number, task: () => void) => () => void): LoadAssistant {
  return (url, options, lifetime) =>
    new Promise((resolve, reject) => {
      if (url === '') {
        reject(createError('CONFIG_INVALID', 'The hosted assistant has no script address.'));
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
        after(startLimitMs, () => reject(createError('CHUNK_FAILED', 'The hosted assistant did not start in time.'))),
      );
      Reflect.set(globalThis, 'watsonAssistantChatOptions', { ...options, element, onLoad: resolve });
      script.addEventListener('error', () =>
        reject(createError('CHUNK_FAILED', 'The script of the hosted assistant could not be loaded.')),
      );
      script.src = url;
      document.head.append(script);
    });
}
