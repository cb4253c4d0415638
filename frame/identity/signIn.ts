import type { Lifetime } from '../platform/lifetime.ts';

/** Listens to window messages; a port, so that tests can send their own. */
export type ListenToMessages = (
  lifetime: Lifetime,
  listener: (message: { readonly origin: string; readonly data: unknown }) => void,
) => void;

/** CH-174: whether a sign-in page of a configured host announces that it is done. Requires https, except on localhost. */
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
    return false; // An opaque origin (`null`) has no host.
  }
  const isLoopback = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return (url.protocol === 'https:' || (isLoopback && url.protocol === 'http:')) && senders.includes(url.host);
}
