import * as v from 'valibot';
import type { QueueType } from './adapters.ts';

/** A phone number of a routing entry. SMS and the bot select one by country (CH-078, CH-160). */
const phoneNumber = v.object({
  /** As it is dialled. */
  phoneNumber: v.string(),
  /** The country whose visitors see it. */
  countryCode: v.optional(v.string()),
  /** The product that it is for. */
  product: v.optional(v.string()),
  /** The page about it. */
  urlLanding: v.optional(v.string()),
});

export type RoutingPhoneNumber = v.InferOutput<typeof phoneNumber>;

const queueType = v.picklist(['bot', 'sync', 'async', 'support', 'other'] satisfies QueueType[]);

/** A routing entry of a bundle, the page mapping or a bot's answer, with the field names of the wire (CH-003). */
export const routingEntrySchema = v.object({
  service: v.string(),
  skill: v.optional(v.string()),
  purpose: v.optional(v.string()),
  queueType: v.optional(queueType),
  ifExternalConfig: v.optional(v.boolean()),
  focusArea: v.optional(v.string()),
  countries: v.optional(v.array(v.string())),
  phoneNumbers: v.optional(v.array(phoneNumber)),
  switch: v.optional(v.union([v.string(), v.boolean()])),
  adapter: v.optional(v.string()),
});

export type RoutingEntry = v.InferOutput<typeof routingEntrySchema>;

/** An entry nests twice: endless nesting would overflow the stack. */
const maxNesting = 4;

/** Services send null for a missing field. What is nested deeper than an entry is omitted. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxNesting) return undefined;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field, depth + 1)]));
}

/** Returns `undefined` if the value is not a routing entry. */
export function parseRoutingEntry(value: unknown): RoutingEntry | undefined {
  const result = v.safeParse(routingEntrySchema, withoutNulls(value));
  return result.success ? result.output : undefined;
}
