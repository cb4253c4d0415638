/**
 * A call's name without the ids in its path: `/api/account/31487986/visitors/Q2Y` is `/api/account/:id/visitors/:id`.
 * Steps with a digit count as ids unless they are a version (`v2`).
 */
export function toCallName(path: string): string {
  return path
    .replace(/[?#].*$/, '')
    .split('/')
    .map((step) => (isId(step) ? ':id' : step))
    .join('/');
}

function isId(step: string): boolean {
  if (/^v\d{1,2}$/.test(step)) return false;
  return /\d|[@%=:]/.test(step) || step.length > 32;
}
