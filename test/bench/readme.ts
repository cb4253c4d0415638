import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'test/bench/README.md';

/** Replaces what stands between `<!-- bench:name -->` and `<!-- /bench:name -->` in the README of this folder. */
export function writeReadme(name: string, markdown: string): void {
  const text = readFileSync(file, 'utf8');
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for ${name}: ${start} and ${end}`);
  writeFileSync(file, `${text.slice(0, from + start.length)}\n\n${markdown}\n\n${text.slice(to)}`);
  execFileSync('node_modules/.bin/biome', ['format', '--write', file]);
}
