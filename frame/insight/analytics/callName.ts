/**
 * Names a call by its path without ids: `/api/account/31487986/visitors/Q2Y` becomes `/api/account/:id/visitors/:id`. A path
 * segment with a digit is treated as an id, unless it is a version (`v2`).
 */
export function toCallName(path: string): string {
  return path
    .replace(/[?#].*/s, '')
    .split('/')
    .map((segment) => (isId(segment) ? ':id' : segment))
    .join('/');
}

function isId(segment: string): boolean {
  if (/^v\d{1,2}$/.test(segment)) return false;
  return /\d|[@%=:]/.test(segment) || segment.length > 32;
}
