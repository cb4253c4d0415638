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

/** What the loader knows of the page it stands on (SH-021). */
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
  /** A JSON copy of the page's config object, absent when there is none. Parsed in the frame. */
  readonly config?: unknown;
  /** Whether the page has the chat function that `data-chat-function` names (CH-157). */
  readonly chat: boolean;
  /** What each source says of the visitor; the order of trust is decided in the frame (SH-106). */
  readonly user: { readonly [Source in UserInfoSource]?: UserInfoFields };
}

/** A fixed element or footer that the pill must not cover (SH-157). Edges relative to the viewport. */
export interface Obstacle {
  readonly kind: 'fixed' | 'footer';
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
 * What the pill looks like now; the loader draws it and decides nothing (SH-027 to SH-033). `look` is made of the words
 * hidden, blue | yellow | grey | red-brand, left, icon, slide (run the slide-in now) and busy.
 */
export interface PillDrawing {
  readonly look: string;
  /** Entry text; shown unless the look has `icon`. */
  readonly text: string;
  /** `''`, `'3'` or `'9+'`. */
  readonly badge: string;
  /** The accessible name, in both forms the same: the entry text, with the badge in words when there is one. */
  readonly label: string;
  /** Distance from the viewport's bottom edge, px. */
  readonly bottom: number;
  readonly expanded: boolean;
}

/**
 * Where the iframe stands, px, clamped to the viewport by the loader (SH-022). `look` is one of hidden, pane (rounded
 * and shadowed by the loader), card (transparent, draws itself), full (the whole width, from the top), each with `left`
 * where the widget stands on that side.
 */
export interface FrameDrawing {
  readonly look: string;
  readonly width: number;
  readonly height: number;
  readonly bottom: number;
  /** The iframe's title. */
  readonly label: string;
  /** Move focus into the frame; only ever true as the answer to a visitor's own action. */
  readonly focus: boolean;
}

/** `intercept`: clicks are taken and relayed; `native`: the page's own behaviour (SH-090 to SH-092). */
export type LinkMode = 'native' | 'intercept';

export type OpenTarget = 'self' | 'tab';
