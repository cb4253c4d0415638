import { createError } from '../../../../platform/errors.ts';
import { maxTextLength } from '../../../../platform/parseJson.ts';
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

export interface StreamedAnswer {
  /** The turn of an answer that came in parts. It is shown. */
  readonly turn: Turn | undefined;
  /** Undefined if only a part has come. */
  readonly answer: BotAnswer | undefined;
}

/** Asks a bot that streams its answers, and shows them as they come. Downloaded for such a service only. */
export function createStreaming(
  ports: ChannelPorts,
  parts: BotParts,
  /** Reads the history now, although a post is under way. Rejects if it cannot be read. */
  lookAgain: () => Promise<void>,
) {
  const { clock, createId } = ports;
  const { api, session, player, turns, variant } = parts;
  let stopRunning = (): void => {};

  /**
   * Rejects if the outcome is unknown, as for a service that does not stream. `begun` is called when the service has begun to answer, and
   * returns the turn.
   */
  async function ask(given: BotInput, isGreeting: boolean, begun: (start: BotAnswer) => Turn): Promise<StreamedAnswer> {
    const conversation = session.lifetime;
    // Every attempt with this text has the same context and id, so that the service recognises it.
    const context = session.context();
    const input = { ...given, id: given.id ?? createId() };
    const shown = createShownAnswer(ports, parts, isGreeting);
    const stopTyping = player.startTyping();
    let turn: Turn | undefined;
    let hasFailed = false;
    /** Ends when the visitor stops the answer. */
    const wanted = conversation.child();
    stopRunning = wanted.end;

    /** Takes the parts of one stream. A repeated stream starts from the beginning. */
    function listen(): TakeEvent {
      const { values, take } = createAnswerParts();
      return (name, number, data) => {
        if (conversation.ended) return;
        if (name === 'start' && data.to !== undefined && data.to !== input.id)
          throw createError('ANSWER_INVALID', 'The stream answers another text.');
        take(name, number, data);
        if (name === 'start' || values.length > 0) turn ??= begun({ ...parseBotAnswer(data), isPartial: true });
        if (!turn || values.length === 0) return;
        stopTyping();
        shown.changed(turn, values);
      };
    }

    function complete(answer: BotAnswer, progress?: AnswerProgress): StreamedAnswer {
      if (turn) {
        turns.completed(turn, answer);
        shown.complete(turn, variant.toBlocks(answer), progress);
      }
      return { turn, answer };
    }

    /** The history may have the rest, unless the service itself has failed. */
    async function giveUp(error: unknown): Promise<StreamedAnswer> {
      if (!turn || conversation.ended) throw error;
      shown.settle(wanted.ended ? 'stopped' : 'broken');
      if (hasFailed) turns.completed(turn);
      else await lookAgain();
      return { turn, answer: undefined };
    }

    try {
      for (let isRepeat = false; ; isRepeat = true) {
        const attempt = wanted.child();
        const outcome = await requestStream(clock, attempt, (call) => api.message(context, input, call), listen());
        const { answer: told, error, reason, hasStreamed } = outcome;
        if (told) return complete(told);
        if (!wanted.ended && reason !== 'exceeded') {
          hasFailed = reason === 'failed';
          if (isRepeat || !hasStreamed || hasFailed) throw error;
          await pause({ clock, lifetime: wanted }, repeatAfterMs);
        }
        if (conversation.ended) throw error;
        if (wanted.ended || reason === 'exceeded') {
          const answer = await api.message(context, { ...input, stop: true });
          return complete(answer, wanted.ended ? 'stopped' : 'broken');
        }
      }
    } catch (error) {
      return await giveUp(error);
    } finally {
      stopRunning = () => {};
      wanted.end();
      stopTyping();
    }
  }

  return {
    ask,
    /** The visitor has read enough. */
    stop: (): void => stopRunning(),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Puts events in the order of their numbers. A repeated number is ignored, and one that came too early waits for those before it. Pieces of
 * text that follow each other are one value; every other part is a value of its own.
 */
function createAnswerParts() {
  const values: unknown[] = [];
  const waiting = new Map<number, () => void>();
  let next = 1;
  let text: { readonly type: 'markdown'; text: string } | undefined;

  function apply(name: string, data: Fields): void {
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
    take(name: string, number: number | undefined, data: Fields): void {
      if (number === undefined) apply(name, data);
      if (number === undefined || number < next || waiting.has(number)) return;
      waiting.set(number, () => apply(name, data));
      for (let part = waiting.get(next); part; part = waiting.get(next)) {
        waiting.delete(next);
        next += 1;
        part();
      }
    },
  };
}
