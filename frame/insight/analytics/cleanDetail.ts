import { redact } from '../../platform/logLine.ts';
import { toCallName } from './callName.ts';
import { type AnalyticsEventName, analyticsEvents } from './events.ts';
import { maxValueLength } from './limits.ts';

/** Returns the listed fields that have a value, with texts truncated and personal data redacted. */
export function cleanDetail(
  name: AnalyticsEventName,
  detail: Readonly<Record<string, unknown>>,
): Record<string, string | number | boolean> {
  const clean: Record<string, string | number | boolean> = {};
  for (const field of analyticsEvents[name]) {
    const value = Object.hasOwn(detail, field) ? detail[field] : undefined;
    if (typeof value === 'string' && value !== '') {
      clean[field] = redact(field === 'call' ? toCallName(value) : value).slice(0, maxValueLength);
    } else if (typeof value === 'boolean' || Number.isFinite(value)) clean[field] = value as boolean | number;
  }
  return clean;
}

/** Removes query and fragment from a page URL: a query can hold an e-mail address. */
export function cleanPageUrl(url: string): string {
  return url.replace(/[?#].*/s, '');
}
