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
    /** How far the visible part is below the top of the layout viewport (F-PG18). Without it, at the top. */
    readonly visibleTop?: number | undefined;
    readonly documentHeight: number;
    readonly scrollY: number;
}
/**
 * What the loader reads from the page: its script's attributes in dataset spelling, unchanged, and page globals as JSON under
 * their dotted paths (listed in loader/page.ts). Only the user fields of an object cross, except for the page's config object,
 * which crosses whole. A path that does not exist has no value. A promise that has not settled is 0 (F-SH28).
 */
export interface PageReading {
    [name: string]: string | 0 | undefined;
}
/** The facts about the host page (SH-021), parsed by the frame from a `PageReading`. */
export interface PageFacts {
    readonly url: string;
    readonly referrer: string;
    readonly lang: string;
    /** `performance.timeOrigin` of the page: when it started to load, in ms since the epoch (SH-141, CH-127). */
    readonly timeOrigin: number;
    /** The loader script's own data attributes in dataset spelling (`focusArea`). The frame picks the ones it supports. */
    readonly settings: Readonly<Record<string, string>>;
    /** The page's config object. */
    readonly config?: unknown;
    /** Whether the page has the chat function that `data-chat-function` names (CH-157). */
    readonly chat: boolean;
    /** The page has promised who visits, and the promise has not settled. */
    readonly isUserPromised: boolean;
    /** What each source provides about the visitor. The frame decides which source to trust first (SH-106). */
    readonly user: {
        readonly [Source in UserInfoSource]?: UserInfoFields;
    };
}
/** What the loader has found in the page. The frame parses each part and compares it with the one before. */
export type Look = readonly [
    reading: PageReading,
    /** The kind of each contact link: the value of its attribute. Undefined when the attribute's name is invalid. */
    kinds: readonly string[] | undefined,
    /** 0 when the search has failed. */
    obstacles: readonly FoundObstacle[] | 0,
    /** The first-party cookies with an allowed name, as `name=value`. */
    cookies: readonly string[],
    /** Focus in the frame counts (SH-109). */
    hasFocus: boolean,
    /** The time stamp of the last event that a person caused on the page (SH-109). */
    lastInputMs: number
];
/** An element that may be in the pill's way, or the page's place for the scheduler (SH-157, SC-153). */
export type FoundObstacle = readonly [
    /** `footer`, or else the element is fixed, sticky, or focused by keyboard. */
    name: string,
    /** The value of `data-cm-scheduler-landing`. */
    landing: string | undefined,
    /** The element's edges relative to the viewport. */
    box: {
        readonly top: number;
        readonly right: number;
        readonly bottom: number;
        readonly left: number;
    }
];
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
/** A page link that carries the contact attribute (SH-086), and was clicked. */
export interface PageLink {
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
/** A pane has a shadow, and `cover` fills a phone's screen, so that the page behind it may be locked. The pill has none of these names. */
export type Mode = '' | 'card' | 'pane' | 'cover' | 'landing';
/**
 * The names are those of properties of an element and of its style: the loader sets exactly these (loader/draw.ts), and everything else
 * is in its own sheet (styles/pill.css.ts). A length is the text of a CSS length; either left or right is set.
 */
interface Drawing {
    readonly className: Mode;
    /** The iframe's title, or the pill's tooltip. */
    readonly title: string;
    /** `visible`, or empty: hidden below the window's edge. */
    readonly visibility: string;
    readonly translate: string;
    readonly left?: string | undefined;
    readonly right?: string | undefined;
    readonly bottom: string;
    readonly borderRadius: string;
}
/** The pill's appearance (SH-027 to SH-033). The loader draws it. It is 48 px high and at most 320 px wide. */
export interface PillDrawing extends Drawing {
    /** The entry text. Empty for the icon-only form. */
    readonly textContent: string;
    /** The number of unread messages between two spaces, or empty. */
    readonly value: string;
    /** A short sign in the icon. */
    readonly name?: string | undefined;
    /** The accessible name when the text is not the whole of it. */
    readonly ariaLabel: string | null;
    readonly ariaExpanded: string;
    readonly font: string;
    readonly backgroundColor: string;
    readonly color: string;
    readonly transition: string;
}
/** The iframe's place and size. */
export interface FrameDrawing extends Drawing {
    readonly width: string;
    readonly height: string;
}
export type OpenTarget = 'self' | 'tab';
/** A name under which the frame may store something on the page. */
export type HostKey = (typeof hostKeys)[keyof typeof hostKeys];
export {};
