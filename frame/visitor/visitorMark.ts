import { isRecord } from '../../bridge/guards.ts';
import { type FrameKey, type FrameStorage, frameKeys, leftKeys, visitorKeys } from '../platform/storage.ts';
import { type NamedVisitor, namingFields } from './compareVisitors.ts';

/** The visitor of this browser: hashes of what pages have said about them. */
export interface VisitorMark extends NamedVisitor {
  /** A random id. A new epoch starts whenever a visitor leaves; a guest who signs in keeps theirs. */
  readonly epoch: string;
}

/** The mark as a tab knows it, and the last processed statement of its page. */
export interface TabMark {
  readonly mark: VisitorMark;
  readonly pageStartedAt: number;
  readonly heard?: string | undefined;
}

export interface ClearPorts {
  readonly storage: FrameStorage;
  /** Receives the removed identities of a visitor who has left, with their tokens, so that they can be revoked. */
  readonly dropped: (profiles: readonly unknown[]) => void;
}

/** Undefined without a mark, and for one of an earlier version, whose hashes cannot be compared. */
export function readMark(storage: FrameStorage): VisitorMark | undefined {
  return parseMark(storage.read('cm-visitor'));
}

export function readTabMark(storage: FrameStorage): TabMark | undefined {
  const stored = storage.read('cm-tab-visitor');
  if (!isRecord(stored)) return undefined;
  const { pageStartedAt, heard } = stored;
  const mark = parseMark(stored.mark);
  if (!mark || typeof pageStartedAt !== 'number') return undefined;
  return { mark, pageStartedAt, heard: typeof heard === 'string' ? heard : undefined };
}

function parseMark(stored: unknown): VisitorMark | undefined {
  if (!isRecord(stored) || typeof stored.epoch !== 'string' || stored.epoch === '') return undefined;
  const { epoch, signedin } = stored;
  const hashes = namingFields.flatMap((field) => (typeof stored[field] === 'string' ? [[field, stored[field]]] : []));
  return { epoch, ...Object.fromEntries(hashes), ...(typeof signedin === 'boolean' && { signedin }) };
}

/** The identities that the areas store, including a guest's, with their tokens. */
export function profilesIn(storage: FrameStorage, ...areas: readonly ('local' | 'session')[]): readonly unknown[] {
  const keys = (['cm-profile', 'cm-profile-guest'] as const).filter((key) => areas.includes(frameKeys[key]));
  return keys.flatMap((key) => storage.suffixes(key).map((suffix) => storage.read(key, suffix)));
}

/** Removes what is stored of a visitor who has left, from the areas: `session` belongs to this tab, `local` to all tabs. */
export function clearVisitor({ storage, dropped }: ClearPorts, ...areas: readonly ('local' | 'session')[]): void {
  const profiles = profilesIn(storage, ...areas);
  for (const key of leftKeys) if (areas.includes(frameKeys[key])) storage.clear(key);
  if (profiles.length > 0) dropped(profiles);
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

/** What a page says about its visitor, in this epoch. */
export function markOf(page: NamedVisitor, epoch: string): VisitorMark {
  const isSignedOut = page.signedin === false;
  const fields = namingFields.filter(
    (field) => page[field] && !(isSignedOut && (field === 'iui' || field === 'userId')),
  );
  return {
    epoch,
    ...Object.fromEntries(fields.map((field) => [field, visitorHash(String(page[field]), epoch)])),
    ...(page.signedin !== undefined && { signedin: page.signedin }),
  };
}

/**
 * The storage as the chat of one epoch sees it. Its entries carry the epoch, so that entries of a previous visitor are never
 * read, not even those that a tab writes before it notices the change. Once the epoch is over, nothing is changed.
 */
export function storageOfEpoch(storage: FrameStorage, epoch: string): FrameStorage {
  const isEntry = (stored: unknown): stored is { readonly epoch: string; readonly value?: unknown } =>
    isRecord(stored) && typeof stored.epoch === 'string';
  const isVisitors = (key: FrameKey): boolean => visitorKeys.includes(key);
  const isOver = (): boolean => (readMark(storage)?.epoch ?? epoch) !== epoch;
  /** A tab that has not read the mark does not know about the other's epoch. */
  function isOfAnotherEpoch(key: FrameKey, suffix: string | undefined): boolean {
    const stored = storage.read(key, suffix);
    return isEntry(stored) && stored.epoch !== epoch;
  }
  return {
    ...storage,
    read(key, suffix) {
      const stored = storage.read(key, suffix);
      if (!isVisitors(key)) return stored;
      return isEntry(stored) && stored.epoch === epoch ? stored.value : undefined;
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
