import * as v from 'valibot';

/** Drops the items that do not match and keeps the others. Returns an empty list if the value is not a list. */
export function parseList<const Item extends v.GenericSchema>(item: Item, values: unknown): v.InferOutput<Item>[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown) => {
    const result = v.safeParse(item, value);
    return result.success ? [result.output] : [];
  });
}
