import type {
  FrameDrawing,
  LinkMode,
  Obstacle,
  OpenTarget,
  PageFacts,
  PageLink,
  PillDrawing,
  Viewport,
} from './records.ts';

/**
 * What the frame may ask of the page. The loader exposes exactly these names; it checks every argument and refuses
 * with a generic error. A call that is not answered within five seconds fails in the frame with BRIDGE_TIMEOUT.
 */
export interface HostApi {
  /** At connect and whenever the frame wants fresh facts. Reads only what PageFacts names. */
  page(): PageFacts;
  /** Whenever the pill must look different. Draws it; a malformed drawing is refused and the old pill stays. */
  setPill(drawing: PillDrawing): void;
  /** Whenever the frame must stand elsewhere or hide. Numbers are clamped to the viewport. */
  setFrame(drawing: FrameDrawing): void;
  /** After hiding: puts focus back on the pill (`undefined`) or on the page link with that id. */
  focus(linkId?: number): void;
  /** While the pane covers a phone's screen: stops the page from scrolling; `false` restores it exactly. */
  lockScroll(locked: boolean): void;
  /** Translated wording for reported links, as plain text of at most 200 characters; other ids are refused. */
  setLinkText(linkIds: number | readonly number[], text: string): void;
  /** Whether clicks on page links are taken (`intercept`) or left to the page (`native`, also before any call). */
  linkMode(mode: LinkMode): void;
  /**
   * Opens an http, https, mailto, tel or sms address, in a new tab without opener or in the page's own window.
   * False when the browser blocked the tab; refused for any other address.
   */
  openUrl(url: string, target: OpenTarget): boolean;
  /** A first-party cookie or, failing that, session storage entry with an allowed name; `null` when absent. */
  readStore(key: string): string | null;
  /**
   * Writes an allowed name: with `maxAgeS` a cookie (SameSite=Lax, Secure on https), without it session storage;
   * `null` removes. False when the browser keeps nothing. At most 4,096 characters.
   */
  writeStore(key: string, value: string | null, maxAgeS?: number): boolean;
  /** Dispatches a bubbling `cm-…` CustomEvent on the page's document; other names are refused. */
  emit(name: string, detail?: unknown): void;
  /** Clicks the page's feedback widget's own close control, named by `data-feedback-close`, if there is one. */
  closeFeedback(): void;
}

/**
 * What the loader tells the frame. Fire and forget: the loader ignores answers. Everything is `unknown` in the frame
 * until a guard has parsed it; what does not parse is dropped with one warning.
 */
export interface FrameApi {
  /** At connect, and when address, title (single-page apps), settings or what the page says of the visitor changed. */
  pageChanged(facts: PageFacts): void;
  /** Resize, on-screen keyboard, orientation, scroll, growing document; at most every 250 ms (SH-119). */
  viewportChanged(viewport: Viewport): void;
  /** What the pill must not cover, measured after load, layout changes, resize and scroll. */
  obstaclesFound(obstacles: readonly Obstacle[]): void;
  /** All contact links that stand on the page now; sent again when the set changes. */
  linksFound(links: readonly PageLink[]): void;
  /** A plain click on an intercepted link; the page's own navigation was stopped. */
  linkClicked(linkId: number): void;
  /** Pointer or focus came to the pill: intent (SH-008). */
  pillHovered(): void;
  pillClicked(): void;
  /** `true` on input in the page, `false` when its window loses focus to something other than the frame. */
  activity(active: boolean): void;
  /** The page said `cm-open`. */
  open(): void;
  /** The page said `cm-close`. */
  close(): void;
  /** The page said `cm-destroy`: end every lifetime; the iframe is removed right after. */
  destroy(): void;
}
