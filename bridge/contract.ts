import type { FrameDrawing, OpenTarget, PillDrawing } from './records.ts';

/**
 * Calls from the frame to the page. The loader exposes exactly these names and checks the arguments. `openUrl`, `readStore` and
 * `writeStore` are answered: a refused call rejects without a reason, and one without an answer after five seconds fails in the
 * frame with BRIDGE_TIMEOUT. All others are one-way. The loader runs at most 250 calls per quarter of a second and drops the rest.
 */
export interface HostApi {
  /** Asks for a look at the page soon. The loader sends what it finds if anything has changed. */
  page(): void;
  /** Draws the pill. Called whenever its appearance changes. */
  setPill(drawing: PillDrawing): void;
  /**
   * Stores the pill at rest in the page's local storage, as the JSON text of drawings by the page's `lang`. The loader of the next page
   * draws it before the frame is there. An empty text means that the page has no pill, whatever its `data-pill` says.
   */
  storePill(drawings: string): void;
  /** Moves, resizes, shows or hides the iframe. Lengths are clamped to the viewport. */
  setFrame(drawing: FrameDrawing): void;
  /**
   * Moves focus to the page link with this id, or into the frame when the id is -1. Without an id, and when the link has left the
   * page, moves it to the pill. Called only in response to the visitor's own action.
   */
  focus(linkId?: number): void;
  /**
   * Called with `true` while the pane covers a phone's screen: the page behind it does not scroll, takes no focus and is hidden
   * from screen readers. `false` restores the page exactly.
   */
  lockScroll(locked: boolean): void;
  /** Sets the text of reported links: plain text, at most 200 characters. Rejects an id that was not reported. */
  setLinkText(linkIds: readonly number[], text: string): void;
  /**
   * Sets which links the widget handles: their plain clicks go to the frame instead of the browser. All other links, and all
   * links before the first call, work as usual.
   */
  linkMode(takenLinkIds: readonly number[]): void;
  /**
   * Opens an http, https, mailto, tel or sms address in the page's own window or in a new tab without an opener. Rejected when
   * the browser blocked the tab, and for any other address.
   */
  openUrl(url: string, target: OpenTarget): void;
  /** Reads the first-party cookies with an allowed name, as the page's `name=value`. */
  readStore(): readonly string[];
  /**
   * Writes a cookie `name=value` with an allowed name (SameSite=Lax, Secure on https) for `maxAgeS` seconds, or for the session
   * when `maxAgeS` is missing. The frame escapes the value, of at most 4,096 characters. A `maxAgeS` of 0 removes the cookie.
   * Returns what `readStore` returns then: without the cookie if the browser has refused it.
   */
  writeStore(cookie: string, maxAgeS?: number): readonly string[];
  /** Dispatches a bubbling `cm-…` CustomEvent on the page's document. Rejects other names. */
  emit(name: string, detail?: unknown): void;
}

/**
 * Calls from the loader to the frame. They are one-way and have no answer. The frame treats every argument as `unknown` until a
 * guard has parsed it; it drops an argument that does not parse and logs one warning.
 */
export interface FrameApi {
  /**
   * What the loader has found in the page, as the JSON text of a `Look`. A burst of changes causes one look, at most every 250 ms
   * and in an idle moment. A look that finds what the last one found is not sent.
   */
  look(text: string): void;
  /** A plain click on a link the widget handles. The loader has prevented the browser's navigation. */
  link(linkId: number): void;
  /** The type of an event of the pill or the iframe: `click`, or one that shows intent, such as `focus` (SH-008). */
  pill(eventType: string): void;
  /** The page's own command: `cm-open` or `cm-close`. */
  show(command: string): void;
}
