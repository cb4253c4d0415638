/** What is known of the visitor, by attribute key (CH-197). Control attributes may hold more than the three types. */
export type Attributes = Readonly<Record<string, unknown>>;
export type EventTags = Readonly<Record<string, unknown>>;

/** The name of the first wrong input; undefined when all are usable. */
export function findWrongInput(
  texts: Readonly<Record<string, unknown>>,
  attributes: unknown,
  tags?: unknown,
): string | undefined {
  for (const [name, value] of Object.entries(texts)) if (typeof value !== 'string' || value === '') return name;
  if (!isAbsent(attributes)) {
    if (!isPlainObject(attributes)) return 'attributes';
    const unset = Object.keys(attributes).find((key) => attributes[key] === undefined);
    if (unset !== undefined) return `attribute ${unset}`;
  }
  return isAbsent(tags) || isPlainObject(tags) ? undefined : 'event tags';
}

/** Only these may leave the page. */
export function isSendable(value: unknown): value is string | boolean | number {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
}

/** A copy of the bridge's guard, so that the client stands alone as a chunk. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The provider's client takes any falsy value for "not given". */
function isAbsent(value: unknown): boolean {
  return !value;
}
