import { english } from '../../frame/compose/english.ts';

/** Which texts of the product a state shows. A state that nobody wrote down is found by its text. */

interface ProductText {
  /** `chat.send` */
  readonly name: string;
  readonly text: string;
  readonly pattern: RegExp;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Short texts must be a whole text of the document or of a name, because they are also parts of others. */
const shortChars = 12;

function patternOf(text: string): RegExp {
  const body = text
    .split(/\{\w+\}/)
    .map(escaped)
    .join('[^]*');
  return text.length < shortChars ? new RegExp(`^\\W*${body}\\W*$`, 'u') : new RegExp(body, 'u');
}

/** Texts without words of their own, such as `{label}: {value}`, are in no state by themselves, and empty ones show nothing. */
const hasWords = (text: string): boolean => /\p{Letter}/u.test(text.replace(/\{\w+\}/g, ''));

const productTexts: readonly ProductText[] = Object.entries(english).flatMap(([section, texts]) =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'string' && hasWords(text) ? [{ name: `${section}.${key}`, text, pattern: patternOf(text) }] : [],
  ),
);

/**
 * The name of a control can hold several texts: “Monday, November 23, no times, chosen”. So can an announcement, “You: Sent”, and a list:
 * “It takes pictures or pdf”.
 */
const isIn = ({ pattern }: ProductText, words: string): boolean =>
  [words, ...words.split(/[,:] | or /)].some((part) => pattern.test(part));

/** “Your call is booked” is a part of “Your call is booked. Some details could not be loaded.” */
const isPartOf = (one: ProductText, other: ProductText): boolean => one.text !== other.text && isIn(one, other.text);

export const textNames: readonly string[] = productTexts.map(({ name }) => name);

/** Texts with the same words as another, such as the four with the word “Close”. */
export const ambiguousTexts: ReadonlySet<string> = new Set(
  productTexts
    .filter((one) => productTexts.some((other) => other !== one && other.text === one.text))
    .map(({ name }) => name),
);

/** A text that is part of another one counts only where it is shown by itself. */
export function textsIn(words: readonly string[]): readonly string[] {
  const found = words.flatMap((one) => {
    const shown = productTexts.filter((text) => isIn(text, one));
    return shown.filter((text) => !shown.some((other) => isPartOf(text, other)));
  });
  return [...new Set(found)].map(({ name }) => name);
}
