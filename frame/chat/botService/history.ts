import type { RuntimePorts } from '../channel.ts';
import type { AnswerIds } from './answerIds.ts';
import type { AnswerPlayer } from './answerPlayer.ts';
import type { BotApi } from './api.ts';
import type { Exchange } from './exchange.ts';
import type { BotSession } from './session.ts';
import type { Block } from './toBlocks.ts';
import { toHistory } from './toHistory.ts';
import type { BotAnswer } from './wire.ts';

export interface HistoryParts {
  readonly api: BotApi;
  readonly session: BotSession;
  readonly player: AnswerPlayer;
  readonly exchange: Exchange;
  readonly ids: AnswerIds;
  readonly toBlocks: (answer: BotAnswer) => readonly Block[];
}

/** Shows the history of the conversation (CH-089). A failure is only logged. */
export async function showHistory(
  ports: Pick<RuntimePorts, 'clock' | 'lifetime' | 'log'>,
  parts: HistoryParts,
  conversationId: string,
): Promise<void> {
  try {
    await loadHistory(ports.clock.now(), parts, conversationId);
  } catch (error) {
    if (!ports.lifetime.ended) ports.log.warn('The history of a bot chat could not be read.', error);
  }
}

async function loadHistory(requestedAtMs: number, parts: HistoryParts, conversationId: string): Promise<void> {
  const { api, session, player, exchange, ids, toBlocks } = parts;
  const conversation = session.lifetime;
  const turns = await api.history(conversationId);
  // Queued behind pending posts: the history may contain their answers, which must be announced as new (CH-037).
  await exchange.enqueue(async () => {
    if (conversation.ended) return;
    session.keepFromHistory(turns.at(-1)?.answer);
    player.showHistory(toHistory(turns, ids.forHistory(turns), toBlocks, requestedAtMs));
  });
}
