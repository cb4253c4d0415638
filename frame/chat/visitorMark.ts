import * as v from 'valibot';
import { type FrameKey, type FrameStorage, frameKeys, visitorKeys } from '../platform/storage.ts';

/** The page's current user data. The ids have different sources, and one may arrive later (SH-106). */
export interface PageVisitor {
  /** The page's unique id. It decides if both the mark and the page have one. */
  readonly iui?: string;
  readonly userId?: string;
  /** `false` means that nobody is signed in, even if the page still has an id. */
  readonly signedin?: boolean;
}

const mark = v.object({
  /** A random id. A new epoch starts whenever a visitor signs out; a guest who signs in keeps theirs. */
  epoch: v.pipe(v.string(), v.minLength(1)),
  iui: v.optional(v.string()),
  userId: v.optional(v.string()),
});

/** The visitor of this browser: hashes of the ids, none for a guest. */
export type VisitorMark = v.InferOutput<typeof mark>;

/** The mark as a tab knows it, and the last processed statement of its page. */
const tabMark = v.object({ mark, pageStartedAt: v.number(), heard: v.optional(v.string()) });

export type TabMark = v.InferOutput<typeof tabMark>;

/** Undefined without a mark, and for one of an earlier version, whose hashes cannot be compared. */
export function readMark(storage: FrameStorage): VisitorMark | undefined {
  const parsed = v.safeParse(mark, storage.read('cm-visitor'));
  return parsed.success ? parsed.output : undefined;
}

export function readTabMark(storage: FrameStorage): TabMark | undefined {
  const parsed = v.safeParse(tabMark, storage.read('cm-tab-visitor'));
  return parsed.success ? parsed.output : undefined;
}

/** Removes the visitor's stored data from the areas: `session` belongs to this tab, `local` to all tabs. */
export function clearVisitor(storage: FrameStorage, ...areas: readonly ('local' | 'session')[]): void {
  for (const key of visitorKeys) if (areas.includes(frameKeys[key])) storage.clear(key);
}

/**
 * A 64-bit hash of a visitor's id, to compare ids without storing them. The salt makes the hashes of two browsers different.
 * Rejected: SHA-256, which is asynchronous, so that another visitor would see the stored data in the meantime.
 */
export function visitorHash(id: string, salt: string): string {
  let [left, right] = [0xdeadbeef, 0x41c6ce57];
  for (const character of `${salt} ${id}`) {
    const code = character.codePointAt(0) ?? 0;
    left = Math.imul(left ^ code, 0x9e3779b1);
    right = Math.imul(right ^ code, 0x5f356495);
  }
  const mixedLeft = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35);
  const mixedRight =
    Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(mixedLeft ^ (mixedLeft >>> 13), 0xc2b2ae35);
  return [mixedLeft, mixedRight].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The mark of the visitor whom the page names, in this epoch. */
export function markOf({ iui, userId, signedin }: PageVisitor, epoch: string): VisitorMark {
  if (signedin === false) return { epoch };
  return {
    epoch,
    ...(iui && { iui: visitorHash(iui, epoch) }),
    ...(userId && { userId: visitorHash(userId, epoch) }),
  };
}

export const isGuest = ({ iui, userId }: VisitorMark): boolean => (iui ?? userId) === undefined;

export const isNamed = ({ iui, userId, signedin }: PageVisitor): boolean =>
  signedin !== false && Boolean(iui || userId);

/** `unknown`: the page names nobody, or by an id that the mark does not have. */
export type Match = 'same' | 'signsIn' | 'other' | 'unknown';

export function compareVisitor(known: VisitorMark, page: PageVisitor): Match {
  if (isGuest(known)) return isNamed(page) ? 'signsIn' : 'same';
  if (page.signedin === false) return 'other';
  const named = markOf(page, known.epoch);
  const shared = (['iui', 'userId'] as const).find((name) => known[name] && named[name]);
  if (!shared) return 'unknown';
  return known[shared] === named[shared] ? 'same' : 'other';
}

/**
 * The storage as the chat of one epoch sees it. Its entries carry the epoch, so that entries of a previous visitor are never
 * read, not even those that a tab writes before it notices the change. Once the epoch is over, nothing is changed.
 */
export function storageOfEpoch(storage: FrameStorage, epoch: string): FrameStorage {
  const entry = v.object({ epoch: v.literal(epoch), value: v.unknown() });
  const anyEntry = v.object({ epoch: v.string() });
  const isVisitors = (key: FrameKey): boolean => visitorKeys.includes(key);
  const isOver = (): boolean => (readMark(storage)?.epoch ?? epoch) !== epoch;
  /** A tab that has not read the mark does not know of the other's epoch. */
  function isOfAnotherEpoch(key: FrameKey, suffix: string | undefined): boolean {
    const parsed = v.safeParse(anyEntry, storage.read(key, suffix));
    return parsed.success && parsed.output.epoch !== epoch;
  }
  return {
    ...storage,
    read(key, suffix) {
      const stored = storage.read(key, suffix);
      if (!isVisitors(key)) return stored;
      const parsed = v.safeParse(entry, stored);
      return parsed.success ? parsed.output.value : undefined;
    },
    write(key, value, suffix) {
      if (!isVisitors(key)) return storage.write(key, value, suffix);
      return !isOver() && storage.write(key, { epoch, value }, suffix);
    },
    remove(key, suffix) {
      if (!isVisitors(key) || !(isOver() || isOfAnotherEpoch(key, suffix))) storage.remove(key, suffix);
    },
  };
}
