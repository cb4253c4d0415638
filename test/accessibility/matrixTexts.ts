import { english } from '../../frame/compose/english.ts';

/** Which texts of the product a state shows. A state that nobody wrote down is found by its text. */

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Short texts must be a whole text of the document, because they are also parts of others. */
const shortChars = 12;

function patternOf(text: string): RegExp {
  const body = text
    .split(/\{\w+\}/)
    .map(escaped)
    .join('[^]*');
  return text.length < shortChars ? new RegExp(`^\\W*${body}\\W*$`, 'u') : new RegExp(body, 'u');
}

/** The name of a text, `chat.send`, and how to find it. Empty texts show nothing. */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = Object.entries(english).flatMap(
  ([section, texts]) =>
    Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
      typeof text === 'string' && text !== '' ? [[`${section}.${key}`, patternOf(text)] as const] : [],
    ),
);

export const textNames: readonly string[] = patterns.map(([name]) => name);

export const textsIn = (words: readonly string[]): readonly string[] =>
  patterns.filter(([, pattern]) => words.some((one) => pattern.test(one))).map(([name]) => name);
