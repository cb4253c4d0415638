/** Every literal that crosses the bridge or is read from the page, once. The loader pays for each value it uses. */

/** Raised by every change that an older peer cannot understand. Both sides refuse another number (SH-018). */
export const protocol = 1;

/** The two window messages of the handshake: hello from the frame, the port from the loader. */
export const hello = 'cm-hello';
export const port = 'cm-port';

export const hostElementId = 'contact-widget';

/** frame -> loader (SH-019). */
export const hostMethods = [
  'page',
  'setPill',
  'setFrame',
  'focus',
  'lockScroll',
  'setLinkText',
  'linkMode',
  'openUrl',
  'readStore',
  'writeStore',
  'emit',
  'closeFeedback',
] as const;

/** loader -> frame (SH-020). */
export const frameMethods = ['page', 'links', 'obstacles', 'link', 'pill', 'active', 'show'] as const;

/** The event that also makes the loader call the page's chat function (CH-157). */
export const hostChat = 'cm-host-chat';

/** Events on the host's document. */
export const hostEvents = {
  ready: 'cm-app-ready',
  buttonReady: 'cm-app-button-ready',
  paneShown: 'cm-pane-shown',
  paneHidden: 'cm-pane-hidden',
  proactiveOutcome: 'cm-proactive-outcome',
  hostChat,
} as const;

/** The frame's store names on the host (SH-024, SH-113). The loader's own key rule stands in loader/storage.ts. */
export const hostKeys = {
  pillEvents: 'cm-pill-events',
  proactiveState: 'cm-proactive-state',
  proactiveBlock: 'cm-proactive-block',
  unreadsSeen: 'areUnreadsSeen',
  asyncUnreadsSeen: 'cm-async-areUnreadsSeen',
  experimentVisitor: 'optimizely-user-id',
  anonymousId: 'ajs_anonymous_id',
  noticePreferences: 'notice_preferences',
} as const;

export type HostKey = (typeof hostKeys)[keyof typeof hostKeys];
