const idKinds = ['iui', 'userId'] as const;
const nameFields = ['firstName', 'lastName', 'email'] as const;

type NamingField = 'signedin' | (typeof nameFields | typeof idKinds)[number];
export type NamedVisitor = Readonly<Partial<Record<NamingField, string | boolean>>>;

/**
 * Whether the page now names another visitor: content for the previous one must not be shown. A guest who is named later
 * stays the same visitor. Only ids of the same kind are compared. If `signedin` has changed, the id on the
 * signed-out side is ignored: that side is a guest.
 */
export function isAnotherVisitor(previous: NamedVisitor, next: NamedVisitor): boolean {
  const hasSameFlag = previous.signedin === next.signedin;
  const [before, now] = hasSameFlag ? [previous, next] : [withoutIdOfGuest(previous), withoutIdOfGuest(next)];
  const isLost = (field: NamingField): boolean => Boolean(before[field]) && before[field] !== now[field];
  if (isLost('signedin')) return true;
  const shared = idKinds.find((kind) => before[kind] && now[kind]);
  // One id may come with several spellings of the name.
  if (shared) return before[shared] !== now[shared];
  // A guest may correct an e-mail address, and a page may stop giving it or the last name.
  const isNameLost =
    isLost('firstName') || ((now.signedin || now.lastName) && isLost('lastName')) || (now.signedin && isLost('email'));
  return Boolean(isNameLost) || (idKinds.some(isLost) && !idKinds.some((kind) => now[kind]));
}

function withoutIdOfGuest(visitor: NamedVisitor): NamedVisitor {
  const { iui, userId, ...others } = visitor;
  return visitor.signedin === false ? others : visitor;
}
