import type { TemporalApi } from './temporal.ts';

/**
 * UTC offsets of time zones. Calling Temporal for each of 2,000 slots is slow, so the offsets at the ends of a week are
 * cached, and Temporal is called again only in weeks with a clock change. (No zone changes its clocks twice in a week.)
 */
export interface ZoneOffsets {
  /** False for a name that Temporal does not know. */
  isZone(zone: string): boolean;
  /** What to add to an instant to get its wall-clock time, in ms. The zone must be valid. */
  offsetMs(zone: string, ms: number): number;
  /** The instant of a wall-clock time that is given as if it were UTC. Resolves clock changes like Temporal's "compatible". */
  instantMs(zone: string, wallMs: number): number;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Limits the memory that a service with a different zone for each slot can fill. */
const maxZones = 100;

const cache = new WeakMap<object, ZoneOffsets>();

/** Cached per namespace: zone rules do not change while a page is open. */
export function zoneOffsets(T: TemporalApi): ZoneOffsets {
  const cached = cache.get(T);
  if (cached) return cached;
  const created = createZoneOffsets(T);
  cache.set(T, created);
  return created;
}

function createZoneOffsets(T: TemporalApi): ZoneOffsets {
  const weeks = new Map<string, Map<number, number>>();

  /** NaN for a zone that Temporal does not know. */
  function askTemporal(zone: string, ms: number): number {
    try {
      return T.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
    } catch {
      return Number.NaN; // Ignore the error: a slot of such a zone is read in another one.
    }
  }

  function offsetAtStart(zone: string, week: number): number {
    let offsets = weeks.get(zone);
    if (!offsets) {
      if (weeks.size >= maxZones) weeks.clear();
      offsets = new Map();
      weeks.set(zone, offsets);
    }
    let offset = offsets.get(week);
    if (offset === undefined) {
      offset = askTemporal(zone, week * weekMs);
      offsets.set(week, offset);
    }
    return offset;
  }

  function offsetMs(zone: string, ms: number): number {
    const week = Math.floor(ms / weekMs);
    const offset = offsetAtStart(zone, week);
    return offset === offsetAtStart(zone, week + 1) ? offset : askTemporal(zone, ms);
  }

  return {
    isZone: (zone) => !Number.isNaN(offsetAtStart(zone, 0)),
    offsetMs,
    instantMs(zone, wallMs) {
      const before = offsetMs(zone, wallMs - dayMs);
      const after = offsetMs(zone, wallMs + dayMs);
      if (offsetMs(zone, wallMs - before) === before) return wallMs - before;
      // The clocks skip this time. Like Temporal, move it forward by the length of the gap.
      return offsetMs(zone, wallMs - after) === after ? wallMs - after : wallMs - before;
    },
  };
}
