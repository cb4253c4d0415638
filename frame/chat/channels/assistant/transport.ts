import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';

/** Loads the vendor's web chat into the frame with these options, until the lifetime ends. Resolves with its instance. */
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
      let isSettled = false;
      lifetime.add(() => {
        isSettled = true;
        script.remove();
        element.remove();
        Reflect.deleteProperty(globalThis, 'watsonAssistantChatOptions');
      });
      lifetime.add(
        after(startTimeoutMs, () => reject(createError('CHUNK_FAILED', 'The hosted assistant did not start in time.'))),
      );
      const onLoad = (instance: AssistantInstance): void => {
        // The script of an attempt that took too long still runs, perhaps with the options of the next one.
        if (isSettled) instance.destroy?.();
        else resolve(instance);
        isSettled = true;
      };
      Reflect.set(globalThis, 'watsonAssistantChatOptions', { ...options, element, onLoad });
      script.addEventListener('error', () =>
        reject(createError('CHUNK_FAILED', 'The hosted assistant script failed to load.')),
      );
      script.src = url;
      document.head.append(script);
    });
}

/** The parts of the Watson Assistant web chat API that this channel uses. */

export interface AssistantOptions {
  readonly integrationID: string;
  readonly serviceInstanceID?: string;
  readonly subscriptionID?: string;
  readonly region: string;
  readonly locale: string;
  readonly zIndex: number;
  /** The pane renders the conversation, so the vendor's launcher and window stay hidden. */
  readonly showLauncher: false;
  readonly openChatByDefault: false;
}

export interface AssistantEvent {
  readonly type: string;
  /** The answer of a `receive`. */
  readonly data?: unknown;
  /** What a `history:begin` restores: messages of the visitor and answers, oldest first. */
  readonly messages?: unknown;
}

interface AssistantListener {
  readonly type: 'receive' | 'history:begin';
  readonly handler: (event: AssistantEvent) => void;
}

export interface AssistantInstance {
  /** Sends a message to the assistant. Rejects if that fails; the answer comes as a `receive` event. */
  send(message: unknown): Promise<unknown>;
  on(listener: AssistantListener): void;
  off(listener: AssistantListener): void;
  render?(): Promise<unknown>;
  /** Opens the program's own window, which restores the history of its session. It stays hidden. */
  changeView?(view: 'mainWindow'): unknown;
  /** Removes what the web chat keeps in cookies and browser storage for the current session, its history included. */
  destroySession?(): unknown;
  destroy?(): void;
}
