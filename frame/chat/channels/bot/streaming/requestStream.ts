import { maxAnswerLength, readAnswer } from '../../../../platform/backend/readAnswer.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { createError, isWidgetError } from '../../../../platform/errors.ts';
import type { Lifetime } from '../../../../platform/lifetime.ts';
import { parseAnswer } from '../../../../platform/parseJson.ts';
import type { StreamedCall } from '../api.ts';
import { maxEventLength, maxSilenceMs, maxStreamMs, postTimeoutMs } from '../limits.ts';
import { type BotAnswer, recordOf, stringOf } from '../wire.ts';

/** Why a request has ended without an answer, if it is known. `failed`: the service itself, so asking again would not help. */
type Reason = 'late' | 'silent' | 'exceeded' | 'failed';

/** An event before the last one. Data that is not a JSON object counts as empty. */
export type TakeEvent = (name: string, number: number | undefined, data: Readonly<Record<string, unknown>>) => void;

/** Posts a message once. The answer may be a stream or JSON. Ends with `attempt`, and ends it. Never rejects. */
export async function requestStream(
  clock: Clock,
  attempt: Lifetime,
  post: (call: StreamedCall) => Promise<BotAnswer>,
  onEvent: TakeEvent,
) {
  let reason: Reason | undefined;
  /** The service has begun to stream. */
  let hasStreamed = false;
  let answer: BotAnswer | undefined;
  let error: unknown;

  const endWith = (why: Reason) => (): void => {
    reason = why;
    attempt.end();
  };
  const stopTimer = clock.after(postTimeoutMs, endWith('late'));
  const call: StreamedCall = {
    headers: { Accept: 'text/event-stream, application/json' },
    signal: attempt.signal,
    attemptTimeoutMs: maxStreamMs,
    limitMs: maxStreamMs,
    read(response, where) {
      stopTimer();
      if (!isStream(response)) return readAnswer(response, where);
      hasStreamed = true;
      return readStream(response, where);
    },
  };

  /** Reads a stream up to its `answer`, and returns the JSON of it. Throws if there is none. */
  async function readStream({ body }: Response, where: string): Promise<string> {
    const tooLong = (): Error => {
      reason = 'exceeded';
      return createError('ANSWER_INVALID', `${where} sent a stream that is too long`);
    };
    const events = createEventReader(maxEventLength, tooLong);
    // It keeps the start of a character whose end is in the next piece.
    const decoder = new TextDecoder();
    const reader = body?.getReader();
    let length = 0;
    try {
      for (;;) {
        const stopSilence = clock.after(maxSilenceMs, endWith('silent'));
        const { value } = (await reader?.read().finally(stopSilence)) ?? {};
        const piece = decoder.decode(value, { stream: value !== undefined });
        length += piece.length;
        if (length > maxAnswerLength) throw tooLong();
        for (const event of [...events.push(piece), ...(value ? [] : events.end())]) {
          const answer = take(event, where);
          if (answer !== undefined) return answer;
        }
        if (!value) throw createError('CALL_FAILED', `${where} ended without an answer`);
      }
    } finally {
      reader?.cancel().catch(() => {}); // The connection may be closed already.
    }
  }

  function take({ name, id, data }: ServerEvent, where: string): string | undefined {
    if (name === 'answer') return data;
    const content = recordOf(jsonOf(data)) ?? {};
    if (name === 'error') {
      reason = 'failed';
      throw createError('CALL_FAILED', stringOf(content.message) ?? `${where} failed`, { body: content });
    }
    onEvent(name, /^\d{1,9}$/.test(id) ? Number(id) : undefined, content);
    return undefined;
  }

  try {
    answer = await post(call);
  } catch (thrown) {
    if (reason === undefined && isWidgetError(thrown, 'CALL_TIMEOUT')) reason = 'exceeded';
    error = reason === 'late' ? createError('CALL_TIMEOUT', 'The bot did not answer.') : thrown;
  } finally {
    stopTimer();
    attempt.end();
  }
  return { answer, error, reason, hasStreamed };
}

const isStream = (response: Response): boolean =>
  response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');

function jsonOf(data: string): unknown {
  try {
    return parseAnswer(data);
  } catch {
    return undefined;
  }
}

export interface ServerEvent {
  readonly name: string;
  /** The `id` field. Empty if the event has none. */
  readonly id: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2), whose pieces may be cut anywhere. Linear in the length of the stream: a line that
 * comes in many pieces is scanned once.
 */
export function createEventReader(maxLength: number, tooLong: () => Error) {
  let line = '';
  let isAfterReturn = false;
  let name = '';
  let id = '';
  let data: string[] = [];
  let length = 0;

  function takeLine(): ServerEvent | undefined {
    const taken = line;
    line = '';
    if (taken === '') {
      const event = { name: name || 'message', id, data: data.join('\n') };
      const isWhole = data.length > 0;
      [name, id, data, length] = ['', '', [], 0];
      return isWhole ? event : undefined;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(taken) ?? [];
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
    return undefined;
  }

  return {
    /** The events that this piece of the stream completes. Throws as soon as an event is longer than the limit. */
    push(piece: string): readonly ServerEvent[] {
      const events: ServerEvent[] = [];
      const text = isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
      if (piece !== '') isAfterReturn = piece.endsWith('\r');
      for (const [at, part] of text.split(/\r\n|\r|\n/).entries()) {
        if (at > 0) {
          const event = takeLine();
          if (event) events.push(event);
        }
        line += part;
        length += part.length;
        if (length > maxLength) throw tooLong();
      }
      return events;
    },
    /** The last event, if the stream has ended without the empty line after it. */
    end(): readonly ServerEvent[] {
      const events = [takeLine(), takeLine()];
      return events.filter((one) => one !== undefined);
    },
  };
}
