import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

interface Rule {
  readonly path: RegExp;
  readonly fields: readonly (readonly [string, string])[];
}

/**
 * The rules of a `_headers` file as Cloudflare Pages documents them, and Netlify alike: `*` matches anything, `:name` one segment,
 * lines over 2,000 characters are ignored, and everything after 100 rules. Throws when a host would refuse the file.
 */
export function parseHeadersFile(text: string): readonly Rule[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const rules: { path: RegExp; fields: [string, string][] }[] = [];
  for (const line of lines) {
    if (line.length > 2_000) continue;
    const field = /^\s+([\w-]+): (.*)$/.exec(line);
    if (field) rules.at(-1)?.fields.push([`${field[1]}`.toLowerCase(), `${field[2]}`]);
    else if (rules.length === 100) break;
    else rules.push({ path: patternOf(line), fields: [] });
  }
  return rules;
}

function patternOf(path: string): RegExp {
  if (path.split('*').length > 2) throw new Error(`${path}: at most one splat`);
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace('*', '.*')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/** All rules that match apply. The values of a header that two of them name are joined with a comma. */
export function headersAt(rules: readonly Rule[], path: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { path: pattern, fields } of rules) {
    if (!pattern.test(path)) continue;
    for (const [name, value] of fields)
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A static host that reads `_headers`, and redirects to addresses without `index.html` or `.html`, as such hosts do. */
export async function startHeadersFileHost(root: string, headersFile: string): Promise<{ url: string; close(): void }> {
  const rules = parseHeadersFile(headersFile);
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const headers = { 'cache-control': 'public, max-age=0, must-revalidate', ...headersAt(rules, pathname) };
    const target =
      /^(.*\/)index(?:\.html)?$/.exec(pathname)?.[1] ?? (isFolder(root, pathname) ? `${pathname}/` : undefined);
    if (target !== undefined) {
      response.writeHead(308, { ...headers, location: target }).end();
      return;
    }
    const file = join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    response
      .writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'text/plain' })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

function isFolder(root: string, pathname: string): boolean {
  const path = join(root, pathname);
  return !pathname.endsWith('/') && existsSync(path) && statSync(path).isDirectory();
}
