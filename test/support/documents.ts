import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

export interface Document {
  readonly path: string;
  readonly text: string;
}

const generated = /^(?:node_modules|dist(?:\.\w+-build)?|\.cache|\.git|test-results)$/;

/** Every file of the project, without what is installed or generated. */
export const projectFiles: readonly string[] = readdirSync(root, { withFileTypes: true })
  .flatMap((entry) => {
    if (generated.test(entry.name)) return [];
    if (entry.isFile()) return [entry.name];
    return (readdirSync(join(root, entry.name), { recursive: true }) as string[]).map((name) => join(entry.name, name));
  })
  .filter((path) => !path.includes('node_modules'));

/** Every page of documentation. */
export const documents: readonly Document[] = projectFiles
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
