import { readAnswer } from '../../../../platform/backend/readAnswer.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { createError, isWidgetError } from '../../../../platform/errors.ts';
import type { Lifetime } from '../../../../platform/lifetime.ts';
import type { StreamedCall } from '../api.ts';
import { postTimeoutMs } from '../limits.ts';
import type { BotAnswer } from '../wire.ts';
import { maxStreamMs } from './limits.ts';
import { isStream, readStream, type StreamListener } from './readStream.ts';

/** Why a request has ended without an answer, if it is known. */
type Reason = 'late' | 'silent' | 'exceeded' | 'failed';

export type StreamOutcome = { readonly answer: BotAnswer } | StreamFailure;

export interface StreamFailure {
  readonly answer?: undefined;
  readonly error: unknown;
  readonly reason: Reason | undefined;
  /** The service has begun to stream. */
  readonly hasStreamed: boolean;
}

export interface StreamRequest {
  /** Never rejects. */
  readonly outcome: Promise<StreamOutcome>;
  abort(): void;
}

/** Posts a message once. The answer may be a stream or JSON. */
export function requestStream(
  { clock, conversation }: { readonly clock: Clock; readonly conversation: Lifetime },
  post: (call: StreamedCall) => Promise<BotAnswer>,
  took: StreamListener['took'],
): StreamRequest {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let reason: Reason | undefined;
  let hasStreamed = false;

  const because = (why: Reason) => (): void => {
    reason = why;
  };
  const endWith = (why: Reason) => (): void => {
    reason = why;
    abort();
  };
  const stopTimer = clock.after(postTimeoutMs, endWith('late'));
  const call: StreamedCall = {
    headers: { Accept: 'text/event-stream, application/json' },
    signal: controller.signal,
    attemptTimeoutMs: maxStreamMs,
    limitMs: maxStreamMs,
    read(response, where) {
      stopTimer();
      if (!isStream(response)) return readAnswer(response, where);
      hasStreamed = true;
      const [exceeded, failed] = [because('exceeded'), because('failed')];
      return readStream(response, where, clock, { took, silent: endWith('silent'), exceeded, failed });
    },
  };

  async function send(): Promise<StreamOutcome> {
    const detach = conversation.add(abort);
    try {
      return { answer: await post(call) };
    } catch (error) {
      if (reason === 'late')
        return { error: createError('CALL_TIMEOUT', 'The bot did not answer.'), reason, hasStreamed };
      const isLate = reason === undefined && isWidgetError(error, 'CALL_TIMEOUT');
      return { error, reason: isLate ? 'exceeded' : reason, hasStreamed };
    } finally {
      stopTimer();
      detach();
    }
  }

  return { outcome: send(), abort };
}
