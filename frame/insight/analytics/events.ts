/**
 * Every event of the product, with the only fields that it may carry (CH-209, CH-210). Other fields are removed, so a
 * caller cannot leak a name, an address or a message by accident.
 */
export const analyticsEvents = {
  /** The stages of a chat (CH-208). */
  CM_CHAT_START: ['adapterId', 'skill', 'startType'],
  CM_CHAT_CONNECT: ['adapterId', 'skill'],
  CM_CHAT_FIRST_MESSAGE: ['adapterId', 'skill'],
  CM_CHAT_TRANSFER: ['adapterId', 'skill'],
  CM_CHAT_END: ['adapterId', 'skill'],
  CM_CHAT_SURVEY_COMPLETE: ['adapterId'],
  /** A service call that failed after all retries (CH-210). */
  CM_API_ERROR: ['call', 'status', 'code'],
  CM_PANE_SHOWN: [],
  CM_PANE_HIDDEN: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AnalyticsEventName = keyof typeof analyticsEvents;

type FieldOf<Name extends AnalyticsEventName> = (typeof analyticsEvents)[Name][number];

export type AnalyticsDetail<Name extends AnalyticsEventName> = {
  readonly [Field in FieldOf<Name>]?: string | number | boolean | undefined;
};

/** One event as it is posted. */
export interface AnalyticsEvent {
  readonly name: AnalyticsEventName;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** The page's URL without query and fragment. */
  readonly pageUrl: string;
  /** Whether the visitor could chat. `unknown` until the first adapter has answered (CH-211). */
  readonly chatAvailability: ChatAvailability;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

export type ChatAvailability = 'unknown' | 'available' | 'unavailable';

export function isAnalyticsEvent(name: string): name is AnalyticsEventName {
  return Object.hasOwn(analyticsEvents, name);
}

/** The event's name on the page: `CM_CHAT_START` is dispatched as `cm-chat-start`. */
export function toPageEventName(name: AnalyticsEventName): string {
  return name.toLowerCase().replaceAll('_', '-');
}
