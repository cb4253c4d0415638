/** What a page says about its visitor, or hashes of it. `false`: nobody is signed in, even if the page still has an id. */
export interface NamedVisitor {
  readonly iui?: string | undefined;
  readonly userId?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly signedin?: boolean | undefined;
}

/** In order of preference: `iui` decides if both sides have one. */
const idFields = ['iui', 'userId'] as const;
export const namingFields = [...idFields, 'firstName', 'lastName', 'email'] as const;

/** `unknown`: the page says too little. It may still name its visitor, or it may have signed them out without saying so. */
export type Match = 'same' | 'signsIn' | 'other' | 'unknown';

/** A visitor with an id, or whom the page calls signed in. */
export const isPerson = ({ iui, userId, signedin }: NamedVisitor): boolean =>
  signedin !== false && Boolean(iui || userId || signedin);

/** Whether the page names its visitor by an id. */
export const hasId = ({ iui, userId, signedin }: NamedVisitor): boolean => signedin !== false && Boolean(iui || userId);

/**
 * Whether the page still speaks of the known visitor. The only comparison of two visitors in the product (CH-014, SH-106).
 *
 * An id that both have decides alone: one id may come with several spellings of a name. Ids of different kinds cannot be
 * compared. Without a shared id, a different name is another visitor. A guest may correct an e-mail address.
 */
export function compareVisitors(known: NamedVisitor, page: NamedVisitor): Match {
  const isSignedOut = page.signedin === false;
  if (isPerson(known) && isSignedOut) return 'other';
  const [before, now] = [withoutIdOfGuest(known), withoutIdOfGuest(page)];
  const shared = idFields.find((field) => before[field] && now[field]);
  if (shared) return before[shared] === now[shared] ? 'same' : 'other';
  const names = ['firstName', 'lastName', ...(now.signedin ? (['email'] as const) : [])] as const;
  if (names.some((field) => before[field] && now[field] && before[field] !== now[field])) return 'other';
  if (!isPerson(before)) {
    const hasLostName = before.signedin !== false && Boolean(before.firstName) && !now.firstName;
    if (!isPerson(now) && hasLostName) return isSignedOut ? 'other' : 'unknown';
    return isPerson(now) ? 'signsIn' : 'same';
  }
  // Without a known id, nothing contradicts a page that still has a visitor who is signed in, or the same name.
  const isStillThere = isPerson(now) ? !before.firstName || now.firstName || idOf(now) : now.firstName;
  return idOf(before) === undefined && isStillThere ? 'same' : 'unknown';
}

const idOf = ({ iui, userId }: NamedVisitor): string | undefined => iui || userId || undefined;

/** A page may keep the id of a visitor who has signed out. */
function withoutIdOfGuest(visitor: NamedVisitor): NamedVisitor {
  if (visitor.signedin !== false) return visitor;
  const { iui, userId, ...others } = visitor;
  return others;
}
