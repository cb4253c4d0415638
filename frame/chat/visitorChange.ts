import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { FrameKey, FrameStorage } from '../platform/storage.ts';
import { signOutSettleMs } from './limits.ts';

/** Everything that is stored about a visitor's conversations and identities. */
const visitorKeys: readonly FrameKey[] = [
  'cm-conversations',
  'cm-outbox',
  'cm-draft',
  'cm-profile',
  'cm-chat-account',
  'cm-chat-session',
  'cm-external-config',
  'cm-guest',
];

/** What the page has said about its visitor so far. The ids have different sources, and one may arrive later (SH-106). */
export interface PageVisitor {
  /** The page's unique id. It decides if both the stored and the new record have one. */
  readonly iui?: string;
  readonly userId?: string;
  /** `false` means that nobody is signed in, even if the page still has an id. */
  readonly signedin?: boolean;
}

const storedIds = v.object({ iui: v.optional(v.string()), userId: v.optional(v.string()) });

/** A 32-bit hash of an id. It tells visitors apart without storing their ids. */
export function hashOf(uniqueId: string): string {
  let hash = 0x811c9dc5;
  for (const character of uniqueId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Removes stored conversations, messages and tokens after a sign-out, or when another visitor has signed in (CH-014, CH-052).
 * Returns whether it removed anything. A visitor who signs in during an anonymous conversation keeps it.
 */
export function forgetPreviousVisitor(storage: FrameStorage, { iui, userId, signedin }: PageVisitor): boolean {
  const stored = storage.read('cm-visitor');
  const parsed = v.safeParse(storedIds, stored);
  const previous = parsed.success ? parsed.output : {};
  const current =
    signedin === false ? {} : { ...(iui && { iui: hashOf(iui) }), ...(userId && { userId: hashOf(userId) }) };
  const shared = (['iui', 'userId'] as const).find((name) => previous[name] && current[name]);
  const isOther =
    signedin === false ? stored !== undefined : shared !== undefined && previous[shared] !== current[shared];
  if (isOther) {
    for (const key of visitorKeys) storage.clear(key);
    storage.remove('cm-visitor');
  }
  // An id from the other source cannot be compared. Wait until the page has both ids, or one of the same source.
  const isComparable = shared !== undefined || Object.keys(previous).length === 0;
  if (Object.keys(current).length > 0 && (isOther || isComparable))
    storage.write('cm-visitor', isOther ? current : { ...previous, ...current });
  return isOther;
}

export interface VisitorWatchPorts {
  readonly storage: FrameStorage;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly visitor: () => PageVisitor;
  /** The previous visitor has left, and the stored data is removed. */
  readonly left: () => void;
}

/** Returns a check to run after every message of the page. A visitor whom the page no longer names is signed out after 10 s. */
export function watchVisitor({ storage, clock, lifetime, visitor, left }: VisitorWatchPorts): () => void {
  const isNamed = (): boolean => (visitor().iui ?? visitor().userId) !== undefined;
  let wasNamed = isNamed();
  let cancel: (() => void) | undefined;
  const cancelSignOut = (): void => {
    cancel?.();
    cancel = undefined;
  };
  forgetPreviousVisitor(storage, visitor());
  return () => {
    if (lifetime.ended) return;
    if (isNamed()) cancelSignOut();
    else if (wasNamed && !cancel) {
      // Other messages of the page must not restart the timer.
      const stop = clock.after(signOutSettleMs, () => {
        cancelSignOut();
        if (forgetPreviousVisitor(storage, { signedin: false })) left();
      });
      cancel = lifetime.add(stop);
    }
    wasNamed ||= isNamed();
    if (forgetPreviousVisitor(storage, visitor())) left();
  };
}
