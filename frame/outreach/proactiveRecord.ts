import { clockSlackMs, prepareBelowMs } from './limits.ts';
import { outcomeCodes } from './outcome.ts';

/** The content of the pop-up: an invitation, or the welcome message of an active bot (SH-115). */
export type ProactiveType = 'proactiveInvite' | 'botWelcomeMessage';

/**
 * The content of the proactive cookie. `state` is the start time of the count, in ms since the epoch, or an outcome code
 * (SH-118). Visitors already have such cookies, so the two fields and their order must not change.
 */
export interface ProactiveRecord {
  readonly type: ProactiveType;
  readonly state: number;
}

/**
 * Returns `undefined` for a value that is not a valid record; the count then starts. An invalid `state` becomes 0, so that
 * an edited cookie never shows the pop-up a second time.
 */
export function parseProactiveRecord(value: unknown): ProactiveRecord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { type, state } = value as Record<string, unknown>;
  if (type === undefined && state === undefined) return undefined;
  return {
    type: type === 'botWelcomeMessage' ? type : 'proactiveInvite',
    state: typeof state === 'number' && Number.isFinite(state) ? state : 0,
  };
}

/** SH-118: with zero or an outcome code there is nothing to wait for. */
export function hasStart(record: ProactiveRecord): boolean {
  return record.state > 0;
}

function toOpened(record: ProactiveRecord): ProactiveRecord {
  return { type: record.type, state: outcomeCodes.opened };
}

export type ProactiveStep =
  | { readonly step: 'wait' | 'prepare'; readonly leftMs: number }
  | { readonly step: 'due' }
  /** A count starts; write `record` to the cookie. */
  | { readonly step: 'begin'; readonly record: ProactiveRecord }
  /** No pop-up on this page; write `record` to the cookie if it is defined (CH-185). */
  | { readonly step: 'stop'; readonly record: ProactiveRecord | undefined };

/** What to do at a tick. Ticks may be late or missing, so all times come from the clock (SH-115 to SH-118). */
export function nextProactiveStep(
  record: ProactiveRecord | undefined,
  now: number,
  popUpTimeMs: number,
  firstType: ProactiveType,
): ProactiveStep {
  if (record === undefined) return { step: 'begin', record: { type: firstType, state: now } };
  if (!hasStart(record)) {
    return { step: 'stop', record: record.state === outcomeCodes.opened ? undefined : toOpened(record) };
  }
  if (record.state > now + clockSlackMs) return { step: 'begin', record: { type: record.type, state: now } };
  const leftMs = record.state + popUpTimeMs - now;
  if (leftMs <= 0) return { step: 'due' };
  return { step: leftMs < prepareBelowMs ? 'prepare' : 'wait', leftMs };
}
