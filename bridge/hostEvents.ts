/**
 * The events that the widget dispatches on the page's document. Import as a namespace: constants are then inlined, and no
 * page downloads a name that it does not use.
 */
export const ready = 'cm-app-ready';
export const buttonReady = 'cm-app-button-ready';
export const paneShown = 'cm-pane-shown';
export const paneHidden = 'cm-pane-hidden';
/** With `detail.count`: how many messages of a conversation the visitor has not seen. */
export const unread = 'cm-unread';
export const proactiveOutcome = 'cm-proactive-outcome';
/** On this event the loader also calls the page's chat function (CH-157). */
export const hostChat = 'cm-host-chat';
