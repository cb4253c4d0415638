import { english } from '../../../../frame/compose/english.ts';
import type { Fragments } from './plainTexts.ts';

/** Each letter with a mark, so that the text can still be read. */
const marked = new Map(
  Object.entries({
    a: 'á',
    c: 'ç',
    d: 'ď',
    e: 'é',
    i: 'í',
    l: 'ľ',
    n: 'ñ',
    o: 'ó',
    r: 'ř',
    s: 'š',
    t: 'ť',
    u: 'ú',
    y: 'ý',
    z: 'ž',
  }),
);

/**
 * The pseudo-language of the locale `en-XA`: English with marks, four tenths longer and in brackets. On the page, a text without brackets is
 * hard-coded, and one without its closing bracket is cut off.
 */
function toPseudo(text: string): string {
  if (text === '') return text;
  const longer = text
    .split(/(\{\w+\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[a-z]/g, (letter) => marked.get(letter) ?? letter)))
    .join('');
  return `⟦${longer}${' ~~~'.repeat(Math.ceil(text.length / 10))}⟧`;
}

export const pseudoTexts: Fragments = Object.fromEntries(
  Object.entries(english).map(([section, texts]) => [
    section,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toPseudo(text)])),
  ]),
);
