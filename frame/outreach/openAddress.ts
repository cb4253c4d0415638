import type { OpenTarget } from '../../bridge/records.ts';
import { toAddress } from '../text/toAddress.ts';
import type { OutreachPorts } from './ports.ts';

/** Opens a card's address (SH-126, SH-133). Logs an invalid address and does nothing else. */
export function openAddress(
  ports: Pick<OutreachPorts, 'log' | 'page'> & { readonly host: Pick<OutreachPorts['host'], 'openUrl'> },
  given: string,
  target: OpenTarget,
): void {
  const address = toAddress(given, ports.page().url);
  if (address === undefined) ports.log.warn('A card has an address that cannot be opened.');
  else void ports.host.openUrl(address, target);
}
