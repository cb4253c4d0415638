import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { startSandbox } from '../../sandbox/server.ts';

describe('the sandbox as npm start runs it', () => {
  it('finds its pages and the agent desk when it runs as one file in another folder', async () => {
    await mkdir('.cache', { recursive: true });
    const folder = await mkdtemp(join('.cache', 'sandbox-'));
    try {
      const outfile = join(folder, 'sandbox.mjs');
      await build({
        entryPoints: ['test/sandbox/server.ts'],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        logLevel: 'error',
      });
      const bundled = (await import(pathToFileURL(outfile).href)) as { startSandbox: typeof startSandbox };
      const sandbox = await bundled.startSandbox({ port: 0, distDir: folder });
      try {
        const pages = [
          sandbox.hostUrl,
          `${sandbox.hostUrl}/plain`,
          ...['agent', 'agent/agent.css', 'agent/agent.js'].map((path) => `${sandbox.servicesUrl}/${path}`),
        ];
        for (const page of pages) expect((await fetch(page)).status, page).toBe(200);
      } finally {
        await sandbox.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
