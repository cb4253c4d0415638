import type { RuntimePorts } from '../channel.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { BotApi } from './api.ts';
import type { Exchange } from './exchange.ts';
import type { BotSession } from './session.ts';
import type { Block } from './toBlocks.ts';
import { isOfVisitor, toHistory } from './toHistory.ts';
import type { Turn, Turns } from './turns.ts';
import type { BotAnswer, HistoryTurn } from './wire.ts';

export interface HistoryParts {
  readonly api: BotApi;
  readonly session: BotSession;
  readonly player: AnswerPlayer;
  readonly exchange: Exchange;
  readonly turns: Turns;
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
  /** A new turn. Returns whether the visitor waits for its answer. */
  readonly found: (turn: Turn) => boolean;
}

/** The history of the conversation, which also shows whether texts with an unknown outcome have arrived (CH-089). */
export interface BotHistory {
  /** Shows what is not in the window yet. Rejects if the history cannot be read. */
  read(conversationId: string): Promise<void>;
  /** The same; a failure is only logged. */
  show(conversationId: string): Promise<void>;
}

export function createBotHistory(
  ports: Pick<RuntimePorts, 'clock' | 'lifetime' | 'log'>,
  parts: HistoryParts,
): BotHistory {
  const { api, session, player, exchange, turns, toBlocks } = parts;

  function showTurns(history: readonly HistoryTurn[], requestedAtMs: number): void {
    session.keepFromHistory(history.at(-1)?.answer);
    const awaited: [Turn, readonly Block[]][] = [];
    const messages = turns.addHistory(history).flatMap(({ turn, isNew }, at) => {
      const one = history[at];
      if (!one || !isNew) return [];
      const blocks = toBlocks(one.answer);
      const isAwaited = isOfVisitor(one.visitorText) && parts.found(turn);
      if (!isAwaited) return toHistory(one, turn.id, blocks, requestedAtMs);
      awaited.push([turn, blocks]);
      return [];
    });
    player.showHistory(messages);
    for (const [turn, blocks] of awaited) void exchange.enqueue(() => player.play(turn.id, blocks));
  }

  async function read(conversationId: string): Promise<void> {
    const conversation = session.lifetime;
    const requestedAtMs = ports.clock.now();
    const history = await api.history(conversationId);
    // Queued behind pending posts: the history may contain their answers, which must be announced as new (CH-037).
    await exchange.enqueue(async () => {
      if (!conversation.ended) showTurns(history, requestedAtMs);
    });
  }

  return {
    read,
    async show(conversationId) {
      try {
        await read(conversationId);
      } catch (error) {
        if (!ports.lifetime.ended) ports.log.warn('The history of a bot chat could not be read.', error);
      }
    },
  };
}
