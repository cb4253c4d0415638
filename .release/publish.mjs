import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copy, servedFiles } from './servedFiles.mjs';

const configFile = 'frame/config.json';

/**
 * Publishes a build to a folder of the server: `public/` is served, `headers/` is not. Nothing is deleted, because open pages still
 * ask for older files. The loader comes last, when everything that it leads to is there. Publishing the build of an
 * earlier release is the way back: the moving addresses are then its own, and every versioned address stays. A widget that is off
 * stays off. Returns whether it is.
 */
export async function publish(from, to) {
  const target = join(to, 'public');
  const published = join(target, configFile);
  const isOff = isOffIn(await readFile(published, 'utf8').catch(() => '{}'), published);
  const put = isOff ? copyOff : copy;
  for (const version of await versionsIn(from)) await publishVersion(join(from, version), join(target, version), put);
  const files = await servedFiles(from);
  const isLast = (name) => name === 'frame/index.html' || name.startsWith('loader.js');
  // The document before the loader: `f` sorts before `l`.
  for (const name of [...files.filter((one) => !isLast(one)), ...files.filter(isLast)]) await put(from, target, name);
  await publishHeaders(join(from, 'headers'), to);
  return isOff;
}

function isOffIn(text, path) {
  try {
    return JSON.parse(text)?.off === true;
  } catch (error) {
    throw new Error(`${path} is not JSON (${error.message}). Correct it, or delete it to publish a widget that is on.`);
  }
}

/** Switches the widget off, or on again, at every address of the folder. Pages notice at their next load, within five minutes. */
export async function setOff(to, isOff) {
  const target = join(to, 'public');
  const folders = ['.', ...(await versionsIn(target))];
  for (const folder of folders) {
    const path = join(target, folder, configFile);
    await copyConfig(path, path, isOff);
  }
  return folders.length;
}

/** The build's stamp is valid again when the widget is switched on: the frame itself checks a file with another stamp. */
async function copyConfig(from, to, isOff) {
  const config = { ...JSON.parse(await readFile(from, 'utf8')), off: isOff };
  await writeFile(to, JSON.stringify(config));
}

/** Like `copy`, for a widget that is off. */
async function copyOff(from, to, name) {
  if (name !== configFile) return copy(from, to, name);
  await mkdir(join(to, 'frame'), { recursive: true });
  return copyConfig(join(from, name), join(to, name), true);
}

/** A release never changes, except its `config.json`. */
async function publishVersion(from, to, put) {
  const published = await readFile(join(to, 'loader.js'), 'utf8').catch(() => undefined);
  if (published !== undefined) {
    for (const name of await servedFiles(from)) {
      if (name === configFile) continue;
      const [ours, theirs] = await Promise.all([
        readFile(join(from, name)),
        readFile(join(to, name)).catch(() => null),
      ]);
      if (!theirs?.equals(ours)) throw new Error(`${basename(to)} is already published with another ${name}`);
    }
  }
  for (const name of await servedFiles(from)) await put(from, to, name);
}

/**
 * nginx includes `headers/*.conf`. Other hosts read one `_headers` in the served folder. There is none if a build has none, because
 * the addresses without headers would be open.
 */
async function publishHeaders(from, to) {
  const target = join(to, 'headers');
  await mkdir(target, { recursive: true });
  for (const folder of ['.', ...(await versionsIn(from))]) {
    const name = folder === '.' ? 'moving' : folder;
    await cp(join(from, folder, 'nginx.conf'), join(target, `${name}.conf`));
    const part = join(target, `${name}._headers`);
    await rm(part, { force: true });
    await cp(join(from, folder, '_headers'), part).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  const names = (await readdir(target)).sort();
  const parts = names.filter((name) => name.endsWith('._headers'));
  const texts = await Promise.all(parts.map((name) => readFile(join(target, name), 'utf8')));
  const whole = join(to, 'public/_headers');
  const isComplete = parts.length === names.filter((name) => name.endsWith('.conf')).length;
  if (isComplete) await writeFile(whole, texts.join('\n'));
  else await rm(whole, { force: true });
}

async function versionsIn(folder) {
  return (await readdir(folder)).filter((name) => /^v\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(name));
}
