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
