import { parseArgs } from 'node:util';
import { type PartName, parts } from './parts.ts';

export interface BenchOptions {
  /** Compares with other widgets instead of measuring the README's other figures. */
  readonly isComparison: boolean;
  /** Measures people on an XMPP server instead. */
  readonly isXmpp: boolean;
  /** The sections of the README's figures to measure. Empty: all. */
  readonly sections: readonly string[];
  readonly guests: number;
  readonly rounds: number;
  /** The rows to measure. Undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly parts: readonly PartName[];
}

/** `[SECTION…] [--rounds 3]`, `--xmpp [--guests 1000]` or `--peers [--rounds 3] [--only ours,floor] [--parts cost,launcher]` */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      xmpp: { type: 'boolean', default: false },
      guests: { type: 'string', default: '1000' },
      peers: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      parts: { type: 'string' },
    },
  });
  const count = (option: 'rounds' | 'guests'): number => {
    const number = Number(values[option]);
    if (!Number.isInteger(number) || number < 1)
      throw new Error(`--${option} is a number from 1 on, not ${values[option]}`);
    return number;
  };
  const names = Object.keys(parts) as PartName[];
  const chosen = values.parts?.split(',') ?? names;
  const unknown = chosen.find((name) => !names.includes(name as PartName));
  if (unknown !== undefined) throw new Error(`--parts takes ${names.join(', ')}, not ${unknown}`);
  return {
    ...{ isComparison: values.peers, isXmpp: values.xmpp, guests: count('guests'), rounds: count('rounds') },
    sections: positionals,
    ...{ only: values.only?.split(','), parts: chosen as PartName[] },
  };
}
