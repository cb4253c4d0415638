import { build } from 'esbuild';

/** `brandCheck.ts` as the playground's module: the build's own check of a brand, in the browser. */
export async function brandScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/pages/playground/brandCheck.ts'],
    ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2022', logLevel: 'error' },
  });
  return outputFiles[0]?.text ?? '';
}
