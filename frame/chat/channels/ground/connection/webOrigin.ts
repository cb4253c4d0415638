import { createError } from '../../../../platform/errors.ts';

const loopback = /^(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/|$)/;

/**
 * The origin from an account lookup, with the scheme that it omits: https, or http on the same machine. Throws for an
 * unencrypted origin, because the visitor's texts and tokens are sent there.
 */
export function toWebOrigin(domain: string): string {
  const [, scheme, host] = /^(?:(https?|wss?):\/\/)?(.*)$/i.exec(domain) ?? [];
  const isLocal = loopback.test(host ?? '');
  if (scheme !== undefined && /^(?:http|ws)$/i.test(scheme) && !isLocal)
    throw createError('CHANNEL_UNAVAILABLE', `The account lookup names an origin without encryption: ${domain}`);
  if (scheme !== undefined && /^https?$/i.test(scheme)) return domain;
  return `${isLocal ? 'http' : 'https'}://${host}`;
}
