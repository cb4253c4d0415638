import type { OpenTarget } from '../../bridge/records.ts';
import type { OutreachPorts } from './ports.ts';

const schemes = ['http:', 'https:', 'mailto:', 'tel:', 'sms:'];

/** An address as a page writes it, relative to itself too; undefined for what no card may open. */
export function toAddress(given: string, pageUrl: string): string | undefined {
  if (!URL.canParse(given, pageUrl)) return undefined;
  const { href, protocol } = new URL(given, pageUrl);
  return schemes.includes(protocol) ? href : undefined;
}

/** Follows a card's address (SH-126, SH-133). One that cannot be followed is logged, and nothing else happens. */
export function openAddress(
  ports: Pick<OutreachPorts, 'log' | 'page'> & { readonly host: Pick<OutreachPorts['host'], 'openUrl'> },
  given: string,
  target: OpenTarget,
): void {
  const address = toAddress(given, ports.page().url);
  if (address === undefined) ports.log.warn('A card has an address that cannot be opened.');
  else void ports.host.openUrl(address, target);
}
