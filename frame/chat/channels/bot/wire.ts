import * as v from 'valibot';
import { optionalField, toList } from '../../../platform/wireFields.ts';
import { type Line, type LineType, type LineValue, lineTypes } from '../../conversation.ts';
import { parseRoutingEntry, type RoutingEntry } from '../../routing/routingEntry.ts';

const scalar = optionalField(v.union([v.string(), v.number()]));

/**
 * The bot service's answers as they are on the wire. Every field is optional, and a field of an unexpected type is treated
 * as missing, so that as much as possible of a malformed answer is still shown.
 */
const answer = v.looseObject({
  _id: scalar,
  text: v.optional(v.unknown()),
  context: optionalField(v.record(v.string(), v.unknown())),
  output: optionalField(v.looseObject({ values: v.optional(v.unknown()), generic: v.optional(v.unknown()) })),
  timestamp: scalar,
  source: optionalField(v.string()),
  partial: v.optional(v.unknown()),
});

export type BotAnswer = ReturnType<typeof parseBotAnswer>;

/** One answer of the bot (CH-084). Throws if the value is not an object; the call then fails. */
export function parseBotAnswer(raw: unknown) {
  const parsed = v.parse(answer, recordOf(raw));
  return {
    id: parsed._id === undefined ? undefined : String(parsed._id),
    text: textIn(parsed.text),
    context: parsed.context ?? {},
    values: toList(parsed.output?.values),
    /** `output.generic`, the hosted assistant's format; undefined when the answer does not have it. */
    generic: parsed.output?.generic === undefined ? undefined : toList(parsed.output.generic),
    /** Milliseconds since the epoch; undefined when missing or unreadable. */
    timestamp: timeOf(parsed.timestamp),
    source: parsed.source,
    /** The bot is still writing it. */
    isPartial: parsed.partial === true,
    /** It came with an error status (CH-101). */
    isFailure: false,
    /** The unparsed answer, for calls that send it back. */
    raw,
  };
}

/** Routing entries by focus area that the bot supplied in addition to the page's own (CH-058). */
export function extraBundlesOf(answer: BotAnswer | undefined): Record<string, RoutingEntry> {
  const given = Object.entries(recordOf(answer?.context.extraBundles) ?? {});
  return Object.fromEntries(
    given.flatMap(([area, value]) => {
      const parsed = parseRoutingEntry(value);
      return parsed ? [[area, parsed]] : [];
    }),
  );
}

export type HistoryTurn = ReturnType<typeof parseHistory>[number];

/** The turns of a history, oldest first (CH-089). Skips turns that are not objects. */
export function parseHistory(raw: unknown) {
  const list = Array.isArray(raw) ? raw : toList(recordOf(raw)?.list ?? recordOf(raw)?.history);
  return list.flatMap((item) => {
    const turn = recordOf(item);
    if (!turn) return [];
    const data = recordOf(turn.data);
    const { _id, timestamp, partial } = turn;
    const parsed = parseBotAnswer({ _id, timestamp, partial, output: recordOf(data?.output) ?? {} });
    return [{ visitorText: textIn(recordOf(data?.input)?.text), answer: parsed }];
  });
}

/** How deep lines may nest: real answers nest one level, a group or tile with choices; the cap stops recursion. */
const maxLineDepth = 8;

/** A line of an answer (CH-085). An unknown type is shown as text; undefined when there is nothing to show. */
export function toLine(value: unknown, depth = 0): Line | undefined {
  if (depth > maxLineDepth) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : { type: 'text', text: value };
  const item = recordOf(value);
  if (!item) return undefined;
  // An item with a `choiceType` is a choice even without a `type` (CH-087).
  const name = typeof item.type === 'string' ? item.type.toLowerCase() : item.choiceType ? 'choice' : 'text';
  const type = ((lineTypes as readonly string[]).includes(name) ? name : 'text') as LineType;
  const items = toList(item.items).flatMap((one) => toLine(one, depth + 1) ?? []);
  const text = textIn(item.text) || textIn(item.title) || textIn(item.label);
  if (text.trim() === '' && items.length === 0 && type === 'text') return undefined;
  return {
    type,
    text,
    value: toLineValue(item.value),
    focusArea: stringOf(item.focusArea),
    href: stringOf(item.href) ?? stringOf(item.url),
    choiceType: stringOf(item.choiceType),
    dialogNode: stringOf(item.dialogNode),
    description: stringOf(item.description),
    imageUrl: stringOf(item.imageUrl),
    ...(items.length > 0 ? { items } : {}),
  };
}

function toLineValue(value: unknown): LineValue | undefined {
  const record = recordOf(value);
  if (!record) return undefined;
  const given = record.chatInformation;
  const chatInformation = (Array.isArray(given) ? given : given === undefined ? [] : [given]).flatMap(
    (one) => parseRoutingEntry(one) ?? fromBundleRow(one) ?? [],
  );
  return {
    ...(chatInformation.length > 0 ? { chatInformation } : {}),
    ...(record.schedulerConfig === undefined ? {} : { schedulerConfig: record.schedulerConfig }),
    ...(typeof record.schedulerText === 'string' ? { schedulerText: record.schedulerText } : {}),
  };
}

/** A line may carry a routing entry in the format of a bundle row (CH-004). */
function fromBundleRow(value: unknown) {
  const row = recordOf(value);
  if (typeof row?.chatService !== 'string') return undefined;
  return parseRoutingEntry({ ...row, service: row.chatService, skill: row.chatRoutingCode });
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textIn(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

function timeOf(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'number' ? value : Date.parse(value);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
