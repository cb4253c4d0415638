import type { FoundObstacle, FrameDrawing, OpenTarget, PageLink, PageReading, PillDrawing } from './records.ts';
/**
 * Calls from the frame to the page. The loader exposes exactly these names, checks the arguments and rejects a bad call with a
 * generic error. A call without an answer after five seconds fails in the frame with BRIDGE_TIMEOUT. The loader answers at most
 * 250 calls per quarter of a second and drops the others.
 */
export interface HostApi {
    /** Asks for the page, links and obstacles again. The loader sends them at its next check, even if nothing changed. */
    page(): void;
    /** Draws the pill. Called whenever its appearance changes. */
    setPill(drawing: PillDrawing): void;
    /** Moves, resizes, shows or hides the iframe. Lengths are clamped to the viewport. */
    setFrame(drawing: FrameDrawing): void;
    /**
     * Moves focus to the page link with this id, to the pill when there is no id, or into the frame when the id is -1. Called only
     * in response to the visitor's own action.
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
     * Opens an http, https, mailto, tel or sms address in the page's own window or in a new tab without an opener. Returns false
     * when the browser blocked the tab. Rejects any other address.
     */
    openUrl(url: string, target: OpenTarget): boolean;
    /** Reads a first-party cookie with an allowed name. Returns `null` when there is none. */
    readStore(key: string): string | null;
    /**
     * Writes a cookie with an allowed name (SameSite=Lax, Secure on https) for `maxAgeS` seconds, or for the session when
     * `maxAgeS` is missing. `null` removes the cookie. Returns false when the browser did not store it. At most 4,096 characters.
     */
    writeStore(key: string, value: string | null, maxAgeS?: number): boolean;
    /** Dispatches a bubbling `cm-…` CustomEvent on the page's document. Rejects other names. */
    emit(name: string, detail?: unknown): void;
    /** Clicks the close button of the page's own feedback widget, found by the selector in `data-feedback-close`, if any. */
    closeFeedback(): void;
}
/**
 * Calls from the loader to the frame. They are one-way: the loader ignores the answers. The frame treats every argument as
 * `unknown` until a guard has parsed it; it drops an argument that does not parse and logs one warning. The loader reads the
 * page, links and obstacles again within 250 ms of a sign of change (input, address, number of elements, size), otherwise every
 * two seconds, and sends each only when it differs from the last one sent.
 */
export interface FrameApi {
    /** The address, title, language, sizes, scroll position and settings, and the user info the page provides. */
    page(reading: PageReading): void;
    /** All elements that carry the contact attribute now. */
    links(links: readonly PageLink[]): void;
    /** What the pill must not cover, and the element marked `data-cm-scheduler-landing`, which the scheduler may fill. */
    obstacles(obstacles: readonly FoundObstacle[]): void;
    /** A plain click on a link the widget handles. The loader has prevented the browser's navigation. */
    link(linkId: number): void;
    /** True when the pill was clicked. False when the pointer or focus reached it, which counts as intent (SH-008). */
    pill(isClick: boolean): void;
    /** Sent on every input on the page, and when the page's window gains or loses focus. Focus in the frame counts. */
    active(hasFocus: boolean): void;
    /** The page asked for `cm-open` (true) or `cm-close` (false). */
    show(isOpen: boolean): void;
}
