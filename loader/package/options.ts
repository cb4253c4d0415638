import type { ContactWidgetConfig, ContactWidgetTheme, ContactWidgetUser } from './page.ts';

/** Attributes of the loader's script. They can change while the widget is on the page. */
export interface ContactWidgetSettings {
  /** What the contact service looks up for this page. */
  readonly focusArea?: string | undefined;
  /** What it looks up in place of the focus area. */
  readonly variation?: string | undefined;
  /** The visitor's language, `de` or `pt-BR`. Default: the `lang` of the page. */
  readonly languageCode?: string | undefined;
  /** The visitor's region: `DE`. */
  readonly regionCode?: string | undefined;
  /** Default: the deployment's, or `blue`. */
  readonly theme?: ContactWidgetTheme | undefined;
  /** Default: the brand's. `auto` follows the page if its CSS allows only one scheme, otherwise the visitor. */
  readonly colorScheme?: 'light' | 'dark' | 'auto' | undefined;
  /** What the pill looks like until the widget has its answers, as JSON by the language of the page: `data-pill` in EMBEDDING.md. */
  readonly pill?: string | undefined;
  /** `call-first` puts calling before email. */
  readonly menuOrder?: 'default' | 'call-first' | undefined;
  /** Collapses the pill to its icon after a few seconds. */
  readonly collapse?: boolean | undefined;
  /** No pill on small screens. */
  readonly hideOnMobile?: boolean | undefined;
  /** No pop-up invitations. */
  readonly noProactive?: boolean | undefined;
  /** Tools for trying the widget, in the browser's console. */
  readonly demo?: boolean | undefined;
  /** The page also receives the analytics events. */
  readonly analyticsEvents?: boolean | undefined;
  /** Links to offer when the contact service cannot be reached. */
  readonly defaultContact?: string | undefined;
  readonly defaultChat?: string | undefined;
  readonly defaultEmail?: string | undefined;
  readonly defaultPhone?: string | undefined;
  readonly defaultScheduler?: string | undefined;
  /** Dotted paths of page globals, where the page already has its user and older products. */
  readonly profileObject?: string | undefined;
  readonly supportObject?: string | undefined;
  readonly chatFunction?: string | undefined;
  /** A CSS selector of the button that closes the page's feedback window. It is pressed when the pane is shown. */
  readonly feedbackClose?: string | undefined;
}

/** What `update` takes. An option that is `undefined` returns to its default. */
export interface ContactWidgetUpdate extends ContactWidgetSettings {
  /** What the page knows about the visitor. The widget waits for a promise. */
  readonly user?: ContactWidgetUser | Promise<ContactWidgetUser> | undefined;
  readonly config?: ContactWidgetConfig | undefined;
}

/** A policy of the page's own, in place of ours. `trustedTypes.createPolicy()` returns one. */
export interface ScriptUrlPolicy {
  // biome-ignore lint/suspicious/noExplicitAny: the type of a trusted address is not in every version of the DOM's types.
  createScriptURL(address: string): any;
}

/** All options. Those declared here cannot change while the widget is on the page. */
export interface ContactWidgetOptions extends ContactWidgetUpdate {
  /** The address of the loader: `https://widget.example/loader.js`, or the one of a release. */
  readonly src: string;
  /** The `integrity` that a release prints for its loader. */
  readonly integrity?: string | undefined;
  /** The nonce of the page's Content-Security-Policy. */
  readonly nonce?: string | undefined;
  readonly trustedTypesPolicy?: ScriptUrlPolicy | undefined;
  /** The attribute that makes an element a contact link. Default: `data-contact-link`. */
  readonly linkAttribute?: string | undefined;
}

/** The options that `update` takes, without those that cannot change. */
export function changeableOptions(options: ContactWidgetOptions): ContactWidgetUpdate {
  const { src, integrity, nonce, trustedTypesPolicy, linkAttribute, ...changeable } = options;
  return changeable;
}

/**
 * The options that a component has changed. One that it no longer has is undefined. Options that it never had are another
 * component's.
 */
export function changesOf(before: ContactWidgetOptions, now: ContactWidgetOptions): ContactWidgetUpdate {
  const earlier: Readonly<Record<string, unknown>> = { ...changeableOptions(before) };
  const later: Readonly<Record<string, unknown>> = { ...changeableOptions(now) };
  const names = Object.keys({ ...earlier, ...later }).filter((name) => later[name] !== earlier[name]);
  return Object.fromEntries(names.map((name) => [name, later[name]]));
}

const settingNames = {
  focusArea: true,
  variation: true,
  languageCode: true,
  regionCode: true,
  theme: true,
  colorScheme: true,
  pill: true,
  menuOrder: true,
  collapse: true,
  hideOnMobile: true,
  noProactive: true,
  demo: true,
  analyticsEvents: true,
  defaultContact: true,
  defaultChat: true,
  defaultEmail: true,
  defaultPhone: true,
  defaultScheduler: true,
  profileObject: true,
  supportObject: true,
  chatFunction: true,
  feedbackClose: true,
} satisfies Record<keyof ContactWidgetSettings, true>;

export const isSetting = (name: string): name is keyof ContactWidgetSettings => Object.hasOwn(settingNames, name);

const otherNames = ['src', 'integrity', 'nonce', 'trustedTypesPolicy', 'linkAttribute', 'user', 'config'] as const;

export const optionNames: readonly (keyof ContactWidgetOptions)[] = [
  ...otherNames,
  ...(Object.keys(settingNames) as (keyof ContactWidgetSettings)[]),
];

const unknown = new Set<string>();

/** Warns the developer, once, about options that do not exist, which TypeScript refuses and JavaScript does not. */
export function warnOfUnknown(options: object): void {
  for (const name of Object.keys(options)) {
    if ((optionNames as readonly string[]).includes(name) || unknown.has(name)) continue;
    unknown.add(name);
    warn(`There is no option "${name}"; it was ignored.${suggestion(name, optionNames)}`);
  }
}

/** A question about the name that was probably meant: at least two thirds of the letters, counted from both ends, are the same. */
export function suggestion(wrong: string, names: readonly string[]): string {
  const plain = (name: string): string => name.toLowerCase().replace(/^data|[-_]/g, '');
  const parts = names.map((name) => samePart(plain(wrong), plain(name)));
  const most = Math.max(...parts);
  return most < 2 / 3 ? '' : ` Did you mean "${names[parts.indexOf(most)]}"?`;
}

/** The share of the longer word that both have in common at their beginning and end. */
function samePart(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start++;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return (start + end) / Math.max(one.length, other.length);
}

export function warn(sentence: string): void {
  // biome-ignore lint/suspicious/noConsole: for the page's developer. There is no log on the page.
  console.warn(`[contact-widget] ${sentence}`);
}
