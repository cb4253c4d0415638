import type { EventPayload } from './payload.ts';

/**
 * The address of an event sent by GET: `wxhr=true` asks the service for cross-origin headers, then every field of the
 * payload, urlencoded (CH-203). Lists and objects are JSON: the specified client wrote "[object Object]" there, which
 * told the service nothing.
 */
export function toEventAddress(url: string, payload: EventPayload): string {
  const fields = Object.entries(payload).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  return `${url}${url.includes('?') ? '&' : '?'}${['wxhr=true', ...fields].join('&')}`;
}
