import type { Log } from '../platform/log.ts';

/** Splits a comma-separated list into trimmed names without duplicates. */
function splitList(text: string): readonly string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}

/**
 * The zones to offer, and the one to start with (SC-054 to SC-057): that of the visitor's device if the list has it, else the
 * preferred one. A preferred zone that is not in the list is added as the first, and so is the visitor's own.
 */
export function timeZones(
  list: string,
  preferred: string,
  isKnown: (zone: string) => boolean,
  log: Log,
  device = '',
): { readonly zones: readonly string[]; readonly zone: string; readonly ownZone: string } {
  const wanted = preferred.trim();
  const hasPreferred = wanted.toUpperCase() !== 'NONE';
  const known = splitList(list).filter((zone) => {
    if (isKnown(zone)) return true;
    log.warn('Skipping an unknown time zone of the scheduler.', zone);
    return false;
  });
  const listed = hasPreferred && isKnown(wanted) && !known.includes(wanted) ? [wanted, ...known] : known;
  const own = isKnown(device) ? listed.find((one) => isSameZone(one, device)) : undefined;
  const zone = own ?? (hasPreferred && listed.includes(wanted) ? wanted : (listed[0] ?? ''));
  if (zone === '') log.warn('The scheduler has no default time zone.');
  const ownZone = own ?? (isKnown(device) ? device : '');
  const zones = own === undefined && ownZone !== '' ? [ownZone, ...listed] : listed;
  return { zones, zone: zone || ownZone, ownZone };
}

/** SC-079: the states or provinces, and the first one as default. */
export function subregions(list: string, log: Log): { readonly names: readonly string[]; readonly first: string } {
  const names = splitList(list);
  const first = names[0] ?? '';
  if (first === '') log.warn('The scheduler has no default state or province.');
  return { names, first };
}

const cachedZones = new Map<string, boolean>();
/** More zones than any list has. */
const maxCachedZones = 1_000;

/** True if the browser knows the zone. Cached, because every render calls it. */
export function isKnownZone(zone: string): boolean {
  const cached = cachedZones.get(zone);
  if (cached !== undefined) return cached;
  if (cachedZones.size >= maxCachedZones) cachedZones.clear();
  const isKnown = canFormatIn(zone);
  cachedZones.set(zone, isKnown);
  return isKnown;
}

/** The zone of the visitor's device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Browsers and services use different names for some zones, such as Asia/Katmandu and Asia/Kathmandu. */
function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalName(one) === canonicalName(other);
}

export function canonicalName(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

function canFormatIn(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false; // The browser does not know the zone.
  }
}
