/**
 * The records that cross the bridge: plain cloneable data, with no functions, DOM nodes or class instances.
 * Units are CSS pixels of the page's layout viewport, and milliseconds, unless a name says otherwise.
 */
import type * as hostKeys from './hostKeys.ts';
export interface Viewport {
    readonly width: number;
    /** Layout height. The visible height is smaller while an on-screen keyboard is open. */
    readonly height: number;
    readonly visibleHeight: number;
    readonly documentHeight: number;
    readonly scrollY: number;
    /** The number of elements on the page (SH-158). */
    readonly nodes: number;
}
/**
 * What the loader reads from the page: its script's attributes in dataset spelling, unchanged, and page globals as JSON under
 * their dotted paths (listed in loader/page.ts). Only the user fields of an object cross, except for the page's config object,
 * which crosses whole. A path that does not exist has no value.
 */
export interface PageReading {
    [name: string]: string | undefined;
}
/** The facts about the host page (SH-021), parsed by the frame from a `PageReading`. */
export interface PageFacts {
    readonly url: string;
    readonly referrer: string;
    readonly title: string;
    readonly lang: string;
    readonly dir: string;
    /** `performance.timeOrigin` of the page: when it started to load, in ms since the epoch (SH-141, CH-127). */
    readonly timeOrigin: number;
    /** The loader script's own data attributes in dataset spelling (`focusArea`). The frame picks the ones it supports. */
    readonly settings: Readonly<Record<string, string>>;
    /** The page's config object. */
    readonly config?: unknown;
    /** Whether the page has the chat function that `data-chat-function` names (CH-157). */
    readonly chat: boolean;
    /** What each source provides about the visitor. The frame decides which source to trust first (SH-106). */
    readonly user: {
        readonly [Source in UserInfoSource]?: UserInfoFields;
    };
}
/** An element in the pill's way, as the loader finds it (SH-157). */
export interface FoundObstacle {
    /**
     * The computed position: fixed or sticky. Any other value means a footer. The focused element is reported as fixed. A missing
     * position means the page's place for the scheduler.
     */
    readonly position?: string;
    /** The element's edges relative to the viewport. Missing when the element does not exist. */
    readonly box?: {
        readonly top: number;
        readonly right: number;
        readonly bottom: number;
        readonly left: number;
    } | undefined;
}
/**
 * A parsed obstacle: a fixed element or footer that the pill must not cover, or the page's place for the scheduler (SC-153).
 * Edges are relative to the viewport.
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
    /** The attribute's value, unchanged: `chat`, `chat-link`, `chat-text` and so on. */
    readonly kind: string;
    /** Absolute, or empty when the element has no address. */
    readonly href: string;
    readonly focusArea: string;
    readonly purpose: string;
    readonly resource: string;
}
/** Where user info came from. The frame decides which source to trust first (SH-106). */
export type UserInfoSource = 'page' | 'profile' | 'support';
/** Listed fields only, with string or boolean values (SH-104, SH-105). */
export type UserInfoFields = Readonly<Record<string, string | boolean>>;
/**
 * The pill's appearance. The loader draws it and decides nothing (SH-027 to SH-033). The names are those of element properties
 * and styles, because the loader assigns them directly. `className` combines `hidden`, a colour (`yellow`, `grey` or
 * `red-brand`; blue without one) and `slide` (run the slide-in now). Other class names have no effect.
 */
export interface PillDrawing {
    readonly className: string;
    /** The entry text with the number of unread messages. Empty for the icon-only form. */
    readonly textContent: string;
    /** The tooltip. */
    readonly title: string;
    /** The accessible name of the icon-only form. Otherwise the text is the accessible name. */
    readonly ariaLabel?: string | undefined;
    readonly ariaExpanded: string;
    /** Px from the viewport's edges. Either left or right is set. */
    readonly left?: number;
    readonly right?: number;
    readonly bottom: number;
    readonly height: number;
    readonly borderRadius: number;
}
/**
 * The iframe's place and size in px. The loader clamps them to the viewport (SH-022). `className` combines `hidden` and `pane`
 * (with a shadow). Other class names have no effect: a card is transparent and draws its own shadow. `title` becomes the
 * iframe's title.
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
/** A name under which the frame may store something on the page. */
export type HostKey = (typeof hostKeys)[keyof typeof hostKeys];
