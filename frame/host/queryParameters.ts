import { isIpAddress } from './country.ts';
import type { QueryValue } from './queryValue.ts';

/** Groups of parameters that replace data of the page, the visitor or the deployment. They are for tests and internal use. */
export const overrideGroups = ['identity', 'consent', 'chatAccount', 'developer'] as const;
export type OverrideGroup = (typeof overrideGroups)[number];

interface QueryParameter {
  readonly field: string;
  /** The group that the deployment must list in `addressOverrides`. A parameter of the view works with every address. */
  readonly group: OverrideGroup | 'view';
  /** Any other value is ignored. */
  readonly values: (value: QueryValue) => boolean;
}

/** On or off. */
const flag = (value: QueryValue): boolean => typeof value === 'boolean';
const matches =
  (pattern: RegExp) =>
  (value: QueryValue): boolean =>
    typeof value === 'string' && pattern.test(value);
/** The name that a service has for something. It is looked up, and never shown. */
const name = matches(/^[^\p{Cc}<>]{1,256}$/u);
/** A wrong number is not ignored, because visitors are told that it is wrong. It is never shown. */
const numberOrNot = matches(/^[^\p{Cc}]{1,256}$/u);
const id = matches(/^[\w.:@|-]{1,256}$/);
const localeCode = matches(/^[a-z]{2,8}([-_][a-z\d]{1,8}){0,3}$/i);
const country = matches(/^[a-z]{2}$/i);
const email = matches(/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/);
const errorCode = matches(/^SCH\d\d$/);
const environment = matches(/^(prod|production|dev|test)$/i);
const variations = matches(/^[^\p{Cc}<>]{1,2048}$/u);
const ipAddress = (value: QueryValue): boolean => typeof value === 'string' && isIpAddress(value);
/** The bot's page shows the pane with a running bot. */
const paneOrBot = (value: QueryValue): boolean => flag(value) || value === 'bot';

/**
 * Every parameter of the page's address that the widget reads (SH-097, SC-148, CH-011), except for those of campaigns
 * (`insight/marketing.ts`). Parsing, `addressOverrides`, the list in the README and the tests come from this table. Anyone can send a
 * visitor a link, so a parameter of the view only chooses what is shown: its text is never shown itself.
 */
