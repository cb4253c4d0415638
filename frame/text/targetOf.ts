import type { OpenTarget } from '../../bridge/records.ts';
import { isUrl } from './isUrl.ts';

/** Links to the page's own host, mailto, tel and sms open in the page's window, all others in a new tab (SH-063). */
export function targetOf(address: string, pageUrl: string): OpenTarget {
  const isSameHost = (): boolean => URL.canParse(pageUrl) && new URL(address).host === new URL(pageUrl).host;
  return isUrl(address) && !isSameHost() ? 'tab' : 'self';
}
