import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A folder that has not been used for this long is removed. */
const keptMs = 60 * 60 * 1000;

/** The folders that this process is filling. */
const filling = new Map();

/** The folder that `write` has filled for this key, now or earlier. The same key must mean the same content. */
export async function cachedFolder(cache, key, write) {
  const folder = join(cache, key);
  if (!filling.has(folder))
    filling.set(
      folder,
      fill(folder, write).finally(() => filling.delete(folder)),
    );
  await filling.get(folder);
  const now = new Date();
  await utimes(folder, now, now);
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name)).catch(() => ({ mtimeMs: Infinity }));
    if (now.getTime() - mtimeMs > keptMs) await rm(join(cache, name), { recursive: true, force: true });
  }
  return folder;
}

/** Fills a folder beside it and renames that, because another process may be writing the same one. */
async function fill(folder, write) {
  if (existsSync(folder)) return;
  const partial = `${folder}.${randomUUID()}`;
  await mkdir(partial, { recursive: true });
  try {
    await write(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Otherwise the other process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** The same text as long as these files and folders, the installed packages and Node stay the same. */
export async function keyOfSources(root, paths) {
  const hash = createHash('sha256').update(process.version);
  const files = await Promise.all(paths.map((path) => filesIn(root, path)));
  for (const path of [...files.flat(), 'node_modules/.package-lock.json'])
    hash.update(`\0${path}\0`).update(await readFile(join(root, path)).catch(() => ''));
  return hash.digest('hex').slice(0, 16);
}

async function filesIn(root, path) {
  if (!(await stat(join(root, path))).isDirectory()) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map((file) =>
    relative(root, join(file.parentPath ?? file.path, file.name)).replaceAll('\\', '/'),
  );
  return names.filter(isSource).sort();
}

/** The deployment's own files are no part of the product, nor are documents, except the README of the npm package. */
const isSource = (path) => !/^frame\/config\.|(?<!^loader\/package\/\w+)\.md$/.test(path);
