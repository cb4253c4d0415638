import { expect } from 'vitest';

/** Twice the text, twice the time. */

const size = 10_000;

/** The shortest of three runs: another run may include a garbage collection. */
const shortestMs = (run: () => unknown): number => Math.min(...Array.from({ length: 3 }, () => msOf(run)));

/**
 * The time that the processor spends in our code. The clock counts other programs as well, and the time in the system counts memory that a
 * busy machine has to find first.
 */
function msOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / 1_000;
}

/**
 * Four times the text takes 4 times as long if the time is linear, 16 times if it is quadratic. A run of a few milliseconds says
 * nothing, and need not: quadratic time would be 1.6 billion steps.
 */
export function expectLinear(read: (text: string) => unknown, textOf: (length: number) => string): void {
  const large = textOf(4 * size);
  if (msOf(() => read(large)) < 20) return;
  const small = textOf(size);
  const isLinear = (): boolean => {
    const afterMs = shortestMs(() => read(large));
    return afterMs < 20 || afterMs < 10 * shortestMs(() => read(small));
  };
  expect(Array.from({ length: 5 }).some(isLinear)).toBe(true);
}

/** A part over and over, to a length. */
export const repeated =
  (part: string, before = '', after = '') =>
  (length: number): string =>
    `${before}${part.repeat(Math.ceil(length / part.length))}${after}`.slice(0, length + before.length + after.length);

export const worstTexts: readonly (readonly [string, (length: number) => string])[] = [
  ['closing brackets after an address', repeated(')', 'http://a')],
  ['dots after an address', repeated('.', 'http://a', 'x')],
  ['dots', repeated('.')],
  ['addresses without end', repeated('http://')],
  ['addresses with brackets', repeated('http://a.example/(x). ')],
  ['local parts', repeated('a')],
  ['at signs', repeated('a@')],
  ['domains', repeated('a.', 'a@')],
  ['closing tags without end', repeated('</script', '<script>')],
  ['opened scripts', repeated('<script>')],
  ['opening brackets', repeated('<')],
  ['attributes', repeated(' href="', '<a')],
  ['attributes with spaces', repeated(' href ', '<a', '>')],
  ['comments', repeated('<!--')],
  ['deep markup', repeated('<div>')],
  ['entities', repeated('&#1')],
  ['tokens', repeated('eyJ-')],
  ['tokens with dots', repeated('eyJabc.')],
  ['bearers', repeated('Bearer ')],
  ['spaces', repeated(' ', 'Bearer')],
  ['numbers', repeated('1.')],
  ['digits', repeated('1')],
  ['line ends', repeated('\n#')],
  ['question marks', repeated('?', 'http://')],
  ['IBANs', repeated('DE89 3704 ')],
  ['beginnings of IBANs', repeated('DE89')],
  ['quotations', repeated("'a", "'http://")],
  ['addresses in a list', repeated(',http://a.example')],
  ['words that touch', repeated('ko한')],
  ['addresses that touch', repeated('a@a.example한')],
  ['hyphens before an address', repeated("'-.", '', '@a.example')],
];
