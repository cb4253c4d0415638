import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, fromRoot, test } from './fixtures.ts';

/** Nothing here needs a registry. */
const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

/** The lines of a document that pack the package and install it. */
function commandsIn(file: string): readonly [pack: string, install: string] {
  const [, block = ''] = /```sh\n(npm pack [\s\S]*?)```/.exec(readFileSync(fromRoot(file), 'utf8')) ?? [];
  const [pack = '', install = ''] = block.split('\n').map((line) => line.replace(/\s+#.*/, ''));
  return [pack, install];
}

const run = (command: string, cwd: string): string =>
  execFileSync('sh', ['-c', command], { cwd, env, encoding: 'utf8', stdio: 'pipe' });

/** A company's app with a React of its own, in which the commands were run. */
function createApp(commands: readonly [pack: string, install: string]): { readonly app: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'package-install-'));
  const app = join(folder, 'app');
  mkdirSync(app);
  const react = run(`npm pack ${fromRoot('node_modules/react')} --silent`, folder).trim();
  writeFileSync(join(app, 'package.json'), JSON.stringify({ dependencies: { react: `file:../${react}` } }));
  symlinkSync(fromRoot('dist'), join(folder, 'dist'));
  const { version } = JSON.parse(readFileSync(fromRoot('dist/package/package.json'), 'utf8'));
  const [pack, install] = commands.map((line) => line.replaceAll('VERSION', version).replaceAll('PATH', folder));
  run(pack ?? '', folder);
  run(install ?? '', app);
  return { app, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The folders of React in a bundle that is made without special settings. */
async function reactsIn(app: string): Promise<readonly string[]> {
  writeFileSync(
    join(app, 'app.js'),
    "import { createElement } from 'react'; import { ContactWidget } from 'contact-widget/react'; console.log(createElement(ContactWidget));",
  );
  const { metafile } = await build({
    entryPoints: [join(app, 'app.js')],
    absWorkingDir: app,
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const folders = Object.keys(metafile.inputs).filter((path) => /node_modules\/react\/[^/]+\.js$/.test(path));
  return [...new Set(folders.map(dirname))];
}

for (const [at, file] of ['README.md', 'loader/package/README.md'].entries())
  test(`[F-AD17] the commands of ${file} install a package that brings no second React`, {
    tag: at === 0 ? '@core' : [],
  }, async () => {
    const { app, remove } = createApp(commandsIn(file));
    expect(lstatSync(join(app, 'node_modules/contact-widget')).isSymbolicLink()).toBe(false);
    expect(await reactsIn(app)).toEqual(['node_modules/react']);
    remove();
  });

test('[F-AD17] the check of a second React finds the one of a linked folder', async () => {
  const { app, remove } = createApp(['true', 'npm install PATH/dist/package']);
  expect(await reactsIn(app)).toHaveLength(2);
  remove();
});
