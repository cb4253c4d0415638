import { createError } from '../../../platform/errors.ts';
import type { BotInput } from './api.ts';
import type { BotParts } from './parts.ts';
import type { StreamedAnswer, Streaming } from './streaming/createStreaming.ts';
import type { Turn } from './turns.ts';
import type { BotAnswer } from './wire.ts';

export type Exchange = ReturnType<typeof createExchange>;

export interface PostOptions {
  readonly isGreeting?: boolean;
  /** The chat goes on if it fails. */
  readonly isRating?: boolean;
  /** The answer has arrived; its blocks follow. */
  readonly answered?: (turn: Turn) => void;
}

/**
 * Posts to the bot, one at a time, because each post needs the context of the previous answer. The next post also waits
 * until that answer is shown completely, so that answers never interleave.
 */
export function createExchange(
  { variant, state, api, session, player, turns }: BotParts,
  /** Undefined if the service does not stream, or for a greeting that would wait for the download. Without the download, answers come whole. */
  streamingFor: (isGreeting: boolean) => Promise<Pick<Streaming, 'ask'> | undefined> | undefined,
  /** Runs the action that an answer requests, once it is shown. */
  runAction: (answer: BotAnswer) => void,
) {
  let last: Promise<unknown> = Promise.resolve();

  /** Runs `task` after the posts before it, that is, once their answers have been shown. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = last.then(task, task);
    last = result.catch(() => undefined); // Ignore the error here: the caller gets it through `result`.
    return result;
  }

  async function ask({ text, line }: BotInput): Promise<StreamedAnswer> {
    const stopTyping = player.startTyping();
    try {
      return { answer: await api.message(session.context(), { text, line }), turn: undefined };
    } finally {
      stopTyping();
    }
  }

  return {
    enqueue,
    /** Resolves once the answer has been shown, or when the conversation is over. */
    post(input: BotInput, { isGreeting = false, isRating, answered }: PostOptions = {}): Promise<void> {
      const conversation = session.lifetime;
      return enqueue(async () => {
        if (conversation.ended) throw createError('CALL_ABORTED', 'The chat has ended.');
        const begun = (start: BotAnswer): Turn => {
          state.enter('chatting');
          session.identify(start);
          const turn = turns.answered(start, input.line?.says ?? input.text);
          answered?.(turn);
          return turn;
        };
        let told: StreamedAnswer;
        try {
          const download = streamingFor(isGreeting);
          const streaming = download && (await download);
          told = await (streaming ? streaming.ask(input, isGreeting, begun) : ask(input));
        } catch (error) {
          if (!conversation.ended && !isRating) state.enter('unavailable');
          throw error;
        }
        const { answer } = told;
        if (conversation.ended || !answer) return;
        state.enter('chatting');
        session.keep(answer);
        if (!told.turn) await player.play(begun(answer).id, variant.toBlocks(answer), isGreeting);
        if (!conversation.ended) runAction(answer);
      });
    },
  };
}
