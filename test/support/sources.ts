import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = new URL('../..', import.meta.url).pathname;

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All files in the folders and their subfolders whose name matches. A missing folder counts as empty. */
export function readSources(folders: readonly string[], name: RegExp): readonly Source[] {
  return folders.flatMap((folder) => {
    let entries: { name: string; parentPath: string; isFile(): boolean }[];
    try {
      entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    } catch {
      return [];
    }
    return entries
      .filter((entry) => entry.isFile() && name.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
  });
}

/** Blanks out comments, and keeps line numbers, strings and templates. */
export function withoutComments(code: string): string {
  return code.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=\s*[,;)\].]))|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (whole, literal: string | undefined) => literal ?? whole.replace(/[^\n]/g, ' '),
  );
}

/** Blanks out comments and the text of strings. Keeps the expressions in templates. */
export function onlyCode(code: string): string {
  return withoutComments(code).replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, (literal) =>
    literal.startsWith('`') ? (literal.match(/\$\{[^}]*\}|\n/g) ?? []).join(' ') : literal.slice(0, 1).repeat(2),
  );
}
