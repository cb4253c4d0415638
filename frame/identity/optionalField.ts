import * as v from 'valibot';

/**
 * An optional field. A value that does not match the schema is treated as missing, so that the other fields can still be
 * read.
 */
export const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);
