import { isRecord } from '../../../bridge/guards.ts';

/** The visitor's attributes by key (CH-197). Reserved attributes may hold other types than string, boolean and number. */
export type Attributes = Readonly<Record<string, unknown>>;
export type EventTags = Readonly<Record<string, unknown>>;

/** Returns the name of the first invalid input, or undefined when all are valid. */
export function findWrongInput(
  texts: Readonly<Record<string, unknown>>,
  attributes: unknown,
  tags?: unknown,
): string | undefined {
  for (const [name, value] of Object.entries(texts)) if (typeof value !== 'string' || value === '') return name;
  if (!isAbsent(attributes)) {
    if (!isRecord(attributes)) return 'attributes';
    const unset = Object.keys(attributes).find((key) => attributes[key] === undefined);
    if (unset !== undefined) return `attribute ${unset}`;
  }
  return isAbsent(tags) || isRecord(tags) ? undefined : 'event tags';
}

/** Only values of these types are sent. */
export function isSendable(value: unknown): value is string | boolean | number {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
}

/** The provider's client treats any falsy value as not given. */
function isAbsent(value: unknown): boolean {
  return !value;
}
