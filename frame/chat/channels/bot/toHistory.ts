import type { MessageInput } from '../../conversation.ts';
import { unhappyChoice } from './limits.ts';
import { type Block, blockMessage } from './toBlocks.ts';
import { bubbleId } from './turns.ts';
import type { HistoryTurn } from './wire.ts';

/** Whether the visitor wrote or chose this text, rather than the widget (CH-088, CH-097). */
export function isOfVisitor(text: string): boolean {
  return text.trim() !== '' && text !== unhappyChoice;
}

/** The messages of a turn of the history. `timeOf` moves a time so that it keeps the order of the turns. */
export function toHistory(
  { visitorText, answer }: HistoryTurn,
  id: string,
  blocks: readonly Block[],
  timeOf: (wantedMs: number) => number,
  requestedAtMs: number,
): readonly MessageInput[] {
  const toldMs = historyTime(answer.timestamp, requestedAtMs);
  const visitor: MessageInput[] = isOfVisitor(visitorText)
    ? [{ id: visitorMessageId(id), type: 'visitor', text: visitorText, timestamp: timeOf(toldMs), isHistory: true }]
    : [];
  const answers = blocks.map(
    (block, index): MessageInput => ({
      id: bubbleId(id, index),
      ...blockMessage(block),
      timestamp: timeOf(toldMs + index + 1),
      isHistory: true,
    }),
  );
  return [...visitor, ...answers];
}

/**
 * The service's time of a turn. A missing time is replaced by that of the history request, and so is a later one, because
 * the service's clock is then ahead of the visitor's.
 */
const historyTime = (timestamp: number | undefined, requestedAtMs: number): number =>
  Math.min(timestamp ?? requestedAtMs, requestedAtMs);

/** The id of the visitor's message of a turn. */
export const visitorMessageId = (turnId: string): string => `${turnId}__visitor`;
