import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv-draft-04';

const root = 'https://schemas.invalid/';

/** The vendor's schemas by relative path. They refer to each other by relative path, so each gets its path as its id. */
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
