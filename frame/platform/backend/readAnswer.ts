import { createError } from '../errors.ts';
import { parseJson } from '../parseJson.ts';

/** Longest answer of a service, in characters: a hundred times the largest that we have seen. */
export const maxAnswerLength = 5_000_000;
/** Longest text within an answer: five times the part of a message that the chat shows unfolded. */
export const maxTextLength = 100_000;
/** Longest array within an answer: more than any view shows and any conversation has in one answer. */
const maxListLength = 10_000;

/** Reads an answer as a stream. Throws ANSWER_INVALID, and cancels the download, as soon as it is too long. */
export async function readAnswer({ body }: Response, where: string): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return text;
    text += value;
    if (text.length > maxAnswerLength) {
      void reader?.cancel();
      throw createError('ANSWER_INVALID', `${where} sent more than 5 million characters`);
    }
  }
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
