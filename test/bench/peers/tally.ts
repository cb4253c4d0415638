import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One request as a server saw it. */
export interface Counted {
  readonly server: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Bytes of the answer's body, compressed as a production server would. */
  readonly bytes: number;
}

/** Counts at the servers, so that requests of the page, of frames in other processes and of beacons all count once. */
export interface Tally {
  /** Counts the requests of this server too. Call it before the server listens. */
  watch(server: Server, name: string): void;
  restart(): void;
  list(): readonly Counted[];
  /** Websockets and requests that are still open. */
  held(): number;
  /** From now on what browsers keep for five minutes is out of date when it arrives, as it is five minutes after a visit. */
  expireShortLived(isExpired: boolean): void;
}

export function createTally(): Tally {
  let counted: (() => Counted)[] = [];
  let isExpired = false;
  const open = new Set<unknown>();

  function count(server: string, request: IncomingMessage, response: ServerResponse): void {
    const { path } = targetOf(request);
    const body = recordAnswer(response, isExpired);
    const { method = 'GET' } = request;
    open.add(response);
    response.once('close', () => open.delete(response));
    // An answer may never end, such as a stream of events.
    counted.push(() => ({ server, method, path, status: response.statusCode, bytes: body.size() }));
  }

  function countSocket(server: string, request: IncomingMessage, socket: Socket): void {
    const { path } = targetOf(request);
    const before = socket.bytesWritten;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    counted.push(() => ({ server, method: 'WS', path, status: 101, bytes: socket.bytesWritten - before }));
  }

  return {
    watch(server, name) {
      server.prependListener('request', (request, response) => count(name, request, response));
      server.prependListener('upgrade', (request, socket) => countSocket(name, request, socket as Socket));
    },
    restart() {
      counted = [];
    },
    list: () => counted.map((read) => read()),
    held: () => open.size,
    expireShortLived(expired) {
      isExpired = expired;
    },
  };
}

const targetOf = (request: IncomingMessage): { path: string } => ({
  path: new URL(request.url ?? '/', 'http://server').pathname,
});

/** Records the body of an answer, and marks one that browsers keep for five minutes as out of date if asked to. */
function recordAnswer(response: ServerResponse, isExpired: boolean): { size(): number } {
  const { writeHead, write, end } = response;
  const chunks: Buffer[] = [];
  let headers: Record<string, unknown> = {};
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  // Node does not keep the headers that are given to writeHead.
  response.writeHead = ((status: number, given: Record<string, string> = {}) => {
    const isStale = isExpired && given['cache-control']?.includes('max-age=300');
    headers = isStale ? { ...given, 'cache-control': 'no-cache' } : given;
    return writeHead.call(response, status, headers as Record<string, string>);
  }) as typeof writeHead;
  response.write = ((...given: Parameters<typeof write>) => {
    keep(given[0]);
    return write.apply(response, given);
  }) as typeof write;
  response.end = ((...given: Parameters<typeof end>) => {
    keep(given[0]);
    return end.apply(response, given);
  }) as typeof end;
  return { size: () => sizeOf(headers, Buffer.concat(chunks)) };
}

/** The sandbox's services send their answers uncompressed; a production server would not. */
function sizeOf(headers: Record<string, unknown>, body: Buffer): number {
  const isText = /^text\/|json|javascript|svg|xml/.test(String(headers['content-type']));
  if (headers['content-encoding'] || !isText || body.length === 0) return body.length;
  return Math.min(body.length, gzipSync(body, { level: 9 }).length);
}
