import type { TemporalApi } from './temporal.ts';

/**
 * How far a zone's clocks are from UTC, without asking Temporal for each of 2,000 slots: a zone is asked at the ends of
 * a week, and inside the week only where it changes its clocks. (No zone changes them twice within a week.)
 */
export interface ZoneOffsets {
  /** False for a name that Temporal has no rules for. */
  isZone(zone: string): boolean;
  /** Milliseconds to add to an instant to get its wall-clock time. The zone must be one. */
  offsetMs(zone: string, ms: number): number;
  /** The instant of a wall-clock time given as if it were UTC; as Temporal's "compatible" where clocks change. */
  instantMs(zone: string, wallMs: number): number;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Ours: a service that names a zone for each slot does not fill the memory. */
const zonesMax = 100;

const known = new WeakMap<object, ZoneOffsets>();

/** One table for each namespace: rules of zones do not change while a page is open. */
export function zoneOffsets(T: TemporalApi): ZoneOffsets {
  const there = known.get(T);
  if (there) return there;
  const made = createZoneOffsets(T);
  known.set(T, made);
  return made;
}

function createZoneOffsets(T: TemporalApi): ZoneOffsets {
  const validity = new Map<string, boolean>();
  const weeks = new Map<string, Map<number, number>>();

  function ask(zone: string, ms: number): number {
    return T.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
  }

  function edge(zone: string, week: number): number {
    let edges = weeks.get(zone);
    if (!edges) {
      if (weeks.size >= zonesMax) weeks.clear();
      edges = new Map();
      weeks.set(zone, edges);
    }
    let offset = edges.get(week);
    if (offset === undefined) {
      offset = ask(zone, week * weekMs);
      edges.set(week, offset);
    }
    return offset;
  }

  function offsetMs(zone: string, ms: number): number {
    const week = Math.floor(ms / weekMs);
    const offset = edge(zone, week);
    return offset === edge(zone, week + 1) ? offset : ask(zone, ms);
  }

  return {
    isZone(zone) {
      let is = validity.get(zone);
      if (is === undefined) {
        if (validity.size >= zonesMax) validity.clear();
        try {
          ask(zone, 0);
          is = zone !== '';
        } catch {
          is = false; // Silent: the answer is the refusal.
        }
        validity.set(zone, is);
      }
      return is;
    },
    offsetMs,
    instantMs(zone, wallMs) {
      const before = offsetMs(zone, wallMs - dayMs);
      const after = offsetMs(zone, wallMs + dayMs);
      if (offsetMs(zone, wallMs - before) === before) return wallMs - before;
      // Clocks were put forward over this time: as long after the change as it would have been.
      return offsetMs(zone, wallMs - after) === after ? wallMs - after : wallMs - before;
    },
  };
}
