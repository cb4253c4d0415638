import { readFileSync } from 'node:fs';
import { folderOf } from '../sandbox/xmppServer.ts';
import { type Nginx, runNginx } from './nginx.ts';

/** nginx with the documented configuration, without TLS, in front of these ports. Files have a port of their own in place of a name. */
export function startXmppProxy(serverPorts: readonly number[], filesPort: number): Promise<Nginx> {
  const documented = readFileSync(folderOf('nginx.conf'), 'utf8');
  return runNginx((port) =>
    documented
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${filesPort};`)
      .replace('proxy_set_header Host upload.example.com;', 'proxy_set_header Host 127.0.0.1;')
      .replace(/^ *server 127.*\n/m, (line) => serverPorts.map((one) => line.replace('5280', `${one}`)).join('')),
  );
}
