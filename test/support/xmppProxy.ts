import { readFileSync } from 'node:fs';
import { folderOf } from '../sandbox/xmppServer.ts';
import { type Nginx, runNginx } from './nginx.ts';

/** nginx with the documented configuration, without TLS, in front of these ports. */
export function startXmppProxy(serverPorts: readonly number[]): Promise<Nginx> {
  const documented = readFileSync(folderOf('nginx.conf'), 'utf8');
  return runNginx((port) =>
    documented
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/ *server 127\.0\.0\.1:5280;.*/, serverPorts.map((one) => `server 127.0.0.1:${one};`).join('\n')),
  );
}
