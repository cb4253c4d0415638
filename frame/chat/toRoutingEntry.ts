import { defaultPurpose } from '../text/texts.ts';
import type { RoutingEntry } from './routingEntry.ts';

/** One row of the bundle's `chatInformation`. */
export interface ChatInformation {
  readonly chatService: string;
  readonly chatRoutingCode?: string | undefined;
  readonly purpose?: string | undefined;
}

/** CH-004: `chatService` is the service and `chatRoutingCode` the skill. A row without a purpose has the default one. */
export function toRoutingEntry(row: ChatInformation): RoutingEntry {
  return {
    service: row.chatService,
    ...(row.chatRoutingCode === undefined ? {} : { skill: row.chatRoutingCode }),
    purpose: row.purpose || defaultPurpose,
  };
}
