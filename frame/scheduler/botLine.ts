import { parseJson } from '../platform/parseJson.ts';
import type { SchedulerRequest } from './ports.ts';

/** SC-005: the request comes from a bot line that brings its own configuration or texts. */
export function isBotLine(request: SchedulerRequest): boolean {
  return request.schedulerConfig !== undefined || request.schedulerText !== undefined;
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
