import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import type { SandboxDeployment } from './deployment.ts';
import { withHeadFor } from './documentHead.ts';
import { lowerCased } from './httpAnswer.ts';

export interface WidgetHostOptions {
  readonly distDir: string;
  /** The deployment file. It is served instead of the built one. */
  readonly config: () => SandboxDeployment;
  /** The production headers for a path such as `/frame/index.html`. They override this server's own. */
  readonly headersFor: (path: string) => Readonly<Record<string, string>>;
}

/** By the ending of a file's name. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.sri': 'text/plain',
  '.txt': 'text/plain',
};

const compressed: ReadonlySet<string> = new Set(['.js', '.mjs', '.css', '.html', '.json', '.map', '.svg']);

const zippedHeaders = { 'content-encoding': 'gzip', vary: 'accept-encoding' };

interface Zipped {
  readonly changedMs: number;
  readonly bytes: Buffer;
}

/** `/preview/{settings}/…`: the settings are a JSON object in base64url. */
const previewPath = /^\/preview\/([\w-]+)(\/.*)$/;

interface Preview {
  /** In place of the deployment's. */
  readonly brand?: SandboxDeployment['brand'];
  /** In place of the system's, as developer tools emulate it. */
  readonly scheme?: 'light' | 'dark';
}

/**
 * Serves the built product like a CDN: gzip, content types, caching, isolation headers. Reads each file from disk on each call. Below
 * `/preview/` it is the same product with another brand or in one colour scheme, for the playground.
 */
export function createWidgetHost(options: WidgetHostOptions): Server {
  const zipped = new Map<string, Zipped>();

  function gzipped(file: string): Buffer {
    // The document changes with the deployment, too.
    if (file.endsWith('.html')) return gzipSync(named(file), { level: 9 });
    const changedMs = statSync(file).mtimeMs;
    const cached = zipped.get(file);
    if (cached?.changedMs === changedMs) return cached.bytes;
    const bytes = gzipSync(named(file), { level: 9 });
    zipped.set(file, { changedMs, bytes });
    return bytes;
  }

  /** The built document has the policy and the connection of the built deployment: here the sandbox's. */
  function named(file: string): Buffer {
    const bytes = readFileSync(file);
    if (!file.endsWith('.html')) return bytes;
    return Buffer.from(withHeadFor(options.config(), bytes.toString()));
  }

  return createServer((request, response) => {
    const { url = '/' } = request;
    const asked = URL.canParse(url, 'http://widget') ? new URL(url, 'http://widget').pathname : url;
    const [, settings, path = asked] = previewPath.exec(asked) ?? [];
    const preview = settings === undefined ? {} : readPreview(settings);
    if (!preview) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
      response.end('The address has no settings of a preview\n');
      return;
    }
    const { brand, scheme } = preview;
    const target = path === '/frame' || path === '/frame/' ? '/frame/index.html' : path;
    const headers = { ...baseHeaders(target), ...lowerCased(options.headersFor(target)) };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    if (target === '/__sandbox/clear') {
      // For the demo's reset: only this origin can clear the frame's storage.
      response.writeHead(200, { ...headers, 'content-type': 'text/html', 'clear-site-data': '"storage"' }).end();
      return;
    }
    const extension = extname(target);
    const wantsGzip = compressed.has(extension) && `${request.headers['accept-encoding']}`.includes('gzip');
    if (target === '/frame/config.json') {
      const deployment = JSON.stringify(asBuilt({ ...options.config(), ...(brand ? { brand } : {}) }));
      const text = Buffer.from(inScheme(deployment, scheme));
      sendOrConfirm(request, response, wantsGzip ? gzipSync(text, { level: 9 }) : text, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        ...(wantsGzip ? zippedHeaders : {}),
      });
      return;
    }
    const file = findFile(options.distDir, target);
    if (!file) {
      response.writeHead(404, { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
      response.end(`${target} is not part of the build\n`);
      return;
    }
    const type = contentTypes[extension] ?? 'application/octet-stream';
    if (scheme !== undefined && extension === '.js') {
      const script = Buffer.from(inScheme(readFileSync(file, 'utf8'), scheme));
      sendOrConfirm(request, response, script, { ...headers, 'content-type': `${type}; charset=utf-8` });
      return;
    }
    const isText = compressed.has(extension) || type.startsWith('text/');
    sendOrConfirm(request, response, wantsGzip ? gzipped(file) : named(file), {
      ...headers,
      'content-type': isText ? `${type}; charset=utf-8` : type,
      ...(wantsGzip ? zippedHeaders : {}),
    });
  });
}

/** Sends the body with its ETag, or 304 without a body if the browser has it already. */
function sendOrConfirm(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ...headers, etag }).end();
    return;
  }
  response.writeHead(200, { ...headers, etag, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The deployment as the build writes it, checked and stamped. An invalid one is served unchanged. */
function asBuilt(deployment: unknown): unknown {
  try {
    return stampDeployment(deployment);
  } catch {
    return deployment;
  }
}

/** The text is anybody's, and the scheme becomes part of scripts. Undefined: it is no preview. */
function readPreview(settings: string): Preview | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(settings, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!isObject(read)) return undefined;
  const { brand, scheme } = read;
  if (brand !== undefined && !isObject(brand)) return undefined;
  if (scheme !== undefined && scheme !== 'light' && scheme !== 'dark') return undefined;
  return { ...(brand ? { brand } : {}), ...(scheme ? { scheme } : {}) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the style sheets ask the system, answered. */
function inScheme(text: string, scheme: Preview['scheme']): string {
  if (scheme === undefined) return text;
  return text
    .replaceAll(/prefers-color-scheme: ?dark/g, scheme === 'dark' ? 'min-width:0' : 'max-width:0')
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`);
}

function findFile(distDir: string, path: string): string | undefined {
  let name: string;
  try {
    name = normalize(decodeURIComponent(path));
  } catch {
    return undefined;
  }
  const file = join(distDir, name);
  if (!file.startsWith(join(distDir, sep)) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return file;
}

/** The headers that every static host of the product must send. The build's header files contain the same. */
function baseHeaders(path: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'timing-allow-origin': '*',
    'cache-control': path.startsWith('/frame/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}
