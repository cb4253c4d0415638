import type { OpenTarget } from '../../bridge/records.ts';
import { isUrl } from '../text/isUrl.ts';
import { targetOf } from '../text/targetOf.ts';
import type { Line } from './conversation.ts';

export interface OpenLink {
  /** Absolute, unless the address cannot be parsed. */
  readonly url: string;
  readonly target: OpenTarget;
}

/**
 * How a pressed link opens (CH-095). Mail, phone, the host page's own host and invalid addresses open in the page's
 * window, all others in a new tab. The address of a page with a bot gets a parameter that continues the bot (CH-096).
 */
export function openLinkOf(href: string, pageUrl: string, isBotPage: (url: string) => boolean): OpenLink {
  if (!URL.canParse(href, pageUrl)) return { url: href, target: 'self' };
  const url = new URL(href, pageUrl);
  if (isUrl(url.href) && isBotPage(url.href)) url.searchParams.set('contactmodule', 'bot');
  return { url: url.href, target: targetOf(url.href, pageUrl) };
}

/** The address of a line, or the one that its text means. */
export function hrefOfLine(line: Line, phone: string | undefined): string | undefined {
  if (line.href) return line.href;
  if (line.type === 'email' && line.text.includes('@')) return `mailto:${line.text.trim()}`;
  if (line.type === 'phone') {
    const number = /\d/.test(line.text) ? line.text : phone;
    return number === undefined ? undefined : `tel:${number.replace(/[^\d+]/g, '')}`;
  }
  return undefined;
}
