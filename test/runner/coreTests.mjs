import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test, or a loop of tests over a table, in the text of a file. */
const test = /^ *test\(\s*['"`\w]/gm;
const coreTag = /\btag: [^}\n]*'@core'/g;

/** How many tests a browser spec has, and how many of them are in the core. Tests of one loop count as one. */
export function coreOfSpec(text) {
  return { all: text.match(test)?.length ?? 0, core: text.match(coreTag)?.length ?? 0 };
}

export function countBrowserTests(root) {
  const counts = ['test/browser', 'test/acceptance'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => coreOfSpec(readFileSync(join(root, folder, name), 'utf8'))),
  );
  const sum = (field) => counts.reduce((total, count) => total + count[field], 0);
  return { all: sum('all'), core: sum('core') };
}
