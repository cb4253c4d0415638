import type { Log } from '../platform/log.ts';

/** The queue decides what the chat window offers; views and rules ask for it, never for an adapter's name. */
export type QueueType = 'bot' | 'sync' | 'async' | 'support' | 'other';

/** Ten adapters, each bound to one queue type (CH-001). The ids are the services' own names. */
export const queueTypes = {
  bot: 'bot',
  liveperson: 'sync',
  softlayer: 'sync',
  liveperson2: 'async',
  softlayermessaging: 'async',
  lemessaging: 'async',
  salesforce: 'support',
  salesforcetrusteer: 'support',
  partnerworld: 'other',
  partnerworldopenfire: 'other',
} as const satisfies Record<string, QueueType>;

export type AdapterId = keyof typeof queueTypes;

export function isAdapterId(name: string): name is AdapterId {
  return Object.hasOwn(queueTypes, name);
}

/**
 * The adapter that serves a chat service. A name that contains `salesforce` is a support chat even when the table does
 * not know it (CH-005); any other unknown name has no adapter and leaves one warning.
 */
export function adapterOf(service: string, log: Log): AdapterId | undefined {
  if (isAdapterId(service)) return service;
  if (service.includes('salesforce')) return 'salesforce';
  log.warn('A chat service has no adapter and is left out.', service);
  return undefined;
}
