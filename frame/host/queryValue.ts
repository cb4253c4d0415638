/** `true` and `false` become booleans, an empty value is true (SH-096). */
export type QueryValue = string | boolean;

/** The text of a parameter; undefined for a bare flag. */
export function textOf(value: QueryValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
