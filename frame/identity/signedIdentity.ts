import { isRecord } from '../../bridge/guards.ts';

/** No signed identity of a real page is longer. */
const longestLength = 8_192;

/** `contactWidgetConfig.signedIdentity`: the visitor's id, signed by the page's server. Only services can tell whether it is genuine. */
export function signedIdentityIn(config: unknown): string | undefined {
  const token = isRecord(config) ? config.signedIdentity : undefined;
  return typeof token === 'string' && token !== '' && token.length <= longestLength ? token : undefined;
}
