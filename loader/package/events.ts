/** The events that the widget dispatches on `document`, with their `detail`. */
export interface ContactWidgetEvents {
  /** The widget has started. The version is that of its origin, and is missing in a development build. */
  readonly 'cm-app-ready': { readonly version?: string };
  /** The pill can be clicked. */
  readonly 'cm-app-button-ready': null;
  readonly 'cm-pane-shown': null;
  readonly 'cm-pane-hidden': null;
  /** The number of unread messages has changed. 0 when the visitor has seen them. */
  readonly 'cm-unread': { readonly count: number };
  /** What became of a pop-up invitation that the visitor did not accept. */
  readonly 'cm-proactive-outcome': {
    readonly outcome: 'closed' | 'timeout' | 'blocked';
    readonly code: number;
  };
  /** Only with `analyticsEvents`, and if the visitor allows analytics. The same holds for all that follow. */
  readonly 'cm-chat-start': ChatDetail<'adapterId' | 'skill' | 'startType'>;
  readonly 'cm-chat-connect': ChatDetail<'adapterId' | 'skill'>;
  readonly 'cm-chat-first-message': ChatDetail<'adapterId' | 'skill'>;
  readonly 'cm-chat-transfer': ChatDetail<'adapterId' | 'skill'>;
  readonly 'cm-chat-end': ChatDetail<'adapterId' | 'skill'>;
  readonly 'cm-chat-survey-complete': ChatDetail<'adapterId'>;
  /** A call to a service has failed after all retries. */
  readonly 'cm-api-error': ChatDetail<'call' | 'status' | 'code'>;
}

export type ContactWidgetEventName = keyof ContactWidgetEvents;

const named: Readonly<Record<ContactWidgetEventName, true>> = {
  'cm-app-ready': true,
  'cm-app-button-ready': true,
  'cm-pane-shown': true,
  'cm-pane-hidden': true,
  'cm-unread': true,
  'cm-proactive-outcome': true,
  'cm-chat-start': true,
  'cm-chat-connect': true,
  'cm-chat-first-message': true,
  'cm-chat-transfer': true,
  'cm-chat-end': true,
  'cm-chat-survey-complete': true,
  'cm-api-error': true,
};

export const eventNames: readonly string[] = Object.keys(named);

/** Its time is in milliseconds since the epoch. */
type ChatDetail<Field extends string> = { readonly time: number } & {
  readonly [Name in Field]?: string | number | boolean;
};

type DocumentEvents = { [Name in ContactWidgetEventName]: CustomEvent<ContactWidgetEvents[Name]> };

declare global {
  interface DocumentEventMap extends DocumentEvents {}
}
