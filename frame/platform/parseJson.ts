/** Longest text within an answer: five times the part of a message that the chat shows unfolded. */
export const maxTextLength = 100_000;
/** Longest array within an answer: more than any view shows and any conversation has in one answer. */
const maxListLength = 10_000;

/** An object with one of these names can change the prototype of others, as soon as a name of it is used as a property. */
const prototypeNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];
/** Escapes may spell them. Most texts have neither, and are parsed without checking every value. */
const mayHaveNames = /__proto__|constructor|prototype|\\u/;

/**
 * Parses JSON from outside: answers of services, cookies, stored values. Drops the names that lead to a prototype. `change` replaces
 * each value. Throws if it is not JSON.
 */
export function parseJson(text: string, change?: (value: unknown) => unknown): unknown {
  if (!mayHaveNames.test(text)) return JSON.parse(text, change && ((_, value) => change(value)));
  return JSON.parse(text, (name, value) => {
    if (prototypeNames.includes(name)) return undefined;
    return change ? change(value) : value;
  });
}

/**
 * Parses JSON. Longer texts and arrays are truncated, so that no view or loop gets more than it can handle. Throws if it is
 * not JSON.
 */
export function parseAnswer(text: string): unknown {
  return parseJson(text, text.length > maxTextLength ? cut : undefined);
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  return Array.isArray(value) ? value.slice(0, maxListLength) : value;
}
