import type { Lifetime } from '../platform/lifetime.ts';

/** Window messages to the frame, injected so that tests send their own. */
export type ListenToMessages = (
  lifetime: Lifetime,
  listener: (message: { readonly origin: string; readonly data: unknown }) => void,
) => void;

/**
 * CH-174: a sign-in page announces that it is done. Only pages of the configured hosts are heard, over https; on the
 * visitor's own machine http will do.
 */
export function isSignInMessage(
  message: { readonly origin: string; readonly data: unknown },
  senders: readonly string[],
): boolean {
  const { data } = message;
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'loginComplete') return false;
  return isSender(message.origin, senders);
}

function isSender(origin: string, senders: readonly string[]): boolean {
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false; // Silent: an opaque origin (`null`) is nobody's.
  }
  const isLoopback = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return (url.protocol === 'https:' || (isLoopback && url.protocol === 'http:')) && senders.includes(url.host);
}
