import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';

const entries = ['index', 'react', 'vue'];

/** Writes the package for npm: modules for bundlers, their declarations, the manifest, the README and the licence. */
export async function buildPackage(root, outDir) {
  const source = join(root, 'loader/package');
  const folder = join(outDir, 'package');
  await mkdir(folder, { recursive: true });
  await esbuild.build({
    entryPoints: entries.map((name) => join(source, `${name}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    external: ['react', 'vue'],
    chunkNames: 'loading-[hash]',
    logLevel: 'error',
  });
  await emitDeclarations(root, source, join(folder, 'types'));
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  await cp(join(source, 'README.md'), join(folder, 'README.md'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** The package has the version of the build. */
export async function writeManifest(outDir, version) {
  const path = join(outDir, 'package/package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}

async function emitDeclarations(root, source, outDir) {
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions'];
  const language = ['--target', 'ES2022', '--module', 'ESNext', '--moduleResolution', 'bundler', '--strict'];
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...entries.map((name) => join(source, `${name}.ts`)),
      ...[...options, ...language, '--exactOptionalPropertyTypes', '--skipLibCheck', '--types', '', '--outDir', outDir],
    ],
    { cwd: root },
  ).catch((error) => {
    throw new Error(`the declarations of the package: ${error.stdout}`);
  });
  for (const name of await readdir(outDir)) {
    const path = join(outDir, name);
    const text = await readFile(path, 'utf8');
    // The name of the module that TypeScript finds beside the declaration.
    await writeFile(path, text.replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
  }
}
