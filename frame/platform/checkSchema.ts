import { createError } from './errors.ts';

/** The part of JSON Schema that the deployment file's schema uses. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
}

/**
 * Checks a value and fills in defaults. Throws CONFIG_INVALID with the path of the first invalid field. The rooms declare
 * their sections once, with valibot; the build derives this schema from them, and a test compares the two. Valibot itself
 * would use a fifth of the byte budget before intent.
 */
export function checkSchema(schema: Schema, given: unknown, path = ''): unknown {
  const value = given === undefined ? structuredClone(schema.default) : given;
  if (value === undefined) return value;

  if (schema.anyOf) {
    for (const one of schema.anyOf) {
      try {
        return checkSchema(one, value, path);
      } catch {} // Another alternative may match.
    }
    return refuse(path, 'matches none of the allowed forms');
  }
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  if (choices && !choices.includes(value)) return refuse(path, `must be ${choices.join(' or ')}`);

  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const isInteger = schema.type === 'integer' && Number.isInteger(value);
  if (schema.type && schema.type !== type && !isInteger) return refuse(path, `must be of type ${schema.type}`);

  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) return refuse(path, 'must not be empty');
    if (schema.format === 'uri' && !URL.canParse(value)) return refuse(path, 'must be an address');
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value))
      return refuse(path, 'does not have the allowed form');
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return refuse(path, 'needs more entries');
    return value.map((item, index) => checkSchema(schema.items ?? {}, item, `${path}[${index}]`));
  }
  if (type !== 'object' || !(schema.properties || schema.additionalProperties)) return value;

  const fields = value as Record<string, unknown>;
  const { properties = {}, additionalProperties } = schema;
  const checked: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(properties), ...Object.keys(fields)])) {
    const at = path ? `${path}.${name}` : name;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!known && additionalProperties === false) return refuse(at, 'is not a known field');
    const field = checkSchema(
      known ?? (typeof additionalProperties === 'object' ? additionalProperties : {}),
      fields[name],
      at,
    );
    if (field !== undefined) checked[name] = field;
    else if (schema.required?.includes(name)) return refuse(at, 'is missing');
  }
  return checked;
}

function refuse(path: string, reason: string): never {
  throw createError('CONFIG_INVALID', `config.json is refused: ${path || 'the file'} ${reason}`);
}
