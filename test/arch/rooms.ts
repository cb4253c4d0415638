import type { Import } from '../support/imports.ts';

/** A folder or a file of `frame/`, or another folder of the top level. */
export function placeOf(path: string): string {
  const [top = '', name = '', inner] = path.split('/');
  if (top !== 'frame') return top;
  return inner === undefined ? `frame/${name}` : name;
}

export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Which place imports which, each pair once; types and dynamic imports count. */
export function roomPairs(imports: readonly Import[]): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const one of imports) {
    const [from, to] = [placeOf(one.from), placeOf(one.to)];
    if (one.isOurs && from !== to) pairs.set(`${from} ${to}`, { from, to });
  }
  return [...pairs.values()];
}

/** Whether the places can be layered so that every pair points downward. */
function isLayered(pairs: readonly Pair[]): boolean {
  let left = pairs;
  for (;;) {
    const importers = new Set(left.map(({ from }) => from));
    const next = left.filter(({ to }) => importers.has(to));
    if (next.length === left.length) return left.length === 0;
    left = next;
  }
}

/**
 * The fewest pairs that point upward, whatever the layering: the smallest set without which the others are layered.
 * Undefined when it takes more than `most`.
 */
export function upwardPairs(pairs: readonly Pair[], most: number): readonly Pair[] | undefined {
  if (isLayered(pairs)) return [];
  if (most === 0) return undefined;
  let fewest: readonly Pair[] | undefined;
  for (const pair of pairs) {
    const others = upwardPairs(
      pairs.filter((one) => one !== pair),
      (fewest?.length ?? most + 1) - 2,
    );
    if (others) fewest = [pair, ...others];
    if (fewest?.length === 1) return fewest;
  }
  return fewest;
}
