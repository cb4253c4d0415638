import { ipv4 } from '../platform/ipv4.ts';

/** The top-level domains that an address may have. */
export type DomainList = Pick<ReadonlySet<string>, 'has'>;

/** SC-085: the domains that are known before the list of all top-level domains is loaded. */
const classicDomains: DomainList = new Set(
  (
    'aero arpa biz com coop edu gov info int mil mobi museum name net org pro travel ' +
    'app cloud dev io online shop tech xyz'
  ).split(' '),
);

const address = /^([^\s@"(),:;<>[\\\]]+)@([^\s@:]+)(?::(\d{1,5}))?$/;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
/** The longest e-mail address (RFC 5321), in characters. */
const maxAddressLength = 254;

/** SC-083 to SC-085. `known` has top-level domains as the domain name system writes them. */
export function isEmail(text: string, known: DomainList = classicDomains): boolean {
  const trimmed = text.trim();
  const [, local, domain] = address.exec(trimmed) ?? [];
  if (!local || !domain || trimmed.length > maxAddressLength) return false;
  if (/^\.|\.\.|\.$/.test(local)) return false;
  return new RegExp(ipv4).test(domain) || isDomain(asciiDomain(domain), known);
}

/** As the domain name system writes it: `xn--e1afmkfd.xn--p1ai` for `пример.рф`. Empty if there is no such form. */
export function asciiDomain(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is encoded.
  if (/^[\u0000-\u007f]*$/.test(domain)) return domain;
  const url = `http://${domain}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isDomain(domain: string, known: DomainList): boolean {
  const labels = domain.split('.');
  const last = labels.at(-1)?.toLowerCase() ?? '';
  return labels.length > 1 && labels.every((part) => label.test(part)) && (/^[a-z]{2}$/.test(last) || known.has(last));
}
