/**
 * Names a visitor without telling who it is: 32 bits of their id (FNV-1a). Two visitors of one browser with the same name would see what
 * the other has typed; one in four thousand million does.
 */
export function ownerOf(visitorId: string | undefined): string {
  if (visitorId === undefined) return 'guest';
  let hash = 0x811c9dc5;
  for (let at = 0; at < visitorId.length; at += 1) hash = Math.imul(hash ^ visitorId.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}
