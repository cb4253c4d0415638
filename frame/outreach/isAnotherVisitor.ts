const idKinds = ['iui', 'userId'] as const;

type NamingField = 'firstName' | 'signedin' | (typeof idKinds)[number];
type NamedVisitor = Readonly<Partial<Record<NamingField, string | boolean>>>;

/**
 * Whether the page now names another visitor: content for the previous one must not be shown. A guest who is named later
 * stays the same visitor. Only ids of the same kind are compared.
 */
export function isAnotherVisitor(before: NamedVisitor, now: NamedVisitor): boolean {
  const isLost = (field: NamingField): boolean => Boolean(before[field]) && before[field] !== now[field];
  if (isLost('signedin')) return true;
  const shared = idKinds.find((kind) => before[kind] && now[kind]);
  // One id may come with several spellings of the name.
  if (shared) return before[shared] !== now[shared];
  return isLost('firstName') || (idKinds.some(isLost) && !idKinds.some((kind) => now[kind]));
}
