import { clockSlackMs, outcomeCodes, prepareBelowMs } from './limits.ts';

/** What the visitor is shown: an invitation, or the welcome message of an active bot (SH-115). */
export type ProactiveType = 'proactiveInvite' | 'botWelcomeMessage';

/**
 * The proactive cookie. `state` is the time the count began, in ms since the epoch, or one of the outcome codes
 * (SH-118). Existing pages hold such cookies: the two fields and their order are part of the contract.
 */
export interface ProactiveRecord {
  readonly type: ProactiveType;
  readonly state: number;
}

/**
 * `undefined` for what was never ours: then the count begins. A record of ours with a broken state counts as one
 * without a start time, so that a cookie edited by hand never shows the pop-up a second time.
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

/** SH-118: zero and the markers mean that there is nothing to wait for. */
export function hasStart(record: ProactiveRecord): boolean {
  return record.state > 0;
}

export function toOpened(record: ProactiveRecord): ProactiveRecord {
  return { type: record.type, state: outcomeCodes.opened };
}

export type ProactiveStep =
  | { readonly step: 'wait' | 'prepare'; readonly leftMs: number }
  | { readonly step: 'due' }
  /** The record to keep from now on: a count that begins. */
  | { readonly step: 'begin'; readonly record: ProactiveRecord }
  /** Nothing more on this page; `record` is what the cookie must say, if it says something else (CH-185). */
  | { readonly step: 'stop'; readonly record: ProactiveRecord | undefined };

/** What a tick makes of the cookie: all time is read from the clock, ticks are never counted (SH-115 to SH-118). */
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
