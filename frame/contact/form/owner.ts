/**
 * A key of the visitor that does not reveal who it is: a 32-bit hash of their id (FNV-1a). Two visitors of one browser with
 * the same hash would see each other's drafts; the chance is one in four billion.
 */
export function ownerOf(visitorId: string | undefined): string {
  if (visitorId === undefined) return 'guest';
  let hash = 0x811c9dc5;
  for (let at = 0; at < visitorId.length; at += 1) hash = Math.imul(hash ^ visitorId.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}
