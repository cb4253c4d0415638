import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { budgets } from './budgets.mjs';
import { stages, staticImports } from './stages.mjs';

const assetOf = ({ fileName }) => `frame/assets/${fileName}`;

/**
 * Writes `sizes.json`: the size of every file, and what each stage of a visit downloads, each file once. A budget's limits are those of
 * `budgets.mjs`. They hold for the project's reference deployment; every other build is only measured.
 */
export async function writeSizes(outDir, { chunks, files: known }) {
  const files = { ...known, ...(await sizesOf(outDir, ['frame/index.html'])) };
  const filesOf = (stage) => {
    if (stage === 'loader') return ['loader.js'];
    if (stage === 'document') return ['frame/index.html'];
    return staticImports(chunks, stages[stage]).map(assetOf);
  };
  const measured = budgets.map(({ name, stages: counted, beyond = [], gzip, brotli }) => {
    const downloads = new Set(counted.flatMap(filesOf));
    for (const file of beyond.flatMap(filesOf)) downloads.delete(file);
    const sum = (encoding) => [...downloads].reduce((total, file) => total + files[file][encoding], 0);
    const limits = { gzip, ...(brotli ? { brotli } : {}) };
    return { name, files: downloads.size, gzip: sum('gzip'), brotli: sum('brotli'), limits };
  });
  const sizes = { files, budgets: measured };
  await writeFile(join(outDir, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
  return sizes;
}

/** The table of `npm run build`. */
export function printSizes({ files, budgets: measured }) {
  const print = ([name, ...cells]) =>
    console.log([name.padEnd(48), ...cells.map((cell) => String(cell).padStart(9))].join('  '));
  print(['file', 'raw', 'gzip -9', 'brotli']);
  const sorted = Object.entries(files).sort(([, a], [, b]) => b.gzip - a.gzip);
  for (const [file, { raw, gzip, brotli }] of sorted) print([file, raw, gzip, brotli]);
  console.log();
  print(['downloads', 'files', 'gzip -9', 'brotli']);
  for (const { name, files: count, gzip, brotli } of measured) print([name, count, gzip, brotli]);
}

/** `gzip -9` of the command line differs by a few bytes. */
export async function sizesOf(folder, names) {
  const sizes = {};
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    const gzip = gzipSync(bytes, { level: 9 }).length;
    sizes[name] = { raw: bytes.length, gzip, brotli: brotliCompressSync(bytes).length };
  }
  return sizes;
}

/** The part of the limit that is left: of several limits, the least. Negative if one is exceeded. */
export function roomOf(budget) {
  return Math.min(...Object.entries(budget.limits).map(([encoding, limit]) => 1 - budget[encoding] / limit));
}
