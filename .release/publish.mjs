import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { readJson } from './readJson.mjs';
import { refusal } from './refusal.mjs';
import { isVersionFolder } from './replaceFolder.mjs';
import { copy, servedFiles, withCopies } from './servedFiles.mjs';

const configFile = 'frame/config.json';
/** Cloudflare ignores the rest of a `_headers` file. */
const maxHeaderRules = 100;

/**
 * Publishes a build to a folder of the server: `public/` is served, `headers/` is not. Nothing is deleted, because open pages still ask for
 * older files. The loader comes last, when everything that it leads to is there. With the `version` of a release of the build, the moving
 * addresses are those of that release, which is a rollback; so is publishing an earlier build. Every versioned address stays. A widget that
 * is off stays off. Everything is checked before the first file is written. Returns whether the widget is off, and notes for the operator.
 */
export async function publish(from, to, version) {
  refuseOwnFolder(from, to);
  const target = join(to, 'public');
  const isOff = await isPublishedOff(join(target, configFile));
  const put = isOff ? copyOff : copy;
  const moving = await movingFolders(from, version);
  const versions = await versionsIn(from);
  const headers = [['moving', moving.headers], ...versions.map((name) => [name, join(from, 'headers', name)])];
  for (const folder of [moving.files, ...versions.map((name) => join(from, name))]) await checkFiles(folder);
  checkHeaders(headers, to);
  const changes = [];
  for (const name of versions)
    for (const file of await changedFiles(join(from, name), join(target, name), name)) changes.push([name, file]);
  for (const [name, file] of changes) await put(join(from, name), join(target, name), file);
  const files = await servedFiles(moving.files);
  const isLast = (name) => name === 'frame/index.html' || name.startsWith('loader.js');
  // The document before the loader: `f` sorts before `l`.
  const inOrder = [...files.filter((one) => !isLast(one)), ...files.filter(isLast)];
  for (const name of inOrder) await put(moving.files, target, name);
  return { isOff, notes: await publishHeaders(headers, to) };
}

/** The next build would refuse a folder that holds `public`. */
function refuseOwnFolder(from, to) {
  const path = relative(from, to);
  if (path.startsWith('..') || isAbsolute(path)) return;
  throw refusal(`${to} is the build, or inside it.`, 'Publish to a folder outside the build.');
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

async function checkFiles(folder) {
  const files = await servedFiles(folder).catch(() => []);
  for (const file of [configFile, ...files.flatMap(withCopies)]) refuseMissing(join(folder, file));
  await readConfig(join(folder, configFile), 'Correct it, or build again. Nothing was published.');
}

/** A host that reads `_headers` would send no headers any more, for no address. */
function checkHeaders(folders, to) {
  const published = join(to, 'public/_headers');
  for (const [, folder] of folders) {
    refuseMissing(join(folder, 'nginx.conf'));
    if (existsSync(join(folder, '_headers')) || !existsSync(published)) continue;
    throw refusal(
      `${folder} has no _headers, because its Content-Security-Policy is too long for hosts that read that file. Nothing was published.`,
      `If your server does not read ${published} (nginx does not), delete that file and publish again. Otherwise shorten the lists of origins in the deployment file, and build again.`,
    );
  }
}

function refuseMissing(path) {
  if (!existsSync(path))
    throw refusal(
      `The build is not complete: there is no ${path}. Nothing was published.`,
      'Copy the whole folder of the build, or build again. A build keeps an incomplete release as it is: delete its folder from the build.',
    );
}

async function isPublishedOff(path) {
  if (!existsSync(path)) return false;
  const config = await readConfig(path, 'Correct it, or delete it to publish a widget that is on.');
  return config?.off === true;
}

async function readConfig(path, remedy) {
  try {
    return await readJson(path);
  } catch (error) {
    throw error instanceof SyntaxError ? refusal(`${path} is not JSON (${error.message}).`, remedy) : error;
  }
}

/**
 * Switches the widget off, or on again, at every address of the folder. Pages notice at their next load, within five minutes. A file
 * that cannot be changed does not keep it from changing the others.
 */
export async function setOff(to, isOff) {
  const target = join(to, 'public');
  const folders = existsSync(target) ? ['.', ...(await versionsIn(target))] : [];
  // Without the file, no frame starts.
  const paths = folders.map((folder) => join(target, folder, configFile)).filter((path) => existsSync(path));
  if (paths.length === 0)
    throw refusal(`${to} has no published widget.`, 'Name the folder that you publish to: npm run release -- off TO');
  const problems = [];
  for (const path of paths) await copyConfig(path, path, isOff).catch(({ message }) => problems.push(message));
  const done = paths.length - problems.length;
  if (problems.length > 0)
    throw refusal(
      `Switched ${isOff ? 'off' : 'on'} at ${done} of ${paths.length} addresses.\n${problems.join('\n')}`,
      'Correct these files, and run this again.',
    );
  return done;
}

/** The build's stamp is valid again when the widget is switched on: the frame itself checks a file with another stamp. */
async function copyConfig(from, to, isOff) {
  const config = { ...(await readConfig(from)), off: isOff };
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
 * nginx includes `headers/*.conf`. Other hosts read one `_headers` in the served folder, which has the rules of newer releases first.
 * There is none if a build has none, because the addresses without headers would be open. Returns notes for the operator.
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
  const names = await readdir(target);
  const parts = names.filter((name) => name.endsWith('._headers')).sort(newestFirst);
  const texts = await Promise.all(parts.map((name) => readFile(join(target, name), 'utf8')));
  const whole = join(to, 'public/_headers');
  const isComplete = parts.length === names.filter((name) => name.endsWith('.conf')).length;
  if (!isComplete) {
    await rm(whole, { force: true });
    return [];
  }
  const text = texts.join('\n');
  await writeFile(whole, text);
  const count = text.match(/^\//gm)?.length ?? 0;
  if (count <= maxHeaderRules) return [];
  return [
    `${whole} has ${count} rules, and Cloudflare ignores all after ${maxHeaderRules}: the oldest releases have no headers there. If you
publish to Cloudflare, delete old releases: public/vX.Y.Z and headers/vX.Y.Z* on the server, and vX.Y.Z in the build.`,
  ];
}

/** After the moving addresses. */
function newestFirst(one, other) {
  if (one.startsWith('moving')) return -1;
  if (other.startsWith('moving')) return 1;
  return other.localeCompare(one, 'en', { numeric: true });
}

async function versionsIn(folder) {
  return (await readdir(folder)).filter(isVersionFolder);
}
