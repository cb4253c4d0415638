import murmurhash from 'murmurhash';
import type { TrafficRange } from './datafile.ts';
import { bucketCount, hashSeed } from './limits.ts';

/**
 * Maps a key to a bucket from 0 to 9,999 (CH-198). The specified client hashes the low byte of each UTF-16 code unit, not
 * UTF-8, so the hash function gets bytes instead of the string.
 */
export function toBucket(key: string): number {
  const bytes = Uint8Array.from({ length: key.length }, (_, index) => key.charCodeAt(index));
  return Math.trunc((murmurhash.v3(bytes, hashSeed) / 2 ** 32) * bucketCount);
}

/** Returns the id of the first range that ends above the bucket, or undefined when no range contains it. */
export function findRange(bucket: number, ranges: readonly TrafficRange[]): string | undefined {
  return ranges.find((range) => bucket < range.endOfRange)?.entityId;
}
