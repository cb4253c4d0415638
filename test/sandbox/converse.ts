import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contentTypes } from './widgetHost.ts';

export interface ConverseLogin {
  readonly address: string;
  readonly password: string;
}

/** Converse.js from its npm package, as the page on which a person answers at the desk. It is a program of others, on an origin of its own. */
export interface Converse {
  readonly url: string;
  close(): Promise<void>;
}

const folder = 'node_modules/converse.js/dist';

const pageOf = (deskAddress: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${deskAddress}</title>
<link rel="stylesheet" href="/converse.min.css">
<script type="module" src="/converse.min.js"></script>
<script type="module" src="/desk.js"></script>
<body class="converse-fullscreen">
`;

/** How Converse is set up for a desk: it is logged in, and shows what visitors write, who are in nobody's list of contacts. */
const settings = (websocketUrl: string, { address, password }: ConverseLogin) => ({
  websocket_url: websocketUrl,
  discover_connection_methods: false,
  authentication: 'login',
  auto_login: true,
  auto_reconnect: true,
  jid: address,
  password,
  allow_non_roster_messaging: true,
  assets_path: '/',
  view_mode: 'fullscreen',
  i18n: 'en',
  // Encryption between the ends, which the widget does not have.
  blacklisted_plugins: ['converse-omemo'],
});

/** Starts the page. Port 0 picks a free one. */
export async function startConverse(
  port: number,
  server: { readonly port: number },
  login: ConverseLogin,
): Promise<Converse> {
  const ownFiles: Readonly<Record<string, string>> = {
    '/': pageOf(login.address),
    '/desk.js': `converse.initialize(${JSON.stringify(settings(`ws://127.0.0.1:${server.port}/xmpp-websocket`, login))});\n`,
  };
  // Neither its list of public servers nor the pictures of its sponsors.
  const policy = `default-src 'self'; connect-src 'self' ws://127.0.0.1:${server.port} http://127.0.0.1:${server.port}; img-src 'self' data: blob: http://127.0.0.1:${server.port}; style-src 'self' 'unsafe-inline'`;

  const listener = createServer((request, response) => {
    const path = normalize(new URL(`http://desk${request.url}`).pathname);
    const bytes = ownFiles[path] ?? readIfFile(join(folder, path));
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': contentTypes[extname(path)] ?? 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy': policy,
      // Other sites in the same browser must not read the password.
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(gzipSync(bytes, { level: 1 }));
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(listener.address() as AddressInfo).port}`,
    async close() {
      listener.closeAllConnections();
      await new Promise((done) => listener.close(done));
    },
  };
}

const readIfFile = (file: string): Buffer | undefined =>
  statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
