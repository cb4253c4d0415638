import { isRecord } from '../../bridge/guards.ts';

/** Longer than the signed identity of any real page. */
const maxLength = 8_192;

/** `contactWidgetConfig.signedIdentity`: the visitor's id, signed by the page's server. Only services can verify it. */
export function signedIdentityIn(config: unknown): string | undefined {
  const token = isRecord(config) ? config.signedIdentity : undefined;
  return typeof token === 'string' && token !== '' && token.length <= maxLength ? token : undefined;
}
