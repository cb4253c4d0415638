import type { Log } from '../platform/log.ts';

/** Comma-separated names, trimmed, each once. */
export function splitList(text: string): readonly string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}

/** SC-054 to SC-057: the zones to choose from, the preferred one first when the list lacks it. */
export function timeZones(
  list: string,
  preferred: string,
  isKnown: (zone: string) => boolean,
  log: Log,
): { readonly zones: readonly string[]; readonly zone: string } {
  const wish = preferred.trim();
  const hasWish = wish !== '' && wish.toUpperCase() !== 'NONE';
  const known = splitList(list).filter((zone) => {
    if (isKnown(zone)) return true;
    log.warn('A time zone of the scheduler is not known and is left out.', zone);
    return false;
  });
  const zones = hasWish && isKnown(wish) && !known.includes(wish) ? [wish, ...known] : known;
  const zone = hasWish && zones.includes(wish) ? wish : (zones[0] ?? '');
  if (zone === '') log.warn('The scheduler has no default time zone.');
  return { zones, zone };
}

/** SC-079: the states or provinces, and the first one as default. */
export function subregions(list: string, log: Log): { readonly names: readonly string[]; readonly first: string } {
  const names = splitList(list);
  const first = names[0] ?? '';
  if (first === '') log.info('The scheduler has no default state or province.');
  return { names, first };
}

/** Whether the browser has rules for that name. */
export function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false; // Silent: the answer is the refusal.
  }
}
