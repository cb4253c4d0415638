import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';

/** The package as npm packs it, installed beside the apps of this folder as a company would have it. */
export interface Installed {
  /** The folder of the company's app. */
  readonly folder: string;
  readonly tarball: string;
  remove(): void;
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** `packages` are taken from `root`, as they are there. */
export function install(root: string, packages: readonly string[]): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  execFileSync(npm, ['pack', join(root, 'dist/package'), '--pack-destination', folder], { stdio: 'pipe' });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const target = join(folder, 'node_modules/contact-widget');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', target, '--strip-components=1']);
  for (const name of packages) {
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  cpSync(join(root, 'test/package'), folder, { recursive: true });
  const template = readFileSync(join(folder, 'page.html'), 'utf8');
  for (const [name, file] of Object.entries(pages))
    writeFileSync(join(folder, `${name}.html`), template.replaceAll('%NAME%', name).replace('%FILE%', file));
  return { folder, tarball: join(folder, tarball), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The pages and their programs. */
export const pages = { plain: 'plain.ts', probe: 'probe.ts', react: 'react.tsx', vue: 'vue.ts' };

/** Builds every page with Vite. */
export async function buildApps(folder: string): Promise<string> {
  const outDir = join(folder, 'dist');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      target: 'es2022',
      rollupOptions: { input: Object.keys(pages).map((name) => join(folder, `${name}.html`)) },
    },
  });
  return outDir;
}

export interface Company {
  readonly url: string;
  close(): void;
}

export interface CompanyFacts {
  readonly folder: string;
  readonly loader: string;
  /** The Content-Security-Policy of every page. */
  readonly policy: () => string;
  readonly nonce: string;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The company's server. It fills in what a page needs to know, as a server does with a nonce. */
export async function startCompany({ folder, loader, policy, nonce }: CompanyFacts): Promise<Company> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://company.example');
    try {
      const text = readFileSync(join(folder, pathname), 'utf8');
      response.setHeader('content-type', types[extname(pathname)] ?? 'text/plain');
      response.setHeader('content-security-policy', policy());
      response.end(text.replace('%WIDGET%', loader).replace('%NONCE%', nonce));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
