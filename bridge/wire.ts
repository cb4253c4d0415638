/** Each literal that crosses the bridge or is read from the page, defined once. The loader bundles only the values it uses. */

/** Increase this when an older peer could not understand a change. Both sides reject any other number (SH-018). */
export const protocol = 1;

/** The two window messages of the handshake: the frame sends the hello, the loader answers with the port. */
export const hello = 'cm-hello';
export const port = 'cm-port';

export const hostElementId = 'contact-widget';

/** The names of `HostApi`: frame to loader (SH-019). */
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

/** The names of `FrameApi`: loader to frame (SH-020). */
export const frameMethods = ['page', 'links', 'obstacles', 'link', 'pill', 'active', 'show'] as const;

/** On this event the loader also calls the page's chat function (CH-157). */
const hostChat = 'cm-host-chat';

/** Events on the page's document. */
export const hostEvents = {
  ready: 'cm-app-ready',
  buttonReady: 'cm-app-button-ready',
  paneShown: 'cm-pane-shown',
  paneHidden: 'cm-pane-hidden',
  proactiveOutcome: 'cm-proactive-outcome',
  hostChat,
} as const;

/** Names the frame stores on the page (SH-024, SH-113). The loader enforces its own rule in loader/storage.ts. */
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
