import type { FrameKey, FrameStorage } from '../platform/storage.ts';

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

export interface WhoIsHere {
  /** The page's unique id of the visitor; undefined while it has not named one. */
  readonly uniqueId: string | undefined;
  /** The page has said that nobody is signed in, which is more than not having named anybody yet. */
  readonly isSignedOut: boolean;
}

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
export function forgetOther(storage: FrameStorage, { uniqueId, isSignedOut }: WhoIsHere): boolean {
  const kept = storage.read('cm-visitor');
  const mark = uniqueId === undefined ? undefined : markOf(uniqueId);
  const isOther = typeof kept === 'string' && (mark === undefined ? isSignedOut : mark !== kept);
  if (isOther) {
    for (const key of keptKeys) storage.clear(key);
    storage.remove('cm-visitor');
  }
  if (mark !== undefined && mark !== kept) storage.write('cm-visitor', mark);
  return isOther;
}
