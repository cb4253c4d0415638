import { isUrl } from '../text/isUrl.ts';

/** SC-008: where booking happens elsewhere; only http and https addresses count. */
export function clientUrlOf(config: unknown): string | undefined {
  const url = (config as { clientURL?: unknown } | null | undefined)?.clientURL;
  return typeof url === 'string' && isUrl(url.trim()) ? url.trim() : undefined;
}
