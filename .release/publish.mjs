import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from './refusal.mjs';
import { isVersionFolder } from './replaceFolder.mjs';
import { copy, servedFiles, withCopies } from './servedFiles.mjs';

const configFile = 'frame/config.json';

/**
 * Publishes a build to a folder of the server: `public/` is served, `headers/` is not. Nothing is deleted, because open pages still ask for
 * older files. The loader comes last, when everything that it leads to is there. With the `version` of a release of the build, the moving
 * addresses are those of that release, which is a rollback; so is publishing an earlier build. Every versioned address stays. A widget that
 * is off stays off. Returns whether it is.
 */
export async function publish(from, to, version) {
  const target = join(to, 'public');
  const published = join(target, configFile);
  const isOff = isOffIn(await readFile(published, 'utf8').catch(() => '{}'), published);
  const put = isOff ? copyOff : copy;
  const moving = await movingFolders(from, version);
  const versions = await versionsIn(from);
  const changes = [];
  for (const name of versions)
    for (const file of await changedFiles(join(from, name), join(target, name), name)) changes.push([name, file]);
  for (const [name, file] of changes) await put(join(from, name), join(target, name), file);
  const files = await servedFiles(moving.files);
  const isLast = (name) => name === 'frame/index.html' || name.startsWith('loader.js');
  // The document before the loader: `f` sorts before `l`.
  const inOrder = [...files.filter((one) => !isLast(one)), ...files.filter(isLast)];
  for (const name of inOrder) await put(moving.files, target, name);
  const headers = versions.map((name) => [name, join(from, 'headers', name)]);
  await publishHeaders([['moving', moving.headers], ...headers], to);
  return isOff;
}

/** The folders with what the moving addresses get: those of the build, or of one of its releases. */
async function movingFolders(from, version) {
  const names = await readdir(from).catch(() => []);
  // A development build has neither licences nor sizes.
  if (!names.includes('loader.js') || !names.includes('sizes.json'))
    throw refusal(`${from} is not a build of the widget.`, 'Make one with npm run build, or npm run release.');
  if (version === undefined) return { files: from, headers: join(from, 'headers') };
  const name = `v${version.replace(/^v/, '')}`;
  const headers = join(from, 'release', name, 'headers');
  if (names.includes(name) && existsSync(headers)) return { files: join(from, name), headers };
  const others = names.filter(isVersionFolder).sort().join(', ');
  throw refusal(`${from} has no release ${name}.`, others ? `It has ${others}.` : 'It has none.');
}

function isOffIn(text, path) {
  try {
    return JSON.parse(text)?.off === true;
  } catch (error) {
    throw refusal(
      `${path} is not JSON (${error.message}).`,
      'Correct it, or delete it to publish a widget that is on.',
    );
  }
}

/** Switches the widget off, or on again, at every address of the folder. Pages notice at their next load, within five minutes. */
export async function setOff(to, isOff) {
  const target = join(to, 'public');
  if (!existsSync(join(target, configFile)))
    throw refusal(`${to} has no published widget.`, 'Name the folder that you publish to: npm run release -- off TO');
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

/**
 * The files of a release to publish: all if its loader is not there, which comes last. Otherwise those that are missing, because an
 * earlier attempt broke off, and `config.json`, which operators edit.
 */
async function changedFiles(from, to, version) {
  const files = await servedFiles(from);
  if (!existsSync(join(to, 'loader.js'))) return files;
  const changed = [];
  for (const name of files) {
    const [ours, theirs] = await Promise.all([readFile(join(from, name)), readFile(join(to, name)).catch(() => null)]);
    const isComplete = withCopies(name).every((file) => existsSync(join(to, file)));
    if (name === configFile || !isComplete) changed.push(name);
    if (theirs && name !== configFile && !theirs.equals(ours))
      throw refusal(
        `${to} holds ${version} already, with another ${name}. A published release never changes, so nothing was published.`,
        'Choose the next version: make it with npm run release, delete this one from the build, and publish again.',
      );
  }
  return changed;
}

/**
 * nginx includes `headers/*.conf`. Other hosts read one `_headers` in the served folder. There is none if a build has none, because
 * the addresses without headers would be open.
 */
async function publishHeaders(folders, to) {
  const target = join(to, 'headers');
  await mkdir(target, { recursive: true });
  for (const [name, folder] of folders) {
    await cp(join(folder, 'nginx.conf'), join(target, `${name}.conf`));
    const part = join(target, `${name}._headers`);
    await rm(part, { force: true });
    await cp(join(folder, '_headers'), part).catch((error) => {
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
  return (await readdir(folder)).filter(isVersionFolder);
}
