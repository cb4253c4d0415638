/** The changes that the compiler refuses. Such a program never runs, so no test has to notice it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['bridge', 'frame', 'loader', 'styles'];

/** `survivors` have a file, a location and a replacement. */
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
  try {
    return refusedIn(copy, survivors);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The compiler runs for many changes at once: one on a line, as long as its errors are on the lines that are changed. */
function refusedIn(copy, survivors) {
  const refused = new Set();
  const single = new Set();
  let left = [...survivors];
  while (left.length > 0) {
    const batch = batchOf(left, single);
    for (const [file, changes] of batch) writeFileSync(join(copy, file), changed(file, changes));
    const errors = compile(copy);
    const settled = new Set();
    for (const [file, changes] of batch) {
      const lines = errors.filter((error) => error.file === file).map(({ line }) => line);
      const isOnChange = (line) => changes.some(({ location }) => location.start.line === line);
      const isClear = changes.length === 1 || lines.every(isOnChange);
      for (const change of changes) {
        if (!isClear) single.add(change);
        else settled.add(change);
        if (isClear && (changes.length === 1 ? lines.length > 0 : lines.includes(change.location.start.line)))
          refused.add(change);
      }
      cpSync(join(root, file), join(copy, file));
    }
    left = left.filter((survivor) => !settled.has(survivor));
  }
  return refused;
}

/** By file, the changes to try together. One that takes several lines, or that caused errors elsewhere, is tried alone. */
function batchOf(survivors, single) {
  const batch = new Map();
  const isAlone = (survivor) =>
    single.has(survivor) ||
    survivor.location.start.line !== survivor.location.end.line ||
    survivor.replacement.includes('\n');
  for (const survivor of survivors) {
    const together = batch.get(survivor.file) ?? [];
    const isFree =
      together.length === 0 ||
      !(
        isAlone(survivor) ||
        isAlone(together[0]) ||
        together.some(({ location }) => location.start.line === survivor.location.start.line)
      );
    if (isFree) batch.set(survivor.file, [...together, survivor]);
  }
  return batch;
}

function changed(file, changes) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const { location, replacement } of changes) {
    const { start, end } = location;
    const text = `${lines[start.line - 1].slice(0, start.column - 1)}${replacement}${lines[end.line - 1].slice(end.column - 1)}`;
    lines.splice(start.line - 1, end.line - start.line + 1, text);
  }
  return lines.join('\n');
}

function compile(folder) {
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/^(\S+?)\((\d+),\d+\): error/gm)].map(([, file, line]) => ({ file, line: Number(line) }));
}
