import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const topFiles = ['loader.js', 'loader.js.sri', 'THIRD-PARTY-LICENSES.txt'];
const copies = /\.(?:br|gz)$/;

/** The files of a build that the public may get, without their compressed copies. Nothing else in the folder is served. */
export async function servedFiles(folder) {
  const inside = await readdir(join(folder, 'frame'), { recursive: true });
  const files = inside.filter((name) => /\.\w+$/.test(name) && !copies.test(name));
  return [...topFiles, ...files.map((name) => join('frame', name))].sort();
}

/**
 * Writes a `.gz` and a `.br` beside each file, for servers that send these as they are. Not beside `config.json`, which operators
 * edit: the server would go on sending the old copy.
 */
export async function compressFiles(folder) {
  await compress(folder, (await servedFiles(folder)).filter(isCompressed));
}

/** Whether a file has compressed copies. */
export const isCompressed = (name) => /\.(?:js|html|txt)$/.test(name);

export async function compress(folder, names) {
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes));
    }),
  );
}

export function integrityOf(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** The SHA-256 of every served file but `config.json`, which operators edit. */
export async function checksumsOf(folder) {
  const files = [];
  for (const name of (await servedFiles(folder)).filter((one) => one !== 'frame/config.json')) {
    const bytes = await readFile(join(folder, name));
    files.push({ name, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return files;
}

/** The file and its compressed copies. */
export const withCopies = (name) => (isCompressed(name) ? ['', '.gz', '.br'] : ['']).map((ending) => name + ending);

/** Copies a file with its compressed copies. */
export async function copy(from, to, name) {
  await mkdir(join(to, name, '..'), { recursive: true });
  for (const file of withCopies(name)) await cp(join(from, file), join(to, file));
}
