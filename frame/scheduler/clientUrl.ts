import { isUrl } from '../text/isUrl.ts';

/** SC-008: the address of a booking page outside the widget. Only http and https are allowed. */
export function clientUrlOf(config: unknown): string | undefined {
  const url = (config as { clientURL?: unknown } | null | undefined)?.clientURL;
  return typeof url === 'string' && isUrl(url.trim()) ? url.trim() : undefined;
}
