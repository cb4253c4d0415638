import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Served } from './candidate.ts';

/** What else is on the page: nothing, 15,000 elements that change ten times a second, 10,000 links, or a field among 15,000. */
export type Scene = 'plain' | 'nodes' | 'links' | 'typing';

export interface PageServer {
  /** The address of a page that embeds a candidate. `view` only makes the address another one. */
  address(id: string, scene?: Scene, view?: string): string;
  embed(id: string, served: Served): void;
  close(): Promise<void>;
}

/** The whole page stays just below it: the widget may look less closely at larger pages. */
const nodeCount = 15_000;
const linkCount = 10_000;

/** The page's own script of a scene. Its address tells its work from the widget's. */
export const sceneScript = '/scene.js';

const scripts: Readonly<Record<Scene, string>> = {
  plain: '',
  links: '',
  nodes: `const ticker = document.querySelector('aside');
let at = 0;
setInterval(() => {
  at += 1;
  ticker.children[at % 5].textContent = at;
  ticker.className = 'tick-' + at % 2;
  ticker.append(document.createElement('b'));
  if (ticker.children.length > 20) ticker.lastChild.remove();
}, 100);`,
  typing: `const count = document.querySelector('output');
document.querySelector('input').addEventListener('input', ({ target }) => {
  count.textContent = target.value.length;
});`,
};

/** Serves the host pages as http://localhost, which is another site than the widgets' http://127.0.0.1. */
export async function startPageServer(): Promise<PageServer> {
  const all = new Map<string, Served>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const scene = (url.searchParams.get('scene') ?? 'plain') as Scene;
    const isScript = url.pathname === sceneScript;
    response.writeHead(200, {
      'content-type': `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`,
      'cache-control': 'no-cache',
    });
    response.end(isScript ? scripts[scene] : renderPage(scene, all.get(url.pathname.split('/')[1] ?? '')));
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    address: (id, scene = 'plain', view = 'first') => `http://localhost:${port}/${id}/${view}?scene=${scene}`,
    embed: (id, served) => void all.set(id, served),
    close: () => closeServer(server),
  };
}

function renderPage(scene: Scene, served: Served | undefined): string {
  const paragraph =
    '<p>Plans change, and you can resize everything you run here by the minute, close to your customers.</p>';
  const attribute = served?.linkAttribute ?? '';
  const links = Array.from(
    { length: linkCount },
    (_, at) => `<a href="/contact?at=${at}" ${attribute}>Contact ${at}</a> `,
  );
  const nodes = `<div>${'<i></i>'.repeat(nodeCount - 60)}</div>`;
  const parts: Readonly<Record<Scene, string>> = {
    plain: paragraph.repeat(11),
    // What changes has a layer of its own, so that the browser's work on the others does not hide the widget's.
    nodes: `${nodes}<aside style="contain:strict;height:40px;will-change:transform">${'<b></b>'.repeat(5)}</aside>`,
    links: `<div>${links.join('')}</div>`,
    typing: `<aside style="contain:strict;height:40px;will-change:transform"><input autofocus> <output></output></aside>${nodes}`,
  };
  const script = scripts[scene] ? `<script defer src="${sceneScript}?scene=${scene}"></script>` : '';
  // Taller than the window: where there is nothing to scroll, a widget may show an invitation at once. Without a margin that
  // collapses, which would shift the page while it loads. With an icon that needs no request.
  return `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A page</title><link rel="icon" href="data:,">${script}
${served?.head ?? ''}
</head><body><main style="min-height:300vh"><h1 style="margin:0">A page</h1>${parts[scene]}<p><a href="/contact" ${attribute}>Contact us</a></p></main>
${served?.body ?? ''}</body></html>
`;
}

export function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
