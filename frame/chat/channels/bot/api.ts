import { firstHost } from '../../../platform/backend/firstHost.ts';
import type { BackendCall, CallBackend } from '../../../platform/backend/plan.ts';
import { createError, describeError, isWidgetError } from '../../../platform/errors.ts';
import type { Line } from '../../conversation.ts';
import { postTimeoutMs, statusTimeoutMs } from './limits.ts';
import { type BotAnswer, type HistoryTurn, parseBotAnswer, parseHistory, recordOf, stringOf } from './wire.ts';

export interface BotInput {
  readonly text: string;
  /** The pressed line, whose fields are sent with the text (CH-080). */
  readonly line?: Line | undefined;
  /** Unchanged when the text is sent again. Sent only to a service that streams. */
  readonly id?: string | undefined;
  /** Ends the answer to the text with this id. */
  readonly stop?: true;
}

/** How the parts of an answer are read as they arrive. */
export type StreamedCall = Required<Pick<BackendCall<unknown>, 'headers' | 'read' | 'attemptTimeoutMs' | 'limitMs'>> & {
  readonly signal: AbortSignal;
};

/** Calls that do not go to the bot service. */
export interface OwnCalls {
  /** Sends `{context, input}` and resolves to the unparsed answer. */
  post(message: unknown): Promise<unknown>;
  /** Resolves to the unparsed history of the conversation. With it there is no bot service: no status, no ratings, no updates. */
  readonly history?: (() => Promise<unknown>) | undefined;
}

export type BotApi = ReturnType<typeof createBotApi>;

/** The five calls of the bot service. They are not idempotent, so each goes to one host, once (CH-191). */
export function createBotApi(call: CallBackend, host: string, signal: AbortSignal, own?: OwnCalls) {
  let streams = false;

  async function post<T>(path: string, body: unknown, parse: (body: unknown) => T, options?: Partial<StreamedCall>) {
    const sent = { hosts: [host], path, body, parse, strategy: firstHost, attemptTimeoutMs: postTimeoutMs, signal };
    try {
      return await call({ ...sent, ...options });
    } catch (error) {
      throw requestFailed(path, error);
    }
  }

  /** An error response with an `output` is treated as an answer (CH-101). */
  async function postMessage(body: unknown, streamed?: StreamedCall): Promise<BotAnswer> {
    try {
      return own ? parseBotAnswer(await own.post(body)) : await post('/v2/message', body, parseBotAnswer, streamed);
    } catch (error) {
      const errorBody = isWidgetError(error) ? recordOf(error.body) : undefined;
      if (recordOf(errorBody?.output)) return { ...parseBotAnswer(errorBody), isFailure: true };
      throw error;
    }
  }

  return {
    get streams() {
      return streams;
    },
    /** Rejects unless the service reports that it is ready (CH-076). */
    async checkStatus(product: string, language: string): Promise<void> {
      if (own?.history) return;
      const body = { context: { product, language } };
      const answer = await post('/v2/status', body, recordOf, { attemptTimeoutMs: statusTimeoutMs });
      const status = stringOf(answer?.status) ?? 'unknown';
      if (status !== 'Available' && status !== 'Training') {
        throw createError('CHANNEL_UNAVAILABLE', `Bot is not ready, has status ${status}`);
      }
      streams = !own && answer?.streams === true;
    },
    message(context: Readonly<Record<string, unknown>>, { text, line, ...ids }: BotInput, streamed?: StreamedCall) {
      const { says, ...fields } = line ?? {};
      return postMessage({ context, input: { ...fields, text: says ?? text, ...ids } }, streamed);
    },
    async history(conversationId: string): Promise<readonly HistoryTurn[]> {
      if (own?.history) return parseHistory(await own.history());
      return post('/v2/message/history', { conversation_id: conversationId }, parseHistory);
    },
    /** Posts a thumbs up or down for the last answer (CH-097). */
    async validate(lastAnswer: unknown, valid: boolean): Promise<void> {
      if (own?.history) return;
      await post('/v2/validate', { ...recordOf(lastAnswer), valid }, () => undefined);
    },
    /** Reports new context facts, or a clicked link (CH-098). */
    async update(body: Readonly<Record<string, unknown>>): Promise<void> {
      if (own?.history) return;
      await post('/v2/update', body, () => undefined);
    },
  };
}

/** The error names the endpoint, the status and the service's own error text (CH-102). */
function requestFailed(path: string, error: unknown): Error {
  if (!isWidgetError(error)) return createError('CALL_FAILED', `Bot request ${path} failed: ${describeError(error)}`);
  const body = recordOf(error.body);
  const text = stringOf(body?.message) ?? stringOf(body?.error) ?? error.message;
  return createError(error.code, `Bot request ${path} failed with status ${error.status ?? 'none'}: ${text}`, {
    cause: error,
    status: error.status,
    body: error.body,
  });
}
