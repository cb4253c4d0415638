import { posix } from 'node:path';
import type { Source } from './sources.ts';
import { withoutComments } from './sources.ts';

export interface Import {
  /** The importing file. */
  readonly from: string;
  /** Our own file, relative to the project, or the package's specifier as written. */
  readonly to: string;
  readonly isOurs: boolean;
  /** A `type` import is removed by the compiler. A `dynamic` import is a separate download. */
  readonly kind: 'static' | 'dynamic' | 'type';
  /** Whether this is an `export … from`. */
  readonly isReexport: boolean;
}

const statement =
  /(?:^|[\n;}])\s*(import|export)\s+(type\s+)?((?:[\w$*{][^'"`;]*?)\s+from\s+)?(['"])([^'"\n]+)\4|\bimport\s*\(\s*(['"])([^'"\n]+)\6/g;

export function readImports({ path, text }: Source): readonly Import[] {
  return [...withoutComments(text).matchAll(statement)].map((match) => {
    const specifier = match[5] ?? match[7] ?? '';
    const isOurs = specifier.startsWith('.');
    return {
      from: path,
      to: isOurs ? posix.join(posix.dirname(path), specifier) : specifier,
      isOurs,
      kind: match[7] !== undefined ? 'dynamic' : match[2] ? 'type' : 'static',
      isReexport: match[1] === 'export',
    };
  });
}

/** The files and packages that the entry reaches by static imports, and so downloads with it. */
export function staticClosure(imports: readonly Import[], entry: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const one of imports) if (one.from === path && one.kind === 'static') queue.push(one.to);
  }
  return reached;
}

/** The files along the first cycle of static or type imports; empty if there is none. */
export function findCycle(imports: readonly Import[]): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to, kind, isOurs } of imports) {
    if (kind !== 'dynamic' && isOurs) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  function walk(path: string, trail: readonly string[]): readonly string[] {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of targets.get(path) ?? []) {
      const cycle = walk(next, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  }
  for (const path of targets.keys()) {
    const cycle = walk(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
