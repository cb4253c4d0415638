import type { MessageInput } from '../conversation.ts';
import { unhappyChoice } from './limits.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import type { BotAnswer, HistoryTurn } from './wire.ts';

/** Converts the turns of a conversation to messages. `answerIds` holds the ids of their answers, in the same order. */
export function toHistory(
  turns: readonly HistoryTurn[],
  answerIds: readonly string[],
  toBlocks: (answer: BotAnswer) => readonly Block[],
  nowMs: number,
): readonly MessageInput[] {
  return turns.flatMap(({ visitorText, answer }, turn) => {
    const answerId = answerIds[turn] ?? '';
    const timestamp = answer.timestamp ?? nowMs;
    const visitor: MessageInput[] =
      visitorText.trim() === '' || visitorText === unhappyChoice
        ? []
        : [{ id: `${answerId}__visitor`, type: 'visitor', text: visitorText, timestamp, isHistory: true }];
    const answers = toBlocks(answer).map(
      (block, index): MessageInput => ({
        id: `${answerId}__${index}`,
        ...blockMessage(block),
        displayFeedback: false,
        timestamp: timestamp + index + 1,
        isHistory: true,
      }),
    );
    return [...visitor, ...answers];
  });
}
