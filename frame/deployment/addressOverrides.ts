/** Groups of parameters that replace data of the page, the visitor or the deployment. They are for tests and internal use. */
export const overrideGroups = ['identity', 'consent', 'chatAccount', 'developer'] as const;
export type OverrideGroup = (typeof overrideGroups)[number];

/** What an address may set without a group: anyone can send a visitor a link to the page. */
export interface AddressPolicy {
  /** The groups that the deployment lists. */
  readonly groups: readonly OverrideGroup[];
  /** Chat accounts and skills that the deployment itself uses. A link may choose among them. */
  readonly accounts: readonly string[];
  readonly skills: readonly string[];
}

/** Every other parameter only selects the view: which pane, focus area, language or appointment is shown. */
const groupOf: Readonly<Record<string, OverrideGroup>> = {
  'cm-user-id': 'identity',
  'cm-email': 'identity',
  'cm-signedin': 'identity',
  'cm-ip': 'identity',
  'cm-country': 'identity',
  // It replaces the country, on which the visitor's consent depends (SH-102, SH-111).
  'cm-region': 'identity',
  'cm-bot-account': 'chatAccount',
  'cm-chat-account': 'chatAccount',
  'cm-bot-skill': 'chatAccount',
  'cm-chat-skill': 'chatAccount',
  'cm-debug': 'developer',
  'cm-debug-text': 'developer',
  'cm-dev': 'developer',
  'cm-env': 'developer',
  'cm-experiments': 'developer',
  'cm-force-events': 'developer',
};

/** Whether the parameter of the page's address may have an effect. */
export function mayOverride(
  name: string,
  value: string | boolean,
  { groups, accounts, skills }: AddressPolicy,
): boolean {
  // A link may withdraw consent, but never give it.
  if (name.startsWith('cm-consent-')) return value === false || groups.includes('consent');
  const group = Object.hasOwn(groupOf, name) ? groupOf[name] : undefined;
  if (group === undefined || groups.includes(group)) return true;
  if (group !== 'chatAccount' || typeof value !== 'string') return false;
  return (name.endsWith('account') ? accounts : skills).includes(value);
}
