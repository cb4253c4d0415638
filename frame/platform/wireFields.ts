import * as v from 'valibot';

/** A field that is missing, null or of the wrong type is undefined, so that the other fields can still be read. */
export const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** The value as the schema reads it; undefined if it does not match. */
export function tryParse<Schema extends v.GenericSchema>(schema: Schema, value: unknown) {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}

/** An id, which services send as a text or as a number. */
export const idText = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** A list of one may arrive as the bare element. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Drops the items that do not match and keeps the others. Returns an empty list if the value is not a list. */
export function parseList<const Item extends v.GenericSchema>(item: Item, values: unknown): v.InferOutput<Item>[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown) => {
    const result = v.safeParse(item, value);
    return result.success ? [result.output] : [];
  });
}
