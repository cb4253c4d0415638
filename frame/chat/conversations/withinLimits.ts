import { isRecord } from '../../../bridge/guards.ts';
import { maxTextLength } from '../../platform/backend/readAnswer.ts';
import type { ChannelEvent } from '../channel.ts';

/** Maximum number of lines, choices, questions or answers in one event: each is a row, and nobody reads more. */
const maxRows = 200;

/** Limits the size of a channel's event, regardless of what the service has sent. */
export function withinLimits(event: ChannelEvent): ChannelEvent {
  if (event.type === 'messages') return { ...event, messages: event.messages.map((one) => cut(one)) };
  return /^(quickReplies|participants|survey)$/.test(event.type) ? cut(event) : event;
}

/** Deeper fields are data of the channel, which are not shown: an answer of a survey's question is at depth 5. */
const deepest = 8;

/** Truncates long texts and arrays in a record. */
function cut<Value>(value: Value, depth = 0): Value {
  if (depth > deepest) return value;
  if (typeof value === 'string') return value.slice(0, maxTextLength) as Value;
  if (Array.isArray(value)) return value.slice(0, maxRows).map((one) => cut(one, depth + 1)) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cut(field, depth + 1)])) as Value;
}
