import { toList } from '../../../platform/wireFields.ts';
import type { Message } from '../../conversation.ts';
import { type BotAnswer, recordOf, stringOf, toLine } from './wire.ts';

/** The part of an answer that is shown as one bubble. */
export type Block = Pick<Message, 'type' | 'text' | 'lines' | 'review' | 'displayFeedback' | 'format' | 'progress'>;

export const emptyBlock: Block = {
  type: 'bot',
  text: '',
  lines: [],
  review: undefined,
  displayFeedback: false,
  format: 'text',
  progress: undefined,
};

/** One block for each value, in the order of the answer (CH-084, CH-087). Skips empty blocks. */
export function toBlocks(answer: BotAnswer): readonly Block[] {
  const blocks = answer.values.flatMap((value) => toBlock(value) ?? []);
  if (blocks.length === 0 && answer.text.trim() !== '') blocks.push({ ...emptyBlock, text: answer.text });
  return withFeedback(blocks, answer);
}

/** The last block has the thumbs, if the answer asks for them. */
export function withFeedback(blocks: readonly Block[], { context }: BotAnswer): readonly Block[] {
  const isWanted = (at: number): boolean => context.displayFeedback === true && at === blocks.length - 1;
  return blocks.map((block, at) => (isWanted(at) ? { ...block, displayFeedback: true } : block));
}

/** A value is a list of items. Its `type` can make them a titled list, a card grid or a text to review (CH-087). */
function toBlock(value: unknown): Block | undefined {
  const record = recordOf(value);
  const items = record ? toList(record.items) : toList(value);
  const lines = items.flatMap((item) => toLine(item) ?? []);
  const kind = stringOf(record?.type)?.toLowerCase();
  const title = stringOf(record?.title) ?? stringOf(record?.text) ?? '';
  if (kind === 'review') {
    const review = stringOf(record?.review) ?? lines.map((line) => line.text).join('\n');
    return review === '' ? undefined : { ...emptyBlock, text: title, review, displayFeedback: true };
  }
  const text = kind === 'markdown' ? (stringOf(record?.text) ?? '') : title;
  if (text === '' && lines.length === 0) return undefined;
  if (kind === 'markdown') return { ...emptyBlock, text, lines, format: kind };
  const inner = lines.find((line) => line.type === 'review');
  if (inner && lines.length === 1) return { ...emptyBlock, review: inner.text, displayFeedback: true };
  if (lines.length > 0 && (kind === 'group' || kind === 'tile')) {
    return { ...emptyBlock, lines: [{ type: kind, text, items: lines }] };
  }
  return { ...emptyBlock, text, lines };
}
