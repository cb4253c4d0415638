import { isWidgetError } from '../platform/errors.ts';
import { defaultErrorCode } from './limits.ts';

/** SC-139, SC-140: the code in an error object, or a string that starts with SCH; SCH02 for anything else. The code is shown. */
export function toErrorCode(payload: unknown, depth = 0): string {
  if (typeof payload === 'string') return payload.startsWith('SCH') && isCode(payload) ? payload : defaultErrorCode;
  if (typeof payload !== 'object' || payload === null) return defaultErrorCode;
  const { code, error } = payload as { code?: unknown; error?: unknown };
  if (typeof code === 'string' && isCode(code)) return code;
  return depth < maxErrorDepth ? toErrorCode(error, depth + 1) : defaultErrorCode;
}

/** Services nest once, and endless nesting would overflow the stack. */
const maxErrorDepth = 8;

/** A sentence in its place would be shown as ours. */
const isCode = (text: string): boolean => /^[\w.-]{1,32}$/.test(text);

/** The code in the answer of a failed call; never one of the widget's own error codes. */
export function errorCodeOf(error: unknown): string {
  return toErrorCode(isWidgetError(error) ? error.body : undefined);
}
