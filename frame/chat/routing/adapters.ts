import type { Log } from '../../platform/log.ts';

/** Decides what the chat window offers. Views and rules check the queue type, never an adapter's name. */
export type QueueType = 'bot' | 'sync' | 'async' | 'support' | 'other';

/** The eleven adapters and the queue type of each (CH-001). The ids are the services' own names. */
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
  xmpp: 'async',
} as const satisfies Record<string, QueueType>;

export type AdapterId = keyof typeof queueTypes;

export const isAdapterId = (name: string): name is AdapterId => Object.hasOwn(queueTypes, name);

/**
 * The adapter that serves a chat service. Any name that contains `salesforce` is a support chat (CH-005). Another
 * unknown name has no adapter: it logs a warning and returns `undefined`.
 */
export function adapterOf(service: string, log: Log): AdapterId | undefined {
  if (isAdapterId(service)) return service;
  if (service.includes('salesforce')) return 'salesforce';
  log.warn('Ignoring a chat service without an adapter:', service);
  return undefined;
}
