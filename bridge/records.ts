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
}

/** What the loader knows of the page it stands on (SH-021). */
export interface PageFacts {
  readonly url: string;
  readonly referrer: string;
  readonly title: string;
  readonly lang: string;
  readonly dir: string;
  readonly userAgent: string;
  readonly viewport: Viewport;
  readonly nodeCount: number;
  /** `performance.timeOrigin` of the host: when the page began to load, ms since the epoch (SH-141, CH-127). */
  readonly timeOrigin: number;
  readonly settings: PageSettings;
}

export interface PageSettings {
  /** The loader script's own data attributes in dataset spelling (`focusArea`), all strings; the frame picks the known. */
  readonly attributes: Readonly<Record<string, string>>;
  /** A JSON copy of the page's config object, `null` when there is none. Parsed in the frame. */
  readonly config: unknown;
  /** Whether the page has the chat function that `data-chat-function` names (CH-157). */
  readonly hasChatFunction: boolean;
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
  readonly text: string;
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

export type PillTheme = 'blue' | 'yellow' | 'grey' | 'red-brand';
export type Side = 'right' | 'left';

/** Everything the pill shows; the loader draws it and decides nothing (SH-027 to SH-033). */
export interface PillState {
  readonly visible: boolean;
  /** Entry text; the accessible name in both forms. */
  readonly text: string;
  readonly iconOnly: boolean;
  /** `''`, `'3'` or `'9+'`. */
  readonly badge: string;
  /** Spoken with the text, for example "3 unread messages"; empty without a badge. */
  readonly badgeLabel: string;
  readonly theme: PillTheme;
  readonly side: Side;
  /** Distance from the viewport's bottom edge. */
  readonly bottomPx: number;
  readonly expanded: boolean;
  readonly busy: boolean;
  /** Run the slide-in now; under reduced motion the pill is simply there. */
  readonly slideIn: boolean;
  /** Show focus rings: the visitor uses the keyboard (SH-159). */
  readonly keyboard: boolean;
}

/** `pane`: rounded and shadowed by the loader; `card`: transparent, draws itself; `full`: the whole viewport. */
export type FrameMode = 'hidden' | 'pane' | 'card' | 'full';

/** Where the iframe stands. The loader clamps every number to the viewport (SH-022). */
export interface FrameState {
  readonly mode: FrameMode;
  readonly side: Side;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bottomPx: number;
  /** The iframe's title. */
  readonly label: string;
  /** Move focus into the frame; only ever true as the answer to a visitor's own action. */
  readonly focus: boolean;
}

/** `intercept`: clicks are taken and relayed; `native`: the page's own behaviour (SH-090 to SH-092). */
export type LinkMode = 'native' | 'intercept';

export type OpenTarget = 'self' | 'tab';
