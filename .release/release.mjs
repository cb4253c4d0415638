/**
 *   npm run release -- 1.2.3              builds, and adds the release v1.2.3 beside the moving addresses
 *   npm run release -- publish FROM TO    publishes a build to a folder of the server; an earlier build is the way back
 *   npm run release -- off TO             the kill switch: every page loses the widget at its next load
 *   npm run release -- on TO              switches it on again
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogEntry } from './changelog.mjs';
import { pinDocument } from './pinDocument.mjs';
import { publish, setOff } from './publish.mjs';
import { sbomOf } from './sbom.mjs';
import { checksumsOf, compress, copy, servedFiles } from './servedFiles.mjs';

const usage = 'npm run release -- VERSION | publish FROM TO | off TO | on TO';
const changelog = fileURLToPath(new URL('CHANGELOG.md', import.meta.url));

export async function runRelease([command, ...folders], tools) {
  const [from, to] = folders;
  if (command === 'publish' && to) {
    const isOff = await publish(from, to);
    console.log(`Published ${from}. With nginx: nginx -s reload`);
    if (isOff) console.log(`The widget stays switched off, until: npm run release -- on ${to}`);
  } else if ((command === 'on' || command === 'off') && from) {
    const count = await setOff(from, command === 'off');
    console.log(`Switched ${command} at ${count} address${count === 1 ? '' : 'es'}. Pages notice at their next load.`);
  } else if (/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(command ?? '') && folders.length === 0) {
    await createRelease(command, { ...tools, changelog, now: new Date() });
  } else {
    throw new Error(`Use: ${usage}`);
  }
}

/** Builds, and writes the release beside it: its folder, its headers, and `release/` with what reviewers ask for. */
export async function createRelease(version, { build, writeHeaders, outDir, changelog: changelogFile, now }) {
  const { deployment, packages } = await build(outDir, { version });
  const name = `v${version}`;
  const folder = join(outDir, name);
  for (const file of await servedFiles(outDir)) await copy(outDir, folder, file);
  const inlineSource = await pinDocument(folder);
  await compress(folder, ['frame/index.html']);
  await writeHeaders(join(outDir, 'headers', name), deployment, { folder: name, inlineSource });

  const files = await checksumsOf(folder);
  const notes = join(outDir, 'release');
  await mkdir(notes, { recursive: true });
  const sbom = sbomOf({ version, packages, files, timestamp: now.toISOString(), serialNumber: randomUUID() });
  await writeFile(join(notes, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  await writeFile(join(notes, 'SHA256SUMS'), files.map((one) => `${one.sha256}  ${name}/${one.name}\n`).join(''));
  const entry = changelogEntry(changelogFile, version, { date: now.toISOString().slice(0, 10) });
  await writeFile(join(notes, 'CHANGES.md'), `${entry}\n`);

  const integrity = (await readFile(join(folder, 'loader.js.sri'), 'utf8')).trim();
  console.log(`
<script async crossorigin src="https://widget.example/${name}/loader.js"
  integrity="${integrity}"></script>`);
}
