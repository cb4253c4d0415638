/** The changes that the compiler refuses. Such a program never runs, so no test has to notice it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['bridge', 'frame', 'loader', 'styles'];

/** `survivors` have a file, a location and a replacement. Each is a file of its own beside the original, for one run of the compiler. */
export function refusedByTypes(survivors) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const copy = mkdtempSync(join(root, '.cache/mutation-types-'));
  for (const folder of folders) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  // What a change leaves unused is no reason to refuse it.
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: folders }),
  );
  const byFile = new Map(
    survivors.map((survivor, at) => [survivor.file.replace(/(?=\.tsx?$)/, `.changed${at}`), survivor]),
  );
  for (const [file, survivor] of byFile) writeFileSync(join(copy, file), changed(survivor));
  try {
    return new Set(filesWithErrors(copy).map((file) => byFile.get(file)));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The text of the file with the change. Lines and columns begin at one. */
export function changed({ file, location: { start, end }, replacement }) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const text = `${lines[start.line - 1].slice(0, start.column - 1)}${replacement}${lines[end.line - 1].slice(end.column - 1)}`;
  lines.splice(start.line - 1, end.line - start.line + 1, text);
  return lines.join('\n');
}

function filesWithErrors(folder) {
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file);
}
