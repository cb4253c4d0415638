import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The packages whose code is in a build, from the modules of its chunks. Throws for one without a licence or its text,
 * because the product must not be shipped without them.
 * @param {string} root the folder of package-lock.json
 * @param {Iterable<string>} moduleIds
 */
export function packagesOf(root, moduleIds) {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const folders = new Set();
  for (const id of moduleIds) {
    // The bundler's own helpers are code of the bundler.
    const folder = id.startsWith('\0rolldown') ? 'node_modules/rolldown' : folderOf(root, id);
    if (folder) folders.add(folder);
  }
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence`);
    const text = licenceText(join(root, folder));
    if (text === undefined) throw new Error(`${name} ${version} has no licence text (${license})`);
    return { name, version, licence: license, text, integrity: locked[folder]?.integrity };
  });
}

/** The package's folder, such as `node_modules/a/node_modules/@b/c`; undefined for our own modules. */
function folderOf(root, id) {
  const path = id.split('?')[0];
  const at = path.lastIndexOf('/node_modules/');
  if (at < 0) return undefined;
  const [scope, name] = path.slice(at + '/node_modules/'.length).split('/');
  return join(relative(root, path.slice(0, at)), 'node_modules', scope.startsWith('@') ? `${scope}/${name}` : scope);
}

/** The package's licence file, or the section of its README; undefined without either. */
function licenceText(folder) {
  const names = readdirSync(folder);
  const file = names.find((name) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(name));
  const notice = names.find((name) => /^notice(?:\.(?:md|txt))?$/i.test(name));
  const read = (name) => readFileSync(join(folder, name), 'utf8').trim();
  if (file) return notice ? `${read(file)}\n\n${read(notice)}` : read(file);
  const readme = names.find((name) => /^readme\.md$/i.test(name));
  const [, section] = (readme && /\n#+ Licen[cs]e[^\n]*\n([^#]*)/i.exec(read(readme))) || [];
  return section && /copyright/i.test(section) ? section.trim() : undefined;
}

/** THIRD-PARTY-LICENSES.txt. */
export function licencesFile(packages) {
  const line = '-'.repeat(80);
  const parts = packages.map(
    ({ name, version, licence, text }) => `${line}\n${name} ${version} (${licence})\n\n${text}\n`,
  );
  return `The widget contains code of these packages, under their licences.\n\n${parts.join('\n')}`;
}