export const queryTable = {
  /** Switches the widget off on this page. */
  'cm-disable': { field: 'disable', group: 'view', values: flag },
  /** Opens the debug window, and writes more to the console. */
  'cm-debug': { field: 'debug', group: 'developer', values: flag },
  /** Uses the deployment's `dev` part and its services for developers. */
  'cm-dev': { field: 'dev', group: 'developer', values: flag },
  /** Shows the key of each text in place of the text. */
  'cm-debug-text': { field: 'debugText', group: 'developer', values: flag },
  /** The focus area that is looked up. */
  focusArea: { field: 'focusArea', group: 'view', values: name },
  /** Is looked up in place of the focus area. */
  variation: { field: 'variation', group: 'view', values: name },
  /** The language of the view. */
  languageCode: { field: 'languageCode', group: 'view', values: localeCode },
  /** The region of the view. Consent does not depend on it. */
  regionCode: { field: 'regionCode', group: 'view', values: localeCode },
  /** Starts a chat. */
  'cm-start-chat': { field: 'startChat', group: 'view', values: flag },
  /** Continues the chat of this account, if the visitor has one. */
  'cm-continue-chat': { field: 'continueChat', group: 'view', values: id },
  /** Opens the pane. With `bot`, a bot that the visitor comes from continues without a greeting. */
  contactmodule: { field: 'contactModule', group: 'view', values: paneOrBot },
  /** Shows the scheduler in place of the whole page. */
  'cm-scheduler-landing': { field: 'schedulerLanding', group: 'view', values: flag },
  /** The purpose of the scheduler. */
  'cm-scheduler-purpose': { field: 'schedulerPurpose', group: 'view', values: name },
  /** Opens the scheduler. */
  'cm-scheduler-form': { field: 'schedulerForm', group: 'view', values: flag },
  /** Shows the booked call with this number, which is its password, or says that the number is wrong. */
  'cm-scheduler-confirmation': { field: 'schedulerConfirmation', group: 'view', values: numberOrNot },
  /** Shows the message of this error code. */
  'cm-scheduler-error': { field: 'schedulerError', group: 'developer', values: errorCode },
  /** Replaces the visitor's id. */
  'cm-user-id': { field: 'userId', group: 'identity', values: id },
  /** Replaces the visitor's country. */
  'cm-country': { field: 'country', group: 'identity', values: country },
  /** Replaces the visitor's e-mail address. */
  'cm-email': { field: 'email', group: 'identity', values: email },
  /** Says whether the visitor is signed in. */
  'cm-signedin': { field: 'signedIn', group: 'identity', values: flag },
  /** Replaces the visitor's IP address. */
  'cm-ip': { field: 'ip', group: 'identity', values: ipAddress },
  /** The bot's account. One that the deployment lists needs no group. */
  'cm-bot-account': { field: 'botAccount', group: 'chatAccount', values: id },
  /** The bot's skill. One that the deployment lists needs no group. */
  'cm-bot-skill': { field: 'botSkill', group: 'chatAccount', values: name },
  /** The account of the chat with agents. One that the deployment lists needs no group. */
  'cm-chat-account': { field: 'chatAccount', group: 'chatAccount', values: id },
  /** The skill of the chat with agents. One that the deployment lists needs no group. */
  'cm-chat-skill': { field: 'chatSkill', group: 'chatAccount', values: name },
  /** Forces variations of experiments: `experiment:variation,…`. */
  'cm-experiments': { field: 'experiments', group: 'developer', values: variations },
  /** Replaces the visitor's country, on which consent depends (SH-102, SH-111). */
  'cm-region': { field: 'region', group: 'identity', values: country },
  /** Uses the hosts of this environment. */
  'cm-env': { field: 'environment', group: 'developer', values: environment },
  /** Reports events that are otherwise reported once. */
  'cm-force-events': { field: 'forceEvents', group: 'developer', values: flag },
} as const satisfies Readonly<Record<string, QueryParameter>>;

export type QueryName = keyof typeof queryTable;
type QueryField = (typeof queryTable)[QueryName]['field'];

export type QueryParameters = { readonly [Field in QueryField]?: QueryValue } & {
  /** Consent forced by product, for example `cm-consent-chat=false` (SH-103). Has no prototype. */
  readonly consent: Readonly<Record<string, boolean>>;
};

/** Granting consent needs the group `consent`; withdrawing it needs none. */
export const consentPrefix = 'cm-consent-';
const maxValueLength = 2_048;

/** Ignores parameters for which `mayRead` returns false, and values that the table does not have. */
export function parseQueryParameters(
  url: string,
  mayRead: (name: string, value: QueryValue) => boolean = () => true,
): QueryParameters {
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const parameters: Partial<Record<QueryField, QueryValue>> = {};
  const consent: Record<string, boolean> = Object.create(null);
  for (const [key, text] of query) {
    if (text.length > maxValueLength) continue;
    // Older pages write `1` for a flag that is on.
    const isOlderFlag = text === '1' && isQueryName(key) && queryTable[key].values(true);
    const value = isOlderFlag || toQueryValue(text);
    const product = key.startsWith(consentPrefix) ? key.slice(consentPrefix.length) : undefined;
    const isKnown =
      product === undefined
        ? isQueryName(key) && queryTable[key].values(value)
        : /^[a-z]+$/.test(product) && typeof value === 'boolean';
    if (!isKnown || !mayRead(key, value)) continue;
    if (product !== undefined) consent[product] = value === true;
    else if (isQueryName(key)) parameters[queryTable[key].field] = value;
  }
  return { ...parameters, consent };
}

export const isQueryName = (key: string): key is QueryName => Object.hasOwn(queryTable, key);

/** `true` and `false` become booleans (SH-096). */
function toQueryValue(text: string): QueryValue {
  if (text === '' || text === 'true') return true;
  return text === 'false' ? false : text;
}
