import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { refusal } from './refusal.mjs';

/** Every name at the top of a build. `.DS_Store` is the Finder's. */
const ownNames =
  /^(?:(?:loader\.js|loader\.js\.sri|THIRD-PARTY-LICENSES\.txt|sizes\.json)(?:\.gz|\.br)?|frame|headers|package|release|services|texts|\.DS_Store)$/;

/** The folder of a release: `v1.2.3`. */
export const isVersionFolder = (name) => name.startsWith('v') && isVersion(name.slice(1));

/** As npm reads it: no leading zeros. */
export const isVersion = (text) => /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\w.-]+)?$/.test(text);

const remove = (path) => rm(path, { recursive: true, force: true });

/**
 * Lets `write` fill a new, empty folder, which then takes the place of this one. Releases in this one are kept. If `write` fails, this
 * one stays as it was. Only an empty folder or an earlier build is replaced.
 */
export async function replaceFolder(named, write) {
  const folder = await targetOf(named);
  try {
    await restoreLast(folder);
    await checkFolder(folder, ownBuild);
    const next = `${folder}.next-build`;
    try {
      await allow(folder, async () => {
        await remove(next);
        await mkdir(next, { recursive: true });
      });
      const result = await write(next);
      await allow(folder, async () => {
        await keepReleases(folder, next);
        await exchange(folder, next);
      });
      return result;
    } finally {
      await remove(next).catch(() => undefined);
    }
  } catch (error) {
    throw Object.assign(error, { outDir: folder });
  }
}

/** A link stays: the folder that it leads to is replaced, even if a killed build has moved that folder away. */
async function targetOf(named) {
  try {
    return await realpath(named);
  } catch {
    const target = await readlink(named).catch(() => undefined);
    return target === undefined ? named : resolve(dirname(named), target);
  }
}

/** Copies what belongs to releases: their folders, their headers, and all of `release/`. */
async function keepReleases(folder, next) {
  for (const place of ['.', 'headers', 'release']) {
    const names = await readdir(join(folder, place)).catch(() => []);
    for (const name of names) {
      if (place !== 'release' && !isVersionFolder(name)) continue;
      await cp(join(folder, place, name), join(next, place, name), { recursive: true, force: false });
    }
  }
}

/** Puts back the earlier build, if `exchange` ended between its two steps. */
async function restoreLast(folder) {
  const last = `${folder}.last-build`;
  if (existsSync(folder) || !existsSync(last)) return;
  await allow(folder, () => rename(last, folder));
}

/** If the second step fails, the earlier build is put back. */
async function exchange(folder, next) {
  const last = `${folder}.last-build`;
  await remove(last);
  if (existsSync(folder)) await rename(folder, last);
  try {
    await rename(next, folder);
  } catch (error) {
    if (existsSync(last)) await rename(last, folder);
    throw error;
  }
  await remove(last);
}

/**
 * Throws a sentence, unless the folder is missing, empty, or holds only what we have written: names that `isOwn` knows, among them all of
 * `needed`.
 */
export async function checkFolder(folder, { isOwn, needed, refuse, remedy }) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw refusal(`${folder} is not a folder, or is below a file.`, remedy);
    throw cannotWrite(folder, error, remedy);
  });
  if (names.length === 0) return;
  const stranger = names.find((name) => !isOwn(name));
  if (stranger !== undefined || !needed.every((name) => names.includes(name)))
    throw refusal(`${folder} is not empty and ${refuse(stranger ?? names[0])}`, remedy);
}

const otherFolder = 'Name another folder with --out PATH: a new one, an empty one, or an earlier build.';

const ownBuild = {
  isOwn: (name) => ownNames.test(name) || isVersionFolder(name),
  needed: ['loader.js', 'frame'],
  refuse: (name) => `is not a build of the widget: it holds ${name}. A build would delete it.`,
  remedy: otherFolder,
};

const cannotWrite = (folder, { code }, remedy = otherFolder) =>
  refusal(`${folder} cannot be written to (${code}).`, remedy);

async function allow(folder, step) {
  try {
    await step();
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}
