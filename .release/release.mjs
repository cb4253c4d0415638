/**
 *   npm run release -- 1.2.3              builds, and adds the release v1.2.3 beside the moving addresses; also --config, --out
 *   npm run release -- publish FROM TO    publishes a build to a folder of the server
 *   npm run release -- publish FROM TO 1.2.3
 *                                         a rollback: publishes this release of the build as the newest
 *   npm run release -- off TO             the kill switch: every page loses the widget at its next load
 *   npm run release -- on TO              switches it on again
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogEntry } from './changelog.mjs';
import { readBuildOptions } from './options.mjs';
import { pinDocument } from './pinDocument.mjs';
import { publish, setOff } from './publish.mjs';
import { refusal } from './refusal.mjs';
import { isVersion, replaceFolder } from './replaceFolder.mjs';
import { sbomOf } from './sbom.mjs';
import { checksumsOf, compress, copy, servedFiles } from './servedFiles.mjs';

const usage = 'npm run release -- VERSION [--config PATH] [--out PATH] | publish FROM TO [VERSION] | off TO | on TO';
const changelog = fileURLToPath(new URL('CHANGELOG.md', import.meta.url));

export async function runRelease(args, tools) {
  const options = { config: tools.config, out: tools.outDir, usage, hasOthers: true };
  const { config, out: outDir, others } = readBuildOptions(args, options);
  const [command, from, to, version] = others;
  if (command === 'publish' && to && others.length <= 4) {
    const { isOff, notes } = await publish(pathOf(from), pathOf(to), version);
    const what = version === undefined ? from : `the release ${version} of ${from}`;
    console.log(`Published ${what}. Serve ${join(to, 'public')}. With nginx: nginx -s reload`);
    if (isOff) console.log(`The widget stays switched off. To switch it on: npm run release -- on ${to}`);
    for (const note of notes) console.log(`\n${note}`);
  } else if ((command === 'on' || command === 'off') && others.length === 2) {
    const count = await setOff(pathOf(from), command === 'off');
    console.log(`Switched ${command} at ${count} address${count === 1 ? '' : 'es'}. Pages notice at their next load.`);
  } else if (isVersion(command ?? '') && others.length === 1) {
    refuseOtherCommit(command);
    const isOwnConfig = config === tools.config;
    const facts = { config, outDir, changelog, isOwnConfig, now: new Date() };
    const { script, notes } = await createRelease(command, { ...tools, ...facts });
    console.log(`${outDir} holds the release v${command}. To pin a page to it, with the origin of your widget in place of
https://widget.example:\n\n${script}`);
    for (const note of notes) console.log(`\n${note}`);
  } else {
    throw refusal(problemOf(others), `Use: ${usage}`);
  }
}

function problemOf([command, ...others]) {
  if (command === undefined) return 'The version is missing.';
  if (command === 'publish')
    return 'publish needs two folders: the build, and the folder of the server; a version may follow.';
  if (command === 'on' || command === 'off') return `${command} needs one folder: the one that you publish to.`;
  return `"${[command, ...others].join(' ')}" is neither a version, such as 1.2.3, nor publish, off or on.`;
}

/** npm changes to the top level of the repository; paths are the caller's. */
const pathOf = (path) => resolve(process.env.INIT_CWD ?? '.', path);

/**
 * Builds, and writes the release beside it: its folder, its headers, and in `release/` what reviewers ask for. The releases that the
 * folder has stay there.
 */
export async function createRelease(
  version,
  { writeBuild, writeHeaders, outDir, config, changelog: changelogFile, isOwnConfig = true, now },
) {
  const name = `v${version}`;
  return replaceFolder(outDir, async (dist) => {
    // Not earlier: only now is a build back that a killed one has moved away.
    if (existsSync(join(outDir, name)))
      throw refusal(
        `The release ${name} already exists: ${join(outDir, name)}. A release never changes.`,
        'Choose the next version. If nobody has this one yet, delete that folder first.',
      );
    const { deployment, packages, notes } = await writeBuild(dist, { config, version });
    const folder = join(dist, name);
    for (const file of await servedFiles(dist)) await copy(dist, folder, file);
    const inlineSource = await pinDocument(folder);
    await compress(folder, ['frame/index.html']);
    await writeHeaders(join(dist, 'headers', name), deployment, { folder: name, inlineSource });

    const files = await checksumsOf(folder);
    const reviewed = join(dist, 'release', name);
    await mkdir(reviewed, { recursive: true });
    // For a rollback: this document at the moving addresses.
    await writeHeaders(join(reviewed, 'headers'), deployment, { inlineSource });
    const sbom = sbomOf({ version, packages, files, timestamp: now.toISOString(), serialNumber: randomUUID() });
    await writeFile(join(reviewed, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
    await writeFile(join(reviewed, 'SHA256SUMS'), files.map((one) => `${one.sha256}  ${name}/${one.name}\n`).join(''));
    const integrity = (await readFile(join(folder, 'loader.js.sri'), 'utf8')).trim();
    // Last, because it may write to the project's own changelog.
    const date = now.toISOString().slice(0, 10);
    const entry = changelogEntry(changelogFile, version, { date, isKept: isOwnConfig });
    await writeFile(join(reviewed, 'CHANGES.md'), `${entry}\n`);
    const script = `<script async crossorigin src="https://widget.example/${name}/loader.js"\n  integrity="${integrity}"></script>`;
    return { script, notes };
  });
}

/** A version that is tagged means that commit. */
function refuseOtherCommit(version) {
  const commitOf = (name) => {
    const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { encoding: 'utf8' });
    return found.status === 0 ? found.stdout.trim() : undefined;
  };
  const tagged = commitOf(`refs/tags/v${version}`);
  if (tagged !== undefined && tagged !== commitOf('HEAD'))
    throw refusal(
      `The version ${version} already exists: the tag v${version} names another commit. A release never changes.`,
      `Choose the next version, or check out that commit: git checkout v${version}`,
    );
}
