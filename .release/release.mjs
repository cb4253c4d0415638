/**
 *   npm run release -- 1.2.3              builds, and adds the release v1.2.3 beside the moving addresses; also --config, --out
 *   npm run release -- publish FROM TO    publishes a build to a folder of the server; an earlier build is the way back
 *   npm run release -- off TO             the kill switch: every page loses the widget at its next load
 *   npm run release -- on TO              switches it on again
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogEntry } from './changelog.mjs';
import { readBuildOptions } from './options.mjs';
import { pinDocument } from './pinDocument.mjs';
import { publish, setOff } from './publish.mjs';
import { refusal } from './refusal.mjs';
import { replaceFolder } from './replaceFolder.mjs';
import { sbomOf } from './sbom.mjs';
import { checksumsOf, compress, copy, servedFiles } from './servedFiles.mjs';

const usage = 'npm run release -- VERSION [--config PATH] [--out PATH] | publish FROM TO | off TO | on TO';
const changelog = fileURLToPath(new URL('CHANGELOG.md', import.meta.url));

export async function runRelease(args, tools) {
  const options = { config: tools.config, out: tools.outDir, usage, hasOthers: true };
  const { config, out: outDir, others } = readBuildOptions(args, options);
  const [command, from, to] = others;
  if (command === 'publish' && to) {
    const isOff = await publish(from, to);
    console.log(`Published ${from}. With nginx: nginx -s reload`);
    if (isOff) console.log(`The widget stays switched off, until: npm run release -- on ${to}`);
  } else if ((command === 'on' || command === 'off') && from) {
    const count = await setOff(from, command === 'off');
    console.log(`Switched ${command} at ${count} address${count === 1 ? '' : 'es'}. Pages notice at their next load.`);
  } else if (/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(command ?? '') && others.length === 1) {
    refuseOtherCommit(command);
    const { script, notes } = await createRelease(command, { ...tools, config, outDir, changelog, now: new Date() });
    console.log(`${outDir} holds the release v${command}. To pin a page to it:\n\n${script}`);
    for (const note of notes) console.log(`\n${note}`);
  } else {
    throw refusal(
      command === undefined ? 'The version is missing.' : `This is no release: ${others.join(' ')}`,
      `Use: ${usage}`,
    );
  }
}

/** Builds, and writes the release beside it: its folder, its headers, and `release/` with what reviewers ask for. */
export async function createRelease(
  version,
  { writeBuild, writeHeaders, outDir, config, changelog: changelogFile, now },
) {
  const name = `v${version}`;
  if (existsSync(join(outDir, name)))
    throw Object.assign(
      refusal(
        `The release ${name} exists already: ${join(outDir, name)}. A release never changes.`,
        'Choose the next version. If nobody has this one yet, delete that folder first.',
      ),
      { outDir },
    );
  return replaceFolder(outDir, async (dist) => {
    const { deployment, packages, notes } = await writeBuild(dist, { config, version });
    const folder = join(dist, name);
    for (const file of await servedFiles(dist)) await copy(dist, folder, file);
    const inlineSource = await pinDocument(folder);
    await compress(folder, ['frame/index.html']);
    await writeHeaders(join(dist, 'headers', name), deployment, { folder: name, inlineSource });

    const files = await checksumsOf(folder);
    const reviewed = join(dist, 'release');
    await mkdir(reviewed, { recursive: true });
    const sbom = sbomOf({ version, packages, files, timestamp: now.toISOString(), serialNumber: randomUUID() });
    await writeFile(join(reviewed, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
    await writeFile(join(reviewed, 'SHA256SUMS'), files.map((one) => `${one.sha256}  ${name}/${one.name}\n`).join(''));
    const integrity = (await readFile(join(folder, 'loader.js.sri'), 'utf8')).trim();
    // Last, because it may write to the project's own changelog.
    const entry = changelogEntry(changelogFile, version, { date: now.toISOString().slice(0, 10) });
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
      `The version ${version} exists already: the tag v${version} is another commit. A release never changes.`,
      `Choose the next version, or check out that commit: git checkout v${version}`,
    );
}
