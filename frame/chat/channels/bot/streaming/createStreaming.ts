import { maxTextLength } from '../../../../platform/backend/readAnswer.ts';
import { createError } from '../../../../platform/errors.ts';
import { pause } from '../../../../platform/pause.ts';
import type { ChannelPorts } from '../../../channel.ts';
import type { AnswerProgress } from '../../../conversation.ts';
import type { BotInput } from '../api.ts';
import { maxValues, repeatAfterMs } from '../limits.ts';
import type { BotParts } from '../parts.ts';
import type { Turn } from '../turns.ts';
import { type BotAnswer, parseBotAnswer } from '../wire.ts';
import { requestStream, type TakeEvent } from './requestStream.ts';
import { createShownAnswer } from './shownAnswer.ts';

export type Streaming = ReturnType<typeof createStreaming>;

export interface AskOptions {
  readonly isGreeting: boolean;
  /** Called when the service has begun to answer. Returns the turn. */
  readonly begun: (start: BotAnswer) => Turn;
}

export interface StreamedAnswer {
  /** The turn of an answer that came in parts. It is shown. */
  readonly turn: Turn | undefined;
  /** Undefined if only a part has come. */
  readonly answer: BotAnswer | undefined;
}

export interface StreamingParts extends BotParts {
  /** Reads the history now, although a post is under way. Rejects if it cannot be read. */
  readonly lookAgain: () => Promise<void>;
}

/** Asks a bot that streams its answers, and shows them as they come. Downloaded for such a service only. */
export function createStreaming({ clock, createId, place }: ChannelPorts, shared: StreamingParts) {
  const { api, session, player, turns, lookAgain } = shared;
  const { toBlocks } = shared.variant;
  let stopRunning = (): void => {};

  /** Rejects if the outcome is unknown, as for a service that does not stream. */
  async function ask(given: BotInput, { isGreeting, begun }: AskOptions): Promise<StreamedAnswer> {
    const conversation = session.lifetime;
    // Every attempt with this text has the same context and id, so that the service recognises it.
    const context = session.context();
    const input = { ...given, id: given.id ?? createId() };
    const shown = createShownAnswer({
      ...{ clock, player, isGreeting, language: place().languageCode },
      toBlocks: (values) => toBlocks(parseBotAnswer({ output: { values } })),
    });
    const stopTyping = player.startTyping();
    let turn: Turn | undefined;
    let isStopped = false;
    let hasFailed = false;
    let abort = (): void => {};
    stopRunning = () => {
      isStopped = true;
      abort();
    };

    /** Takes the parts of one stream. A repeated stream starts from the beginning. */
    function listen(): TakeEvent {
      const parts = createAnswerParts();
      return (name, number, data) => {
        if (conversation.ended) return;
        if (name === 'start' && data.to !== undefined && data.to !== input.id)
          throw createError('ANSWER_INVALID', 'The stream answers another text.');
        parts.take(name, number, data);
        if (name === 'start' || parts.values.length > 0) turn ??= begun({ ...parseBotAnswer(data), isPartial: true });
        if (!turn || parts.values.length === 0) return;
        stopTyping();
        shown.changed(turn, parts.values);
      };
    }

    function complete(answer: BotAnswer, progress?: AnswerProgress): StreamedAnswer {
      if (turn) {
        turns.completed(turn, answer);
        shown.complete(turn, toBlocks(answer), progress);
      }
      return { turn, answer };
    }

    /** The history may have the rest, unless the service itself has failed. */
    async function giveUp(error: unknown): Promise<StreamedAnswer> {
      if (!turn || conversation.ended) throw error;
      shown.settle(isStopped ? 'stopped' : 'broken');
      if (hasFailed) turns.completed(turn, { id: undefined });
      else await lookAgain();
      return { turn, answer: undefined };
    }

    try {
      for (let isRepeat = false; ; isRepeat = true) {
        const request = requestStream({ clock, conversation }, (call) => api.message(context, input, call), listen());
        abort = request.abort;
        const { answer: told, error, reason, hasStreamed } = await request.outcome;
        if (told) return complete(told);
        if (conversation.ended) throw error;
        if (isStopped || reason === 'exceeded') {
          const answer = await api.message(context, { ...input, stop: true });
          return complete(answer, isStopped ? 'stopped' : 'broken');
        }
        hasFailed = reason === 'failed';
        if (isRepeat || !hasStreamed || hasFailed) throw error;
        await pause({ clock, lifetime: conversation }, repeatAfterMs);
      }
    } catch (error) {
      return await giveUp(error);
    } finally {
      stopRunning = () => {};
      stopTyping();
    }
  }

  return {
    ask,
    /** The visitor has read enough. */
    stop: (): void => stopRunning(),
  };
}

interface Part {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Puts events in the order of their numbers. A repeated number is ignored, and one that came too early waits for those before it. Pieces of
 * text that follow each other are one value; every other part is a value of its own.
 */
function createAnswerParts() {
  const values: unknown[] = [];
  const waiting = new Map<number, Part>();
  let next = 1;
  let text: { readonly type: 'markdown'; text: string } | undefined;

  function apply({ name, data }: Part): void {
    if (name === 'text') {
      if (typeof data.text !== 'string' || data.text === '') return;
      if (!text) {
        if (values.length >= maxValues) return;
        text = { type: 'markdown', text: '' };
        values.push(text);
      }
      if (text.text.length < maxTextLength) text.text += data.text;
    } else if (name === 'part' && values.length < maxValues) {
      text = undefined;
      values.push(data);
    }
  }

  return {
    /** In the shapes of `output.values`. */
    values: values as readonly unknown[],
    /** `number` is that of the event in its answer; undefined if the service numbers none. */
    take(name: string, number: number | undefined, data: Part['data']): void {
      if (number === undefined) apply({ name, data });
      if (number === undefined || number < next || waiting.has(number)) return;
      waiting.set(number, { name, data });
      for (let part = waiting.get(next); part; part = waiting.get(next)) {
        waiting.delete(next);
        next += 1;
        apply(part);
      }
    },
  };
}
