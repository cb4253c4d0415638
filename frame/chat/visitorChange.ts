import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { FrameKey, FrameStorage } from '../platform/storage.ts';
import { signOutSettleMs } from './limits.ts';

/** Everything that is kept of a visitor's talks and identities. */
const keptKeys: readonly FrameKey[] = [
  'cm-conversations',
  'cm-outbox',
  'cm-draft',
  'cm-profile',
  'cm-chat-account',
  'cm-chat-queue',
  'cm-chat-session',
  'cm-external-config',
];

/** What the page has said of its visitor so far: its names come from sources of their own, one sooner than the other (SH-106). */
export interface WhoIsHere {
  /** The page's unique id; where two looks have one, it decides. */
  readonly iui?: string;
  readonly userId?: string;
  /** `false` is the page's word that nobody is signed in: an id that is still there is a leftover. */
  readonly signedin?: boolean;
}

const marks = v.object({ iui: v.optional(v.string()), userId: v.optional(v.string()) });

/** A mark that tells visitors apart and from which nobody's id can be read: a 32-bit hash. */
export function markOf(uniqueId: string): string {
  let hash = 0x811c9dc5;
  for (const character of uniqueId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * What one visitor said is not for the next one (CH-014, CH-052): after a sign-out, or when somebody else has signed in, talks,
 * texts and tokens that are kept here go. True when there was somebody to forget. An anonymous talk goes on with who signs in.
 */
export function forgetOther(storage: FrameStorage, { iui, userId, signedin }: WhoIsHere): boolean {
  const stored = storage.read('cm-visitor');
  const known = v.safeParse(marks, stored);
  const kept = known.success ? known.output : {};
  const here =
    signedin === false ? {} : { ...(iui && { iui: markOf(iui) }), ...(userId && { userId: markOf(userId) }) };
  const shared = (['iui', 'userId'] as const).find((name) => kept[name] && here[name]);
  const isOther = signedin === false ? stored !== undefined : shared !== undefined && kept[shared] !== here[shared];
  if (isOther) {
    for (const key of keptKeys) storage.clear(key);
    storage.remove('cm-visitor');
  }
  // A name of another source says nothing yet of who it is: the look that has both, or two of one source, decides.
  const isKnown = shared !== undefined || Object.keys(kept).length === 0;
  if (Object.keys(here).length > 0 && (isOther || isKnown))
    storage.write('cm-visitor', isOther ? here : { ...kept, ...here });
  return isOther;
}

export interface VisitorWatchPorts {
  readonly storage: FrameStorage;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly visitor: () => WhoIsHere;
  /** Who was here has left, and what was kept has gone. */
  readonly left: () => void;
}

/** The look to take after every word of the page. Who is named no longer has signed out, unless the name comes back soon. */
export function watchVisitor({ storage, clock, lifetime, visitor, left }: VisitorWatchPorts): () => void {
  const isNamed = (): boolean => (visitor().iui ?? visitor().userId) !== undefined;
  let wasNamed = isNamed();
  let cancel: (() => void) | undefined;
  const settle = (): void => {
    cancel?.();
    cancel = undefined;
  };
  forgetOther(storage, visitor());
  return () => {
    if (lifetime.ended) return;
    if (isNamed()) settle();
    else if (wasNamed && !cancel) {
      // Once: the page says many other things meanwhile.
      const stop = clock.after(signOutSettleMs, () => {
        settle();
        if (forgetOther(storage, { signedin: false })) left();
      });
      cancel = lifetime.add(stop);
    }
    wasNamed ||= isNamed();
    if (forgetOther(storage, visitor())) left();
  };
}
