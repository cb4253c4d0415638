/** The visitor's ids, as the page gives them, and their name: some pages give no id of a signed-in visitor. */
interface NamedVisitor {
  readonly iui?: string;
  readonly userId?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  /** `false`: nobody is signed in, even if the page still has an id. */
  readonly signedin?: boolean;
}

/** The key of a guest's draft and message. */
export const guest = 'guest';

/**
 * The keys of a visitor, which do not reveal who it is. New entries are written under the first one. The others are those of
 * the same visitor while the page knew less about them: one of their ids, their name and e-mail address, or nothing.
 */
export function ownersOf(visitor: NamedVisitor): readonly [string, ...string[]] {
  const { iui, userId, firstName, lastName, email, signedin } = visitor;
  const name = signedin ? `name ${[firstName, lastName, email].filter(Boolean).join(' ')}` : undefined;
  const known = signedin === false ? [] : [iui, userId, name].filter((one) => one !== undefined);
  const [first, ...others] = known.map(hashOf);
  return first === undefined ? [guest] : [first, ...others, guest];
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
