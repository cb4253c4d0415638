/** `true` and `false` become booleans. An empty value becomes true (SH-096). */
export type QueryValue = string | boolean;

/** The text of a parameter, or undefined for a flag. */
export function textOf(value: QueryValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
