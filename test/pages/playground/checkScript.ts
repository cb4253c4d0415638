import { build } from 'esbuild';

/** `configCheck.ts` as the playground's module: the build's own check of a deployment file, in the browser. */
export async function checkScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/pages/playground/configCheck.ts'],
    ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2022', logLevel: 'error' },
  });
  return outputFiles[0]?.text ?? '';
}
