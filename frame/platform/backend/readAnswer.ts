import { createError } from '../errors.ts';

/** Longest answer of a service, in characters: a hundred times the largest that we have seen. */
export const maxAnswerLength = 5_000_000;

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
