import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';

type AjvConstructor = new (
  options: object,
) => {
  addSchema(schema: object): void;
  getSchema(id: string): ValidateFunction | undefined;
};
// The package is CommonJS and offers its class as a property of itself.
const loaded: unknown = createRequire(import.meta.url)('ajv-draft-04');
const Ajv = ((loaded as { default?: unknown }).default ?? loaded) as AjvConstructor;

const root = 'https://schemas.invalid/';

/** The vendor's schemas by their relative paths; references between them are relative, so each gets its address as id. */
export function readMessagingSchemas(folder: string): (path: string) => ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false });
  const base = join(folder, 'liveperson/schema');
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  for (const file of files) {
    const schema = JSON.parse(readFileSync(join(base, file), 'utf8')) as Record<string, unknown>;
    ajv.addSchema({ ...schema, id: root + file.replaceAll('\\', '/') });
  }
  return (path) => {
    const validate = ajv.getSchema(root + path);
    if (!validate) throw new Error(`There is no schema ${path} in ${base}`);
    return validate;
  };
}
