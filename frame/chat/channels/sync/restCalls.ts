import { firstHost } from '../../../platform/backend/firstHost.ts';
import type { BackendCall } from '../../../platform/backend/plan.ts';
import { isWidgetError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { chatCallTimeoutMs, maxBusyWaitMs, pollMs } from './limits.ts';
import type { SyncParts } from './parts.ts';

export type Ask = <T>(
  address: string,
  request: Pick<BackendCall<T>, 'method' | 'body' | 'parse'> & { readonly override?: 'PUT' },
) => Promise<T>;

/** Calls an address of the chat service with the vendor's key and version. */
export function createAsk({ call, lifetime }: ChannelPorts, { deployment, origin }: SyncParts): Ask {
  return (address, { override, ...request }) => {
    const url = new URL(address, origin() || undefined);
    return call({
      ...request,
      hosts: [url.origin],
      path: withVersion(url),
      strategy: firstHost,
      isForeign: true,
      attemptTimeoutMs: chatCallTimeoutMs,
      signal: lifetime.signal,
      headers: {
        Authorization: `LivePerson appKey=${deployment.appKey}`,
        ...(override ? { 'X-HTTP-Method-Override': override } : {}),
      },
    });
  };
}

/** Parses a `Retry-After` header, which holds seconds or a date by the service's clock (REL-21). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** How long the service asks to wait before the next call, within limits; undefined if it does not ask. */
export function busyMsOf(error: unknown, serviceNow: number): number | undefined {
  const askedMs = isWidgetError(error) ? retryAfterMs(error.retryAfter, serviceNow) : undefined;
  return askedMs === undefined ? undefined : Math.min(Math.max(askedMs, pollMs), maxBusyWaitMs);
}

/** Adds the `NC` (no cookies) parameter that the vendor requires for a chat request and leaves out of its links. */
export function withNoCookies(address: string): string {
  return /[?&]NC=/.test(address) ? address : `${address}${address.includes('?') ? '&' : '?'}NC=true`;
}

/** The path and query of a link, with the API version added if it is missing. */
function withVersion(url: URL): string {
  if (!url.searchParams.has('v')) url.searchParams.set('v', '1');
  return `${url.pathname}${url.search}`;
}

/** The last path segment of the session URL identifies the chat. */
export function chatIdOf(session: string | undefined): string {
  return session?.split('?')[0]?.split('/').at(-1) ?? 'chat';
}
