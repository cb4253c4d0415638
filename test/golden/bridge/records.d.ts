/**
 * Everything that crosses the bridge, as plain cloneable records. No functions, no DOM, no class instances.
 * Units are CSS pixels of the host's layout viewport and milliseconds unless a name says otherwise.
 */
export interface Viewport {
    readonly width: number;
    /** Layout height; the visible part may be lower while an on-screen keyboard is up. */
    readonly height: number;
    readonly visibleHeight: number;
    readonly documentHeight: number;
    readonly scrollY: number;
    /** Elements on the page (SH-158). */
    readonly nodes: number;
}
/**
 * What the loader reads of the page: its script's attributes in dataset spelling, as they are, and page globals, each as
 * JSON under its own dotted path (the list stands in loader/page.ts), of objects the user fields only. The page's config
 * object crosses whole. A path that is not there has no value.
 */
export interface PageReading {
    [name: string]: string | undefined;
}
/** What the loader knows of the page it stands on (SH-021), as the frame makes it of a reading. */
export interface PageFacts {
    readonly url: string;
    readonly referrer: string;
    readonly title: string;
    readonly lang: string;
    readonly dir: string;
    /** `performance.timeOrigin` of the host: when the page began to load, ms since the epoch (SH-141, CH-127). */
    readonly timeOrigin: number;
    /** The loader script's own data attributes in dataset spelling (`focusArea`), all strings; the frame picks the known. */
    readonly settings: Readonly<Record<string, string>>;
    /** The page's config object, undefined when there is none. */
    readonly config?: unknown;
    /** Whether the page has the chat function that `data-chat-function` names (CH-157). */
    readonly chat: boolean;
    /** What each source says of the visitor; the order of trust is decided in the frame (SH-106). */
    readonly user: {
        readonly [Source in UserInfoSource]?: UserInfoFields;
    };
}
/** An element in the pill's way as the loader finds it (SH-157); the box is the element's, relative to the viewport. */
export interface FoundObstacle {
    /**
     * Computed position: fixed or sticky; anything else is a footer's. What has the keyboard's focus counts as fixed. Without one
     * it is the page's place for the scheduler.
     */
    readonly position?: string;
    /** Without one there is no such element. */
    readonly box?: {
        readonly top: number;
        readonly right: number;
        readonly bottom: number;
        readonly left: number;
    } | undefined;
}
/**
 * A fixed element or footer that the pill must not cover, or the place that the page keeps for the scheduler (SC-153), parsed.
 * Edges relative to the viewport.
 */
export interface Obstacle {
    readonly kind: 'fixed' | 'footer' | 'landing';
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
}
/** A page link that carries the contact attribute (SH-086). `id` is stable for the life of the element. */
export interface PageLink {
    readonly id: number;
    /** The attribute's value as written: `chat`, `chat-link` or `chat-text` and so on. */
    readonly kind: string;
    /** Absolute; empty when the element has none. */
    readonly href: string;
    readonly focusArea: string;
    readonly purpose: string;
    readonly resource: string;
}
/** Where user info came from; the order of trust is decided in the frame (SH-106). */
export type UserInfoSource = 'page' | 'profile' | 'support';
/** The listed fields only, strings and booleans only (SH-104, SH-105). */
export type UserInfoFields = Readonly<Record<string, string | boolean>>;
/**
 * What the pill looks like now; the loader draws it and decides nothing (SH-027 to SH-033). Names of element properties
 * and styles, since that is what becomes of them. `className` is made of the words hidden, yellow | grey | red-brand
 * (blue without one), and slide (run the slide-in now); other words draw nothing.
 */
export interface PillDrawing {
    readonly className: string;
    /** Entry text, with the count of unread messages; empty is the icon-only form. */
    readonly textContent: string;
    /** What the pointer is told. */
    readonly title: string;
    /** The accessible name of the icon-only form; in the other the text is it. */
    readonly ariaLabel?: string | undefined;
    readonly ariaExpanded: string;
    /** Px from the viewport's edges; one of left and right. */
    readonly left?: number;
    readonly right?: number;
    readonly bottom: number;
    readonly height: number;
    readonly borderRadius: number;
}
/**
 * Where the iframe stands, px, clamped to the viewport by the loader (SH-022). `className` is hidden, card (transparent,
 * draws its own shadow) or empty; `title` is the iframe's.
 */
export interface FrameDrawing {
    readonly className: string;
    readonly title: string;
    readonly left?: number;
    readonly right?: number;
    readonly bottom: number;
    readonly width: number;
    readonly height: number;
    readonly borderRadius: number;
}
export type OpenTarget = 'self' | 'tab';
