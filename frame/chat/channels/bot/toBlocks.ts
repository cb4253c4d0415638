import { toList } from '../../../platform/wireFields.ts';
import type { Line, Message, TextFormat } from '../../conversation.ts';
import { type BotAnswer, recordOf, stringOf, toLine } from './wire.ts';

/** The part of an answer that is shown as one bubble. */
export interface Block {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly review: string | undefined;
  readonly displayFeedback: boolean;
  readonly format?: TextFormat | undefined;
}

/** One block for each value, in the order of the answer (CH-084, CH-087). Skips empty blocks. */
export function toBlocks(answer: BotAnswer): readonly Block[] {
  const wantsFeedback = answer.context.displayFeedback === true;
  const blocks = answer.values.flatMap((value) => toBlock(value) ?? []);
  if (blocks.length === 0 && answer.text.trim() !== '') {
    return [{ text: answer.text, lines: [], review: undefined, displayFeedback: wantsFeedback }];
  }
  return blocks.map((block, at) =>
    wantsFeedback && at === blocks.length - 1 ? { ...block, displayFeedback: true } : block,
  );
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
    return review === '' ? undefined : { text: title, lines: [], review, displayFeedback: true };
  }
  if (kind === 'markdown') {
    const text = stringOf(record?.text) ?? '';
    if (text === '' && lines.length === 0) return undefined;
    return { text, lines, review: undefined, displayFeedback: false, format: kind };
  }
  const inner = lines.find((line) => line.type === 'review');
  if (inner && lines.length === 1) return { text: '', lines: [], review: inner.text, displayFeedback: true };
  if (lines.length === 0)
    return title === '' ? undefined : { text: title, lines: [], review: undefined, displayFeedback: false };
  if (kind === 'group' || kind === 'tile') {
    return { text: '', lines: [{ type: kind, text: title, items: lines }], review: undefined, displayFeedback: false };
  }
  return { text: title, lines, review: undefined, displayFeedback: false };
}

export function blockMessage(block: Block): Block & Pick<Message, 'type' | 'format'> {
  return { ...block, type: 'bot', format: block.format ?? 'text' };
}
