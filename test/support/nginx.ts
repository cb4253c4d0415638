import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';

const path = [process.env.NGINX_PATH ?? '', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(
  (candidate) => candidate && existsSync(candidate),
);
const mimeTypes = '/etc/nginx/mime.types';

/** CI installs nginx. The tests that need it are skipped only where it is missing. */
export const isNginxInstalled = path !== undefined && existsSync(mimeTypes);

export interface Nginx {
  readonly url: string;
  close(): void;
}

/** A real nginx that serves this folder with the configuration that the build has written. */
export async function startNginx(root: string, configuration: string): Promise<Nginx> {
  return runNginx(
    (port) => `server {
    listen 127.0.0.1:${port};
    root ${root};
    ${configuration}
  }`,
  );
}

/** A real nginx with these servers. */
export async function runNginx(serversOn: (port: number) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'widget-nginx-'));
  chmodSync(folder, 0o755);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, programOf(folder, serversOn(port)));
    const server = spawn(path ?? '', ['-p', folder, '-c', file], { stdio: 'ignore' });
    const url = `http://localhost:${port}`;
    if (await answers(url, server)) {
      return {
        url,
        close() {
          server.kill();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    }
    server.kill();
  }
  throw new Error('nginx does not answer');
}

/** One foreground process that uses nothing outside its folder and the served one. */
function programOf(folder: string, servers: string): string {
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  include ${mimeTypes};
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${servers}
}
`;
}

/** False when the server exits first, for example because its port is taken. */
async function answers(url: string, server: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp && server.exitCode === null) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}
