import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Reads a file that a person has named. Ignores a byte order mark, as browsers do. npm changes to the top level of the repository; the
 * path is the caller's.
 */
export function readJsonFile(file: string): unknown {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${path} is not JSON: ${error.message}.`);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`There is no file ${path}.`);
    throw error;
  }
}
