import type { UserInfoFields, UserInfoSource } from '../../bridge/records.ts';
import { isIpAddress } from '../host/country.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import { textOf } from '../host/queryValue.ts';

/** The known data about the visitor (SH-104). There are no roles: a visitor is anonymous or signed in. */
export interface UserInfo {
  readonly country?: string;
  /** The page's unique id for the visitor. */
  readonly iui?: string;
  readonly ip?: string;
  readonly signedin?: boolean;
  readonly email?: string;
  readonly accountId?: string;
  readonly accountType?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  /** With its dialing code, unless it is a number of the page's region. */
  readonly phone?: string;
  readonly userId?: string;
  readonly ticketId?: string;
}

/** In order of preference, for each field (SH-106). */
const sourceOrder = ['query', 'page', 'profile', 'support', 'geo'] as const;
export type VisitorSource = (typeof sourceOrder)[number];
export type VisitorSources = Readonly<Partial<Record<VisitorSource, UserInfo>>>;

const textFields = [
  'country',
  'iui',
  'ip',
  'email',
  'accountId',
  'accountType',
  'firstName',
  'lastName',
  'company',
  'phone',
  'userId',
  'ticketId',
] as const;

/** SH-105: the names in analytics profiles, and our fields. */
const profileNames = {
  authenticated: 'signedin',
  iamId: 'userId',
  emailAddress: 'email',
  accountGuid: 'accountId',
  accountPlan: 'accountType',
} as const;

/** Keeps only known fields. Drops empty strings and invalid IP addresses (SH-104, SH-107). */
export function parseUserInfo(source: UserInfoSource, fields: UserInfoFields): UserInfo {
  const named: Record<string, string | boolean> = { ...fields };
  if (source === 'profile') {
    for (const [name, field] of Object.entries(profileNames)) {
      const value = fields[name];
      if (value !== undefined) named[field] ??= value;
    }
  }
  const info: Record<string, string | boolean> = {};
  for (const name of textFields) {
    const value = named[name];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text && (name !== 'ip' || isIpAddress(text))) info[name] = text;
  }
  const signedin = parseFlag(named.signedin);
  if (signedin !== undefined) info.signedin = signedin;
  return info;
}

function parseFlag(value: string | boolean | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = value?.trim().toLowerCase() ?? '';
  if (/^(true|1|yes)$/.test(text)) return true;
  return /^(false|0|no)$/.test(text) ? false : undefined;
}

/** SH-106: each field from the first source that has it. */
export function mergeVisitor(sources: VisitorSources): UserInfo {
  return Object.assign({}, ...sourceOrder.map((source) => sources[source]).reverse());
}

/** SH-104: the page's own flag; without one, a visitor with an `iui` is signed in. */
export function isSignedIn(info: UserInfo): boolean {
  return info.signedin ?? info.iui !== undefined;
}

/** The visitor's unique id, which pages give as `iui` or `userId` (SH-106). A page may keep the id after a sign-out: it is ignored. */
export function uniqueIdOf(info: UserInfo): string | undefined {
  return info.signedin === false ? undefined : (info.iui ?? info.userId);
}

/** SH-102: a region override takes precedence over the visitor's country. */
export function countryOf(info: UserInfo, query: QueryParameters): string | undefined {
  return textOf(query.region) ?? info.country;
}
