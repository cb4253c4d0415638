import { parseArgs } from 'node:util';
import { type PartName, parts } from './parts.ts';

export interface BenchOptions {
  /** Compares with other widgets instead of measuring the README's other figures. */
  readonly isComparison: boolean;
  readonly rounds: number;
  /** The rows to measure. Undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly parts: readonly PartName[];
}

/** `--peers [--rounds 5] [--only ours,floor] [--parts cost,launcher]` */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      peers: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      parts: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is a number from 1 on, not ${values.rounds}`);
  const names = Object.keys(parts) as PartName[];
  const chosen = values.parts?.split(',') ?? names;
  const unknown = chosen.find((name) => !names.includes(name as PartName));
  if (unknown !== undefined) throw new Error(`--parts takes ${names.join(', ')}, not ${unknown}`);
  return { isComparison: values.peers, rounds, only: values.only?.split(','), parts: chosen as PartName[] };
}
