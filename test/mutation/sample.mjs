/** A sample of the changes that can be made to the product, the same for the same seed and sources. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A place with more changes inside, such as the body of a long function, would be most of the sample. */
const mostInside = 4;

/** Places as Stryker names them, `file:line:column-line:column`, with about `size` changes at them in all. */
export async function samplePlaces(files, { size, seed }) {
  const places = (await Promise.all(files.map(placesIn))).flat();
  // By what stands there: what changes elsewhere in the product does not change the sample.
  const rankOf = ({ file, code }) => createHash('sha256').update(`${seed} ${file} ${code}`).digest('hex');
  const ranked = places.map((place) => ({ ...place, rank: rankOf(place) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = [];
  let count = 0;
  for (const place of ranked) {
    if (count >= size) break;
    if (chosen.some((other) => other.file === place.file && overlap(other, place))) continue;
    count += place.changes;
    chosen.push(place);
  }
  return chosen.map(({ file, start, end }) => `${file}:${point(start)}-${point(end)}`);
}

async function placesIn(file) {
  const content = await readFile(file, 'utf8');
  const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
  const { mutants } = await new Instrumenter(quiet).instrument([{ name: file, mutate: true, content }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: true,
  });
  const places = new Map();
  const lines = content.split('\n');
  for (const { location } of mutants) {
    const code = lines.slice(location.start.line, location.end.line + 1).join('\n');
    places.set(JSON.stringify(location), { file, code: `${code} ${location.start.column}`, ...location });
  }
  return [...places.values()]
    .map((place) => ({ ...place, changes: mutants.filter(({ location }) => contains(place, location)).length }))
    .filter(({ changes }) => changes <= mostInside);
}

const isBefore = (one, other) => one.line < other.line || (one.line === other.line && one.column < other.column);
const contains = (place, location) => !isBefore(location.start, place.start) && !isBefore(place.end, location.end);
const overlap = (one, other) => isBefore(one.start, other.end) && isBefore(other.start, one.end);
/** Stryker counts lines from one here, and from zero in a location. */
const point = ({ line, column }) => `${line + 1}:${column}`;
