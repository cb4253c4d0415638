import type { SchedulerRequest } from './ports.ts';

/**
 * SC-005: the scheduling entry with the bot's fields laid over it. An empty field replaces nothing, so that a line that only
 * names a purpose keeps the entry's time zones, topics and booking page.
 */
export function layOver(entry: unknown, fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return entry;
  // An empty text and an empty array have a length of 0; nothing counts as an empty text.
  const isGiven = (value: unknown): boolean =>
    Object(typeof value === 'string' ? value.trim() : (value ?? '')).length !== 0;
  return {
    ...(entry as object | undefined),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))),
  };
}

/** The purpose that a bot line's own configuration names. */
export function purposeOfLine({ schedulerConfig }: SchedulerRequest): string | undefined {
  const purpose = (schedulerConfig as { purpose?: unknown } | null | undefined)?.purpose;
  return typeof purpose === 'string' && purpose.trim() !== '' ? purpose : undefined;
}
