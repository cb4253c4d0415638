import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { sandboxDeployment } from '../../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

/**
 * The real loader with a puppet as the frame, for engines in which a test cannot answer requests. Only pages on `localhost` may
 * embed it.
 */
export async function startPuppetSandbox(root: string): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'widget-puppet-'));
  mkdirSync(join(folder, 'frame/assets'), { recursive: true });
  for (const file of ['loader.js', 'loader.js.sri']) cpSync(join(root, 'dist', file), join(folder, file));
  await build({
    entryPoints: [join(root, 'test/browser/puppet/frame.ts')],
    bundle: true,
    format: 'iife',
    outfile: join(folder, 'frame/assets/puppet.js'),
  });
  writeFileSync(
    join(folder, 'frame/index.html'),
    '<!doctype html><title>Puppet</title><button>Inside</button><script src="assets/puppet.js"></script>',
  );
  const sandbox = await startSandbox({
    port: 0,
    distDir: folder,
    pagesDir: join(root, 'test/pages'),
    config: (urls) => ({ ...sandboxDeployment(urls), allowedHosts: ['http://localhost:*'] }),
  });
  return {
    ...sandbox,
    async close() {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
