import { maxAnswerLength, parseAnswer } from '../../../../platform/backend/readAnswer.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { createError } from '../../../../platform/errors.ts';
import { recordOf, stringOf } from '../wire.ts';
import { createEventReader, type ServerEvent } from './eventStream.ts';
import { maxEventLength, maxSilenceMs } from './limits.ts';

export interface StreamListener {
  /** An event before the last one. Data that is not a JSON object counts as empty. */
  took(name: string, number: number | undefined, data: Readonly<Record<string, unknown>>): void;
  /** The service is silent. Ends the request. */
  silent(): void;
  /** The stream is longer than the limits. */
  exceeded(): void;
  /** The service itself has failed, so asking again would not help. */
  failed(): void;
}

export const isStream = (response: Response): boolean =>
  response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');

/** Reads a stream up to its `answer`, and returns the JSON of it. Throws if there is none. */
export async function readStream(
  { body }: Response,
  where: string,
  clock: Clock,
  listener: StreamListener,
): Promise<string> {
  const tooLong = (): Error => {
    listener.exceeded();
    return createError('ANSWER_INVALID', `${where} sent a stream that is too long`);
  };
  const events = createEventReader(maxEventLength, tooLong);
  // It keeps the start of a character whose end is in the next piece.
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let length = 0;

  function take({ name, id, data }: ServerEvent): string | undefined {
    if (name === 'answer') return data;
    const content = recordOf(jsonOf(data)) ?? {};
    if (name === 'error') {
      listener.failed();
      throw createError('CALL_FAILED', stringOf(content.message) ?? `${where} failed`, { body: content });
    }
    listener.took(name, /^\d{1,9}$/.test(id) ? Number(id) : undefined, content);
    return undefined;
  }

  try {
    for (;;) {
      const stopTimer = clock.after(maxSilenceMs, listener.silent);
      const { value } = (await reader?.read().finally(stopTimer)) ?? {};
      const piece = decoder.decode(value, { stream: value !== undefined });
      length += piece.length;
      if (length > maxAnswerLength) throw tooLong();
      for (const event of [...events.push(piece), ...(value ? [] : events.end())]) {
        const answer = take(event);
        if (answer !== undefined) return answer;
      }
      if (!value) throw createError('CALL_FAILED', `${where} ended without an answer`);
    }
  } finally {
    reader?.cancel().catch(() => {}); // The connection may be closed already.
  }
}

function jsonOf(data: string): unknown {
  try {
    return parseAnswer(data);
  } catch {
    return undefined;
  }
}
