import { defaultPurpose } from '../../text/texts.ts';
import type { RoutingEntry } from './routingEntry.ts';

/** One row of the bundle's `chatInformation`. Its other fields are those of a routing entry, not validated yet. */
export interface ChatInformation {
  readonly chatService: string;
  readonly chatRoutingCode?: string | undefined;
  readonly purpose?: string | undefined;
}

/**
 * CH-004: `chatService` is the service and `chatRoutingCode` the skill. A row without a purpose has the default one. The
 * chat room validates the other fields (`routesOf`).
 */
export function toRoutingEntry({ chatService, chatRoutingCode, purpose, ...row }: ChatInformation): RoutingEntry {
  return {
    ...row,
    service: chatService,
    ...(chatRoutingCode === undefined ? {} : { skill: chatRoutingCode }),
    purpose: purpose || defaultPurpose,
  };
}
