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
/** The key of a visitor who is signed in without an id, a name or an e-mail address. The next one would have the same key. */
export const unnamed = 'unnamed';

/** The key of what is written while the page still names a visitor who has left in another tab. */
export const heldOwner = 'held';

/**
 * The keys of a visitor, which do not reveal who it is. New entries are written under the first one. The others are those of
 * the same visitor while the page knew less about them: one of their ids, a part of their name and e-mail address, or nothing.
 */
export function ownersOf(visitor: NamedVisitor): readonly [string, ...string[]] {
  const { iui, userId, firstName, lastName, email, signedin } = visitor;
  if (signedin === false) return [guest];
  const names = signedin ? [[firstName, lastName, email], [firstName, lastName], [firstName]] : [];
  const texts = names.map((parts) => parts.filter(Boolean).join(' ')).filter(Boolean);
  const known = [iui, userId, ...texts.map((text) => `name ${text}`)].filter((one) => one !== undefined);
  const [first, ...others] = new Set(known.map(hashOf));
  if (first === undefined) return signedin ? [unnamed, guest] : [guest];
  return [first, ...others, guest];
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
