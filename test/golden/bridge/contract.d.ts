import type { FrameDrawing, OpenTarget, PillDrawing } from './records.ts';
/**
 * Calls from the frame to the page, with Comlink. The loader exposes exactly these names and checks the arguments. It answers the calls that
 * have an id: those that return something. A refused call resolves to undefined, without a reason. A call without an answer after five seconds
 * fails in the frame with BRIDGE_TIMEOUT. The loader leaves the page when more than 250 calls arrive in a quarter of a second, or one of
 * more than 10,000 characters.
 */
export interface HostApi {
    /** Asks the loader to read the page soon. It sends a reading if anything has changed. */
    page(): void;
    /**
     * Draws the pill and the iframe. Without a drawing, the pill stays as it is, and the iframe is hidden. Sizes are clamped to the window.
     * Behind an iframe with the class `cover`, the page does not scroll, takes no focus and is hidden from screen readers.
     */
    draw(pill?: PillDrawing, frame?: FrameDrawing): void;
    /**
     * Stores the pill at rest in the page's local storage, as the JSON text of drawings by the page's `lang`. The loader of the next page
     * draws it before the frame is there. An empty text means that the page has no pill, whatever its `data-pill` says.
     */
    storePill(drawings: string): void;
    /**
     * Moves focus into the frame, or back to what the visitor pressed last, the pill or a page link. If that link is no longer shown, to
     * the pill. Called only in response to the visitor's own action.
     */
    focus(toFrame?: boolean): void;
    /**
     * Sets the wording of the page's contact links, by the value of their attribute: plain text, at most 200 characters. Links of other
     * kinds keep their own. The plain clicks on links of the taken kinds go to the frame instead of the browser. Before the first call,
     * all links work as usual.
     */
    setLinks(wordings: Readonly<Record<string, string>>, takenKinds: readonly string[]): void;
    /**
     * Opens an http, https, mailto, tel or sms address in the page's own window or in a new tab without an opener. Returns the
     * address; undefined for any other address, and when the browser blocked the tab.
     */
    openUrl(url: string, target: OpenTarget): string | undefined;
    /** Reads the first-party cookies with an allowed name, as the page's `name=value`. */
    readStore(): readonly string[];
    /**
     * Writes a cookie `name=value` with an allowed name (SameSite=Lax, Secure on https) for `maxAgeS` seconds, or for the session
     * when `maxAgeS` is missing. The frame escapes the value, of at most 99 characters. A `maxAgeS` of 0 removes the cookie.
     * Returns what `readStore` returns then: without the cookie if the browser has refused it.
     */
    writeStore(cookie: string, maxAgeS?: number): readonly string[];
    /** Dispatches a bubbling CustomEvent on the page's document. Its name is `cm-` and the type, such as `cm-unread` for `unread`. */
    emit(type: string, detail?: unknown): void;
}
/**
 * Calls from the loader to the frame. They are one-way and have no answer. The frame treats every argument as `unknown` until a
 * guard has parsed it; it drops an argument that does not parse and logs one warning.
 */
export interface FrameApi {
    /**
     * One reading of the page, as the JSON text of a `Look`. A burst of changes causes one reading, at most every 250 ms. A reading that
     * equals the last one is not sent.
     */
    look(text: string): void;
    /** A plain click on a link of a taken kind, as the JSON text of a `PageLink`. The loader has prevented the browser's navigation. */
    link(text: string): void;
    /** The type of an event of the pill or the iframe: `click`, or one that shows intent, such as `focus` (SH-008). */
    pill(eventType: string): void;
    /** The page's own command: `cm-open` or `cm-close`. */
    show(command: string): void;
}
