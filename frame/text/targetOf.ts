import type { OpenTarget } from '../../bridge/records.ts';
import { isUrl } from './isUrl.ts';

/** SH-063: same host, mail, telephone and message stay in the page's window, other addresses get a tab of their own. */
export function targetOf(address: string, pageUrl: string): OpenTarget {
  const isSameHost = (): boolean => URL.canParse(pageUrl) && new URL(address).host === new URL(pageUrl).host;
  return isUrl(address) && !isSameHost() ? 'tab' : 'self';
}
