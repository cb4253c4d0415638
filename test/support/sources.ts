import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = new URL('../..', import.meta.url).pathname;

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All files below the given folders whose name matches. Folders that do not exist yet count as empty. */
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

/** The code with comments blanked out, line numbers kept. Strings and templates stay. */
export function withoutComments(code: string): string {
  return code.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=\s*[,;)\].]))|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (whole, kept: string | undefined) => kept ?? whole.replace(/[^\n]/g, ' '),
  );
}

/** The code with comments and the text of strings blanked out; what templates compute stays. */
export function onlyCode(code: string): string {
  return withoutComments(code).replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, (literal) =>
    literal.startsWith('`') ? (literal.match(/\$\{[^}]*\}|\n/g) ?? []).join(' ') : literal.slice(0, 1).repeat(2),
  );
}
