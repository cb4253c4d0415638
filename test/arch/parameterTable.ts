import { type QueryName, queryTable } from '../../frame/host/queryParameters.ts';
import { marketingParameters } from '../../frame/insight/marketing.ts';
import { readSources } from '../support/sources.ts';

/** The list of every parameter of the page's address, for `frame/host/README.md`: its effects and values are those of the source. */

const row = /\/\*\* (.+) \*\/\n {2}'?([\w-]+)'?: \{ field: '\w+', group: '\w+', values: (\w+) \},/g;

const valueTexts: Readonly<Record<string, string>> = {
  flag: 'nothing, `true` or `false`',
  name: 'a name of up to 256 characters',
  numberOrNot: 'up to 256 characters',
  id: 'an id of up to 256 letters, digits and `_.:@|-`',
  localeCode: 'a code such as `de` or `DE`',
  country: 'two letters',
  email: 'an e-mail address',
  errorCode: '`SCH` and two digits',
  environment: '`prod`, `dev` or `test`',
  variations: 'up to 2,048 characters',
  ipAddress: 'an IPv4 address',
  paneOrBot: 'nothing, `true`, `false` or `bot`',
};

const groupTexts = {
  view: '**Every address** may use these. They choose what the pane shows.',
  identity: '**With the group `identity`**',
  chatAccount: '**With the group `chatAccount`**',
  developer: '**With the group `developer`**',
} as const;

export function parameterList(): string {
  const [source] = readSources(['frame/host'], /^queryParameters\.ts$/);
  const rows = [...(source?.text ?? '').matchAll(row)];
  const groups = Object.entries(groupTexts).flatMap(([group, heading]) => [
    heading,
    ...rows
      .filter(([, , name = '']) => queryTable[name as QueryName].group === group)
      .map(([, effect, name, values = '']) => `- \`${name}\`: ${valueTexts[values]}. ${effect}`),
  ]);
  const campaigns = marketingParameters.map((name) => `\`${name}\``).join(', ');
  return [
    ...groups,
    '**With the group `consent`**, for every product; `false` needs no group.',
    '- `cm-consent-{product}`: nothing, `true` or `false`. Grants or withdraws consent.',
    '**Campaigns**: any text, kept with the visit and sent with bookings, chats and events.',
    `- ${campaigns}`,
  ].join('\n');
}
