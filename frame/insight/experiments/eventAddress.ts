import type { EventPayload } from './payload.ts';

/**
 * The URL of an event sent by GET: `wxhr=true`, which asks the service for CORS headers, then every field of the payload,
 * URL-encoded (CH-203). Arrays and objects are sent as JSON: the specified client sends "[object Object]", which the
 * service cannot read.
 */
export function toEventAddress(url: string, payload: EventPayload): string {
  const fields = Object.entries(payload).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  return `${url}${url.includes('?') ? '&' : '?'}${['wxhr=true', ...fields].join('&')}`;
}
