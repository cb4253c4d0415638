import { createError, isWidgetError } from '../../../../platform/errors.ts';
import { maxIdentityRefusals } from '../limits.ts';
import type { VisitorIdentity } from '../session/visitorIdentity.ts';

/** The token or the visitor was refused, by the service or by the broker. */
export const isTokenRefused = (error: unknown): boolean =>
  isWidgetError(error) && (error.status === 401 || error.status === 403);

export type TokenPorts = Pick<VisitorIdentity, 'token' | 'refreshToken'>;

export function createTokens(ports: TokenPorts) {
  let refusals = 0;
  let current: 'valid' | 'suspected' | 'refused' = 'valid';
  let mayBeSuspected = true;

  return {
    /**
     * Rejects with NOT_SIGNED_IN when the service refuses new tokens too, or the broker refuses the visitor (REL-19), and with the
     * broker's error when it cannot be reached or is busy: a later attempt may have a token.
     */
    async next(): Promise<string> {
      if (current === 'valid') return ports.token();
      if (current === 'suspected') {
        current = 'valid';
        // Ignore the error: the close may have been a server error, and the current token still valid.
        return ports.refreshToken().catch(() => ports.token());
      }
      if (refusals >= maxIdentityRefusals) throw createError('NOT_SIGNED_IN', 'the service refuses new tokens');
      const token = await ports.refreshToken().catch((cause: unknown) => {
        throw isTokenRefused(cause) ? createError('NOT_SIGNED_IN', 'the broker refuses the visitor', { cause }) : cause;
      });
      refusals += 1;
      current = 'valid';
      return token;
    },
    /** The service has refused the token: the next greeting needs a new one. */
    refused(): void {
      current = 'refused';
    },
    /** The token may have expired. A new one is tried once, and not again before a connection has been stable. */
    suspected(): void {
      if (!mayBeSuspected || current === 'refused') return;
      current = 'suspected';
      mayBeSuspected = false;
    },
    /** A connection has been stable: the service accepts the visitor. */
    proved(): void {
      mayBeSuspected = true;
      refusals = 0;
    },
    /** Something has changed that may make a new token acceptable. */
    forgive(): void {
      refusals = 0;
    },
  };
}
