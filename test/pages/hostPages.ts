import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import type { PageSetUps } from './pageSetUps.ts';
import { findPage, type PageUrls } from './pages.ts';
import { checkScript } from './playground/checkScript.ts';
import { findGalleryPage } from './playground/gallery.ts';
import { pageGlobals } from './template.ts';

export interface HostPagesOptions {
  /** The folder of the pages' style sheets, scripts and images. */
  readonly pagesDir: string;
  readonly urls: () => PageUrls;
  /** Default: no page is set up. */
  readonly setUps?: PageSetUps;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The demo company's web server: the demo pages and their files. */
export function createHostPages(options: HostPagesOptions): Server {
  return createServer(async (request, response) => {
    const asked = request.url ?? '/';
    const base = options.urls().hostUrl || 'http://host';
    if (!URL.canParse(asked, base)) {
      send(response, 404, 'text/plain; charset=utf-8', `${asked} is no address\n`);
      return;
    }
    const url = new URL(asked, base);
    const page = findGalleryPage(url) ?? findPage(url, options.urls(), options.setUps?.of);
    if (page) {
      send(response, page.status ?? 200, page.type ?? 'text/html; charset=utf-8', page.html, page.headers);
      return;
    }
    if (url.pathname === '/globals.js') {
      send(response, 200, types['.js'] ?? '', pageGlobals(url.searchParams));
      return;
    }
    if (url.pathname === '/playground/configCheck.js') {
      // Built each time: a developer may have edited it.
      try {
        send(response, 200, types['.js'] ?? '', await checkScript());
      } catch (error) {
        send(response, 500, 'text/plain; charset=utf-8', `${error}\n`);
      }
      return;
    }
    if (url.pathname === '/favicon.ico') {
      // Browsers request it without being asked. A 404 would appear in the page's console.
      response.writeHead(204).end();
      return;
    }
    const file = join(options.pagesDir, url.pathname);
    const type = types[extname(file)];
    const isInside = file.startsWith(join(options.pagesDir, sep));
    if (type && isInside && existsSync(file) && statSync(file).isFile()) send(response, 200, type, readFileSync(file));
    else send(response, 404, 'text/plain; charset=utf-8', `There is no demo page at ${url.pathname}\n`);
  });
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    // `no-store` would exclude the page from the back/forward cache.
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...(headers as OutgoingHttpHeaders),
  });
  response.end(body);
}
