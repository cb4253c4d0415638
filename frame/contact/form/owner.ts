/** The visitor's ids, as the page gives them. */
interface NamedVisitor {
  readonly iui?: string;
  readonly userId?: string;
  /** `false`: nobody is signed in, even if the page still has an id. */
  readonly signedin?: boolean;
}

/** The key of a guest's draft and message. */
export const guest = 'guest';

/**
 * The keys of a visitor, which do not reveal who it is. New entries are written under the first one. The others are those of
 * the same visitor while the page knew less about them: one of their ids, or none.
 */
export function ownersOf({ iui, userId, signedin }: NamedVisitor): readonly [string, ...string[]] {
  const [id, otherId] = signedin === false ? [] : [iui, userId].filter((one) => one !== undefined);
  if (id === undefined) return [guest];
  return otherId === undefined ? [hashOf(id), guest] : [hashOf(id), hashOf(otherId), guest];
}

/**
 * A 32-bit hash (FNV-1a). Two visitors of one browser with the same hash would see each other's drafts; the chance is one in
 * four billion.
 */
function hashOf(id: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}
