import { maxAnswerLength } from '../../frame/platform/backend/readAnswer.ts';
import type { Answer } from './operations.ts';

/** An answer, or a sentence that says why there is none. */
export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly answer: Answer;
  /** Where the answer comes from, after redirects. */
  readonly url: string;
  /** The frame stops reading such an answer. The text is left out. */
  readonly isTooLong: boolean;
}

export interface Sending {
  readonly method?: 'OPTIONS' | 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Scripts may redirect. Calls may not: no document has an answer that redirects. */
  readonly redirect: 'follow' | 'manual';
  /** How long it may take. */
  readonly limitMs: number;
}

/** Sends a request. Returns a sentence if there is no answer, or if it breaks off. */
export async function send(url: URL, { limitMs, ...init }: Sending): Promise<Sent | string> {
  let hasBegun = false;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) });
    hasBegun = true;
    const { text, isTooLong } = await readText(response);
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    return { status, headers, url: response.url, isTooLong, answer: { status, type, body: parsed(text) } };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      return hasBegun
        ? `It began to answer but did not finish within ${limitMs / 1000} s.`
        : `It does not answer within ${limitMs / 1000} s.`;
    return `It cannot be reached: ${reasonOf(error as Error)}.`;
  }
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/** Reads no more than the frame does. */
async function readText({ body }: Response): Promise<{ readonly text: string; readonly isTooLong: boolean }> {
  let text = '';
  if (!body) return { text, isTooLong: false };
  // Leaving the loop ends the download.
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > maxAnswerLength) return { text: '', isTooLong: true };
  }
  return { text, isTooLong: false };
}

/** Undefined if it is empty, the text if it is not JSON. */
/** The JSON of a text, or the text if it is none. */
export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
