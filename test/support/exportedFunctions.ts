import { parseSync } from 'oxc-parser';
import { readSources } from './sources.ts';

/** A function that a module of the product exports. */
export interface ExportedFunction {
  readonly path: string;
  readonly name: string;
  /** The type of its first parameter, as it is written. */
  readonly takes: string;
  /** How many parameters a caller must give. */
  readonly required: number;
}

interface Parameter {
  readonly type: string;
  readonly optional?: boolean;
  readonly typeAnnotation?: { readonly start: number; readonly end: number } | null;
}
interface Declared {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** All in the folders, without contracts, which are never downloaded. */
export function exportedFunctions(folders: readonly string[]): readonly ExportedFunction[] {
  return readSources(folders, /(?<!ontract)\.ts$/).flatMap(({ path, text }) =>
    parseSync(path, text)
      .program.body.flatMap((node) =>
        node.type === 'ExportNamedDeclaration' && node.declaration ? [node.declaration] : [],
      )
      .flatMap(functionsIn)
      .flatMap(({ name, parameters: [first, ...rest] }) => {
        if (!first) return [];
        const { start = 0, end = 0 } = first.typeAnnotation ?? {};
        const required = 1 + rest.filter((one) => one.type !== 'AssignmentPattern' && !one.optional).length;
        return [{ path, name, takes: text.slice(start, end).replace(/^:\s*/, ''), required }];
      }),
  );
}

function functionsIn(declaration: object): readonly Declared[] {
  const node = declaration as {
    readonly type: string;
    readonly id?: { readonly name: string };
    readonly params?: readonly Parameter[];
    readonly declarations?: readonly {
      readonly id: { readonly name: string };
      readonly init?: { readonly type: string; readonly params: readonly Parameter[] } | null;
    }[];
  };
  if (node.type === 'FunctionDeclaration') return [{ name: node.id?.name ?? '', parameters: node.params ?? [] }];
  return (node.declarations ?? []).flatMap(({ id, init }) =>
    init?.type === 'ArrowFunctionExpression' ? [{ name: id.name, parameters: init.params }] : [],
  );
}
