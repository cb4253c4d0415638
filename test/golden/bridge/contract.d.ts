import type { FoundObstacle, FrameDrawing, OpenTarget, PageLink, PageReading, PillDrawing } from './records.ts';
/**
 * What the frame may ask of the page. The loader exposes exactly these names; it checks every argument and refuses
 * with a generic error. A call that is not answered within five seconds fails in the frame with BRIDGE_TIMEOUT.
 * More than 250 calls in a quarter of a second are a flood: what comes above is not answered.
 */
export interface HostApi {
    /** Whenever the frame wants to be told everything anew; page, links and obstacles follow. */
    page(): void;
    /** Whenever the pill must look different. */
    setPill(drawing: PillDrawing): void;
    /** Whenever the frame must stand elsewhere or hide. Lengths are clamped to the viewport. */
    setFrame(drawing: FrameDrawing): void;
    /**
     * Puts focus on the page link with that id, on the pill without one, or, with -1, into the frame: only ever as the
     * answer to a visitor's own action.
     */
    focus(linkId?: number): void;
    /**
     * While the pane covers a phone's screen: the page behind it does not scroll, takes no focus and is not read out; `false`
     * restores it exactly.
     */
    lockScroll(locked: boolean): void;
    /** Translated wording for reported links, as plain text of at most 200 characters; other ids are refused. */
    setLinkText(linkIds: readonly number[], text: string): void;
    /** The links whose plain clicks are taken and told; all others, and all before any call, are the page's own. */
    linkMode(takenLinkIds: readonly number[]): void;
    /**
     * Opens an http, https, mailto, tel or sms address, in a new tab without opener or in the page's own window.
     * False when the browser blocked the tab; refused for any other address.
     */
    openUrl(url: string, target: OpenTarget): boolean;
    /** A first-party cookie with an allowed name; `null` when absent. */
    readStore(key: string): string | null;
    /**
     * Writes a cookie with an allowed name (SameSite=Lax, Secure on https), for `maxAgeS` seconds or, without it, for the
     * session; `null` removes. False when the browser keeps nothing. At most 4,096 characters.
     */
    writeStore(key: string, value: string | null, maxAgeS?: number): boolean;
    /** Dispatches a bubbling `cm-…` CustomEvent on the page's document; other names are refused. */
    emit(name: string, detail?: unknown): void;
    /** Clicks the page's feedback widget's own close control, named by `data-feedback-close`, if there is one. */
    closeFeedback(): void;
}
/**
 * What the loader tells the frame. Fire and forget: the loader ignores answers. Everything is `unknown` in the frame
 * until a guard has parsed it; what does not parse is dropped with one warning. Page, links and
 * obstacles are read again within 250 ms of a sign of change (input, address, number of elements, size), else every two
 * seconds, and each is told only when it differs from what was told last.
 */
export interface FrameApi {
    /** Address, title, language, sizes, scroll position, settings, and what the page says of the visitor. */
    page(reading: PageReading): void;
    /** All elements with the contact attribute that stand on the page now. */
    links(links: readonly PageLink[]): void;
    /** What the pill must not cover, and the element marked `data-cm-scheduler-landing`, which the scheduler may fill. */
    obstacles(obstacles: readonly FoundObstacle[]): void;
    /** A plain click on a taken link; the page's own navigation was stopped. */
    link(linkId: number): void;
    /** True: the pill was clicked. False: pointer or focus came to it, which is intent (SH-008). */
    pill(isClick: boolean): void;
    /** Told with every input on the page, and when the page's window loses or gets focus (the frame's focus is its, too). */
    active(hasFocus: boolean): void;
    /** The page said `cm-open` (true) or `cm-close` (false). */
    show(isOpen: boolean): void;
}
