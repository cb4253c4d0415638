import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SandboxAnswer, VendorAccess } from './service.ts';

/** Shorter answers are sent as they are: compressed, they would be longer. */
const leastZipped = 200;
/** Longer bodies are truncated. The widget's calls are far smaller. */
const maxBodyBytes = 10_000_000;

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBodyBytes) break;
    chunks.push(chunk as Buffer);
  }
  return parseBody(Buffer.concat(chunks).toString('utf8'));
}

/** The parsed JSON, or the raw text if it is not JSON; undefined for an empty body. */
function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function plainHeaders(request: IncomingMessage): Record<string, string> {
  const entries = Object.entries(request.headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : `${value}`]),
  );
}

/** Compressed when the client accepts it, as real services do. */
export function writeAnswer(
  response: ServerResponse,
  answer: SandboxAnswer,
  headers: Readonly<Record<string, string>>,
): void {
  const isText = typeof answer.body === 'string';
  const type = isText ? (answer.type ?? 'text/plain') : 'application/json';
  const status = answer.status ?? 200;
  const isEmpty = status === 204 || status === 304 || answer.body === undefined;
  const text = isText ? (answer.body as string) : JSON.stringify(answer.body ?? '');
  const isZipped =
    !isEmpty && text.length >= leastZipped && /\bgzip\b/.test(`${response.req.headers['accept-encoding']}`);
  const body = isZipped ? gzipSync(text) : Buffer.from(text);
  response.writeHead(status, {
    'content-type': type.includes('charset') ? type : `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    ...headers,
    vary: [headers.vary, 'accept-encoding'].filter(Boolean).join(', '),
    ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    ...(isEmpty ? {} : { 'content-length': body.length }),
    ...lowerCased(answer.headers ?? {}),
  });
  response.end(isEmpty ? undefined : body);
}

/** Sends an answer in parts. `sent` gets all of it when it has ended, and not if the connection was cut. */
export function writeStream(
  response: ServerResponse,
  { stream, type = 'text/event-stream', headers: own = {} }: SandboxAnswer,
  headers: Readonly<Record<string, string>>,
  sent: (text: string) => void,
): void {
  const parts: Buffer[] = [];
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-store, no-transform',
    ...headers,
    ...lowerCased(own),
  });
  response.flushHeaders();
  stream?.({
    write(part) {
      if (response.destroyed) return;
      const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part);
      parts.push(bytes);
      response.write(bytes);
    },
    end() {
      if (response.destroyed) return;
      sent(Buffer.concat(parts).toString('utf8'));
      response.end();
    },
    cut: () => response.destroy(),
    onClose: (listener) => void response.on('close', listener),
  });
}

export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const loopbackOrigin = /^https?:\/\/(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Lets every page read the answers. Only pages on loopback addresses may also send credentials. */
export function corsHeaders(request: IncomingMessage): Record<string, string> {
  const origin = request.headers.origin;
  const isLocal = origin !== undefined && loopbackOrigin.test(origin);
  const requestedHeaders = request.headers['access-control-request-headers'];
  return {
    'access-control-allow-origin': isLocal ? origin : '*',
    ...(isLocal ? { 'access-control-allow-credentials': 'true' } : {}),
    vary: 'origin, access-control-request-headers',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers':
      typeof requestedHeaders === 'string' ? requestedHeaders : 'authorization, content-type',
    'access-control-expose-headers':
      'authorization, date, etag, location, retry-after, x-original-referrer, x-request-id',
    'access-control-max-age': '600',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * What a vendor sends. Its clients read `Location` from other origins. Nothing else is exposed, and a browser that requires
 * `Cross-Origin-Resource-Policy` does not get it.
 */
export function vendorHeaders(request: IncomingMessage, access: VendorAccess | undefined): Record<string, string> {
  const { origin } = request.headers;
  if (access !== 'cors' || origin === undefined) return {};
  const requestedHeaders = request.headers['access-control-request-headers'];
  return {
    'access-control-allow-origin': origin,
    vary: 'origin, access-control-request-headers',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    ...(typeof requestedHeaders === 'string' ? { 'access-control-allow-headers': requestedHeaders } : {}),
    'access-control-expose-headers': 'location',
  };
}
