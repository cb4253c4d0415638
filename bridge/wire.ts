/**
 * The names of the calls and messages of the bridge, of our element, and of the remembered pill. The loader bundles only the values it
 * uses.
 */

/** Increase this when an older peer could not understand a change. The frame rejects any other number (SH-018). */
export const protocol = 3;

/** The frame's first message. The loader answers with the protocol number and the port. */
export const hello = 'cm-hello';

export const hostElementId = 'contact-widget';

/** The key of the remembered pill in the page's local storage. */
export const rememberedPillKey = 'cm-pill';

/** The names of `HostApi`: frame to loader (SH-019). */
export const hostMethods = [
  'page',
  'draw',
  'storePill',
  'focus',
  'setLinks',
  'openUrl',
  'readStore',
  'writeStore',
  'emit',
] as const;

/** The names of `FrameApi`: loader to frame (SH-020). */
export const frameMethods = ['look', 'link', 'pill', 'show'] as const;
