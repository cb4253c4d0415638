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

const zonesKnown = new Map<string, boolean>();
/** Ours: more names than any list has. */
const zonesKnownMax = 1_000;

/** Whether the browser has rules for that name. Asked at each drawing, and so remembered. */
export function isKnownZone(zone: string): boolean {
  const known = zonesKnown.get(zone);
  if (known !== undefined) return known;
  if (zonesKnown.size >= zonesKnownMax) zonesKnown.clear();
  const is = hasRules(zone);
  zonesKnown.set(zone, is);
  return is;
}

function hasRules(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false; // Silent: the answer is the refusal.
  }
}
