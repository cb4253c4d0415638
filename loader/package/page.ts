/** What a page and the widget say to each other without the package: page objects and attributes. Types only. */

/** What the page knows about the visitor. The services of the deployment get these fields and no others. */
export interface ContactWidgetUser {
  /** Whether the visitor is signed in. `false` signs the visitor out of the widget at once, in all tabs. */
  readonly signedin?: boolean;
  /** The page's unique id for the visitor. This or `userId` names a signed-in visitor. */
  readonly iui?: string;
  readonly userId?: string;
  /** ISO 3166-1 alpha-2: `DE`. Without an answer to a consent question, it decides whether consent is needed. */
  readonly country?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly accountId?: string;
  readonly accountType?: string;
  readonly ip?: string;
  /** The support ticket that the page is about. */
  readonly ticketId?: string;
}

/** A part of the widget that needs the visitor's consent. */
export type ConsentProduct = 'chat' | 'proactive' | 'interact' | 'inapp' | 'experiments' | 'analytics';

export type Consent = { readonly [Product in ConsentProduct]?: boolean };

/** A channel that a page may switch off, on hosts that the deployment lists. */
export type SwitchableChannel = 'scheduler' | 'email' | 'phone' | 'chat';

/** The page's config object, `window.contactWidgetConfig`. A script attribute of the same name wins over a field. */
export interface ContactWidgetConfig {
  /** What the contact service looks up for this page. */
  readonly focusArea?: string;
  /** What it looks up in place of the focus area. */
  readonly variation?: string;
  readonly settings?: { readonly colorPalette?: ContactWidgetTheme };
  /** What the visitor has allowed, product by product. Read again later, so a getter works like a callback. */
  readonly consent?: Consent;
  /** The visitor's id, signed by the page's server. Without it, an id that the page names is a claim. */
  readonly signedIdentity?: string;
  /** The page's notification rules, which the widget evaluates. */
  readonly rules?: readonly unknown[];
  readonly switchOff?: readonly SwitchableChannel[] | { readonly [Channel in SwitchableChannel]?: boolean };
  readonly hidePill?: boolean;
  /** The page also receives the analytics events. */
  readonly analyticsEvents?: boolean;
  /** The product that the page is about. Sent with a booking as given. */
  readonly productName?: string;
  /** The page's id for this page view. Sent with a booking as given. */
  readonly pageViewId?: string;
  readonly dmpAudience?: string;
  readonly lotameId?: string;
}

export type ContactWidgetTheme = 'blue' | 'yellow' | 'grey' | 'red-brand';

type LinkTarget = 'contact' | 'chat' | 'email' | 'phone' | 'scheduler';

/** The value of `data-contact-link`. With `-text`, only the wording of the link is set. `chat-link` means `chat`. */
export type ContactLinkKind = LinkTarget | `${LinkTarget}-link` | `${LinkTarget}-text`;

/** The attributes of a contact link. */
export interface ContactLinkAttributes {
  readonly 'data-contact-link'?: ContactLinkKind | undefined;
  /** The link keeps its own words. */
  readonly 'data-contact-link-keep'?: '' | 'true' | true | undefined;
  /** Of a scheduler link: the focus area whose scheduler it opens. Without it, the page's own. */
  readonly 'data-focus-area'?: string | undefined;
  /** Of a scheduler link: what the appointment is about. */
  readonly 'data-purpose'?: string | undefined;
  /** Of a scheduler link: whom it is with. */
  readonly 'data-resource'?: string | undefined;
}

declare global {
  interface Window {
    contactWidgetUser?: ContactWidgetUser | Promise<ContactWidgetUser>;
    contactWidgetConfig?: ContactWidgetConfig;
  }
}
