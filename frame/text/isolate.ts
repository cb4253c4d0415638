/** A number or an address in a sentence: in one piece, and left to right in every language. */
export const isolate = (text: string): string => `\u2066${text.replaceAll(' ', '\u00a0')}\u2069`;
