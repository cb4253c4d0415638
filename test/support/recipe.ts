import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const places = ['before', 'after', 'instead of'] as const;
type Where = (typeof places)[number];

/** A block of code of a recipe, with the place that the comment above it names. */
export interface RecipeStep {
  readonly file: string;
  readonly code: string;
  /** The line of the file beside which, or in place of which, the code goes. Undefined: the code is the whole file. */
  readonly line?: { readonly where: Where; readonly text: string };
}

/**
 * The steps of a page that have a place: `<!-- file: PATH -->` above a block is a new file, and
 * `<!-- PATH, after: LINE -->` (or `before`, or `instead of`) a place in a file that is there.
 */
export function readRecipe(markdown: string): readonly RecipeStep[] {
  const steps = markdown.matchAll(
    /^( *)<!-- (?:file: (?<created>\S+)|(?<changed>\S+), (?<where>after|before|instead of): (?<text>.+?)) -->\n+ *```(?:tsx?|md)\n(?<code>[\s\S]*?)^ *```$/gm,
  );
  return [...steps].map(({ 1: indent = '', groups = {} }) => {
    const { created, changed = '', where, text = '', code = '' } = groups;
    const unindented = code
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n');
    if (created !== undefined) return { file: created, code: unindented };
    return { file: changed, code: unindented, line: { where: places.find((one) => one === where) ?? 'after', text } };
  });
}

/** Does the steps in a copy of the project. */
export function followRecipe(folder: string, steps: readonly RecipeStep[]): void {
  for (const { file, code, line } of steps) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (line === undefined) {
      writeFileSync(path, code);
      continue;
    }
    const lines = readFileSync(path, 'utf8').split('\n');
    const found = lines.flatMap((one, at) => (one.trim() === line.text ? [at] : []));
    const [place] = found;
    if (place === undefined || found.length > 1)
      throw new Error(`${file} has ${found.length} lines “${line.text}”. A recipe needs one.`);
    const isReplaced = line.where === 'instead of';
    lines.splice(line.where === 'after' ? place + 1 : place, isReplaced ? 1 : 0, code.trimEnd());
    writeFileSync(path, lines.join('\n'));
  }
}
