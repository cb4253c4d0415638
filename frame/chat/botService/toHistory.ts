import type { MessageInput } from '../conversation.ts';
import { unhappyChoice } from './limits.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import type { HistoryTurn } from './wire.ts';

/** Whether the visitor wrote or chose this text, rather than the widget (CH-088, CH-097). */
export function isOfVisitor(text: string): boolean {
  return text.trim() !== '' && text !== unhappyChoice;
}

/** The messages of a turn of the history. `nowMs` stands for a time that the service does not tell. */
export function toHistory(
  { visitorText, answer }: HistoryTurn,
  id: string,
  blocks: readonly Block[],
  nowMs: number,
): readonly MessageInput[] {
  const timestamp = answer.timestamp ?? nowMs;
  const visitor: MessageInput[] = isOfVisitor(visitorText)
    ? [{ id: visitorMessageId(id), type: 'visitor', text: visitorText, timestamp, isHistory: true }]
    : [];
  const answers = blocks.map(
    (block, index): MessageInput => ({
      id: `${id}__${index}`,
      ...blockMessage(block),
      displayFeedback: false,
      timestamp: timestamp + index + 1,
      isHistory: true,
    }),
  );
  return [...visitor, ...answers];
}

/** The id of the visitor's message of a turn. */
export const visitorMessageId = (turnId: string): string => `${turnId}__visitor`;
