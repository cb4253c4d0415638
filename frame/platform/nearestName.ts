/** The name that was probably meant by a misspelt one: at most a third of the letters differ. For messages to developers. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');
  let nearest: string | undefined;
  let least = Math.floor(Math.max(plain(wrong).length, 3) / 3) + 1;
  for (const name of names) {
    const found = distance(plain(wrong), plain(name));
    if (found < least) [nearest, least] = [name, found];
  }
  return nearest;
}

/** How many letters are added, missing, replaced or swapped with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = line;
  }
  return last[other.length] ?? 0;
}
