import { consentPrefix, isQueryName, type OverrideGroup, queryTable } from '../host/queryParameters.ts';

/** What an address may set without a group: anyone can send a visitor a link to the page. */
export interface AddressPolicy {
  /** The groups that the deployment lists. */
  readonly groups: readonly OverrideGroup[];
  /** Chat accounts and skills that the deployment itself uses. A link may choose among them. */
  readonly accounts: readonly string[];
  readonly skills: readonly string[];
}

/** Whether the parameter of the page's address may have an effect. */
export function mayOverride(
  name: string,
  value: string | boolean,
  { groups, accounts, skills }: AddressPolicy,
): boolean {
  // A link may withdraw consent, but never give it.
  if (name.startsWith(consentPrefix)) return value === false || groups.includes('consent');
  if (!isQueryName(name)) return false;
  const { group } = queryTable[name];
  if (group === 'view' || groups.includes(group)) return true;
  if (group !== 'chatAccount' || typeof value !== 'string') return false;
  return (name.endsWith('account') ? accounts : skills).includes(value);
}
