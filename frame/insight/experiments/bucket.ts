import murmurhash from 'murmurhash';
import type { TrafficRange } from './datafile.ts';
import { bucketCount, hashSeed } from './limits.ts';

/**
 * The bucket of a text, from 0 up to, not including, 10,000 (CH-198). The provider's clients of the specified version
 * hash the low byte of each UTF-16 unit, not UTF-8: the hash is therefore given bytes, not the text.
 */
export function toBucket(key: string): number {
  const bytes = Uint8Array.from({ length: key.length }, (_, index) => key.charCodeAt(index));
  return Math.trunc((murmurhash.v3(bytes, hashSeed) / 2 ** 32) * bucketCount);
}

/** The first range whose end lies above the bucket; undefined when the bucket is in none. */
export function findRange(bucket: number, ranges: readonly TrafficRange[]): string | undefined {
  return ranges.find((range) => bucket < range.endOfRange)?.entityId;
}
