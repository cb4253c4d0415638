import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServer, listen } from './pageServer.ts';
import { createTally, type Tally } from './tally.ts';

/** An answer of a service: a value becomes JSON. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface PackageServer {
  readonly origin: string;
  readonly tally: Tally;
  close(): Promise<void>;
}

export interface PackageServerOptions {
  /** Where the files under a path are: `/build/` in `node_modules/…/build`. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Files that exist only here. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the widget needs of its service before the launcher shows, and to open. By path. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
};

/** Serves a package as a CDN would, compressed and cacheable, and stands in for its service. */
export async function startPackageServer(options: PackageServerOptions): Promise<PackageServer> {
  const tally = createTally();
  const zipped = new Map<string, Buffer>();

  function contentOf(path: string): Buffer | undefined {
    const cached = zipped.get(path);
    if (cached) return cached;
    const own = options.files?.[path];
    const file = own === undefined ? fileOf(options.folders ?? {}, path) : undefined;
    if (own === undefined && file === undefined) return undefined;
    const bytes = gzipSync(own ?? readFileSync(file as string), { level: 9 });
    zipped.set(path, bytes);
    return bytes;
  }

  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://widget').pathname);
    const shared = corsHeaders(request);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, shared).end();
      return;
    }
    const answer = options.answers?.[path];
    if (answer) {
      const value = answer(request, response);
      if (value === undefined) return; // It answers by itself.
      response.writeHead(200, { ...shared, 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(value));
      return;
    }
    const content = contentOf(path);
    if (!content) {
      response.writeHead(404, shared).end();
      return;
    }
    response.writeHead(200, {
      ...shared,
      'content-type': types[extname(path)] ?? 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=3600',
    });
    response.end(content);
  });
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n'));
  tally.watch(server, 'widget');
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, tally, close: () => closeServer(server) };
}

function fileOf(folders: Readonly<Record<string, string>>, path: string): string | undefined {
  const prefix = Object.keys(folders).find((start) => path.startsWith(start));
  if (prefix === undefined) return undefined;
  const file = join(folders[prefix] ?? '', normalize(`/${path.slice(prefix.length)}`));
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

export function corsHeaders(request: IncomingMessage): Record<string, string> {
  return {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
    'timing-allow-origin': '*',
  };
}
