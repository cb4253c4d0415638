import { isUrl } from '../../text/isUrl.ts';
import { targetOf } from '../../text/targetOf.ts';
import { toTelUrl } from '../../text/telUrl.ts';
import { toAddress } from '../../text/toAddress.ts';
import type { Line } from '../conversation.ts';

/**
 * How a pressed link opens (CH-095). Mail, phone and the host page's own host open in the page's window, all others in a new
 * tab. The address of a page with a bot gets a parameter that continues the bot (CH-096). Undefined if the address may not be
 * opened; the page would refuse it.
 */
export function openLinkOf(href: string, pageUrl: string, isBotPage: (url: string) => boolean) {
  const address = toAddress(href, URL.canParse(pageUrl) ? pageUrl : undefined);
  if (address === undefined) return undefined;
  const url = new URL(address);
  if (isUrl(address) && isBotPage(address)) url.searchParams.set('contactmodule', 'bot');
  return { url: url.href, target: targetOf(url.href, pageUrl) };
}

/** The address of a line, or the one that its text means. */
export function hrefOfLine(line: Line, phone: string | undefined): string | undefined {
  if (line.href) return line.href;
  if (line.type === 'email' && line.text.includes('@')) return `mailto:${line.text.trim()}`;
  if (line.type === 'phone') {
    // In a sentence, these marks are not part of the number.
    const text = /\p{L}/u.test(line.text) ? line.text.replace(/[,;*#]/g, ' ') : line.text;
    const number = /\d/.test(text) ? text : phone;
    return number === undefined ? undefined : toTelUrl(number);
  }
  return undefined;
}
