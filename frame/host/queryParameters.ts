import type { QueryValue } from './queryValue.ts';

/**
 * Names of the page's query parameters, with their field names. Downloaded only for a page URL with parameters (SH-096,
 * SH-097, SC-148, CH-011).
 */
export const queryFields = {
  'cm-disable': 'disable',
  'cm-debug': 'debug',
  'cm-dev': 'dev',
  'cm-debug-text': 'debugText',
  focusArea: 'focusArea',
  variation: 'variation',
  languageCode: 'languageCode',
  regionCode: 'regionCode',
  'cm-start-chat': 'startChat',
  'cm-continue-chat': 'continueChat',
  contactmodule: 'contactModule',
  'cm-scheduler-landing': 'schedulerLanding',
  'cm-scheduler-purpose': 'schedulerPurpose',
  'cm-scheduler-form': 'schedulerForm',
  'cm-scheduler-confirmation': 'schedulerConfirmation',
  'cm-scheduler-error': 'schedulerError',
  'cm-user-id': 'userId',
  'cm-country': 'country',
  'cm-email': 'email',
  'cm-signedin': 'signedIn',
  'cm-ip': 'ip',
  'cm-bot-account': 'botAccount',
  'cm-bot-skill': 'botSkill',
  'cm-chat-account': 'chatAccount',
  'cm-chat-skill': 'chatSkill',
  'cm-experiments': 'experiments',
  'cm-region': 'region',
  'cm-env': 'environment',
  'cm-force-events': 'forceEvents',
} as const;

type QueryField = (typeof queryFields)[keyof typeof queryFields];

export type QueryParameters = { readonly [Name in QueryField]?: QueryValue } & {
  /** Consent forced by product, for example `cm-consent-chat=false` (SH-103). */
  readonly consent: Readonly<Record<string, boolean>>;
};

const maxValueLength = 2_048;
const consentPrefix = 'cm-consent-';

/** Ignores parameters for which `mayRead` returns false. */
export function parseQueryParameters(
  url: string,
  mayRead: (name: string, value: QueryValue) => boolean = () => true,
): QueryParameters {
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const parameters: Record<string, QueryValue> = {};
  const consent: Record<string, boolean> = {};
  for (const [name, text] of query) {
    if (text.length > maxValueLength) continue;
    const value = toQueryValue(text);
    const isField = Object.hasOwn(queryFields, name);
    if ((!isField && !name.startsWith(consentPrefix)) || !mayRead(name, value)) continue;
    if (isField) parameters[queryFields[name as keyof typeof queryFields]] = value;
    else consent[name.slice(consentPrefix.length)] = value !== false;
  }
  return { ...parameters, consent };
}

function toQueryValue(text: string): QueryValue {
  if (text === '' || text === 'true') return true;
  return text === 'false' ? false : text;
}
