import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from './servedFiles.mjs';

/** The first versions that check the integrity of every module; earlier ones check only the entry module. */
export const integrityBrowsers = { Chromium: 127, Firefox: 138, Safari: 18 };

/**
 * Gives the document of a release the integrity of every module: the entry as an attribute, and all in an import map, which browsers
 * check for static and dynamic imports. Only in a release with an address of its own, because the map costs 3 kB before intent. Returns
 * the policy's source for the map.
 */
export async function pinDocument(folder) {
  const assets = join(folder, 'frame/assets');
  const modules = (await readdir(assets)).filter((name) => name.endsWith('.js')).sort();
  const integrity = {};
  for (const name of modules) integrity[`./assets/${name}`] = integrityOf(await readFile(join(assets, name)));
  const map = JSON.stringify({ integrity });
  const source = `'sha256-${createHash('sha256').update(map).digest('base64')}'`;

  const path = join(folder, 'frame/index.html');
  const document = await readFile(path, 'utf8');
  const entry = /<script type="module" src="(assets\/[^"]+)">/.exec(document);
  if (!entry || !document.includes("script-src 'self'")) throw new Error(`${path} is not a document of the build`);
  const pinned = document
    // The map has to come before every module.
    .replace('<title>', () => `<script type="importmap">${map}</script><title>`)
    .replace(entry[0], `<script type="module" src="${entry[1]}" integrity="${integrity[`./${entry[1]}`]}">`)
    .replace("script-src 'self'", `script-src 'self' ${source}`);
  await writeFile(path, pinned);
  return source;
}
