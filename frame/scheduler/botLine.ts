import { parseJson } from '../platform/parseJson.ts';
import type { SchedulerRequest } from './ports.ts';

/** SC-005: the request comes from a bot line that brings its own configuration or texts. */
export function isBotLine(request: SchedulerRequest): boolean {
  return request.schedulerConfig !== undefined || request.schedulerText !== undefined;
}

/**
 * SC-005: the scheduling entry with the bot's fields laid over it. An empty field replaces nothing, so that a line that only
 * names a purpose keeps the entry's time zones, topics and booking page.
 */
export function layOver(entry: unknown, fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return entry;
  const isGiven = (value: unknown): boolean =>
    typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined && !isEmptyList(value);
  return {
    ...(entry as object | undefined),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))),
  };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The purpose that a bot line's own configuration names. */
export function purposeOfLine({ schedulerConfig }: SchedulerRequest): string | undefined {
  const purpose = (schedulerConfig as { purpose?: unknown } | null | undefined)?.purpose;
  return typeof purpose === 'string' && purpose.trim() !== '' ? purpose : undefined;
}

/** A text that is equal for requests from the same bot line. */
export function botLineId({ schedulerConfig, schedulerText }: SchedulerRequest): string {
  return JSON.stringify([schedulerConfig, schedulerText]);
}

/** A bot line's texts are fragments, fragments as JSON, or plain text for the first question. */
export function toFragments(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    const parsed = parseJson(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {} // Ignore the error: plain text is allowed.
  return { firstQuestion: text };
}
