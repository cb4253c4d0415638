import { toList } from '../../../platform/wireFields.ts';
import type { Line } from '../../conversation.ts';
import { type Block, emptyBlock, toBlocks as toBotBlocks, withFeedback } from '../bot/toBlocks.ts';
import { type BotAnswer, recordOf, stringOf, toLine } from '../bot/wire.ts';

/**
 * Converts an answer of the hosted assistant to blocks (CH-108, CH-109). The answer holds either `output.generic` items or
 * the bot's format, whose choices become an option list. `pause` items have no text, and are skipped: the 500 ms between
 * blocks is fixed.
 */
export function toBlocks(answer: BotAnswer): readonly Block[] {
  if (!answer.generic) return toBotBlocks(answer).map(withOptionList);
  const blocks = answer.generic.flatMap((item) => toBlock(recordOf(item) ?? {}) ?? []);
  return withFeedback(blocks, answer);
}

function toBlock(item: Readonly<Record<string, unknown>>): Block | undefined {
  switch (item.response_type) {
    case 'option':
      return optionBlock(item, item.options);
    case 'suggestion':
      return optionBlock(item, item.suggestions);
    case 'connect_to_agent': {
      const message = stringOf(recordOf(item.agent_available)?.message) ?? stringOf(item.message_to_human_agent);
      return lineBlock({ type: 'chat', text: message ?? '' });
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'iframe':
      return lineBlock({
        type: 'link',
        text: stringOf(item.title) ?? stringOf(item.alt_text) ?? '',
        href: stringOf(item.source),
      });
    case 'user_defined': {
      const line = toLine(item.user_defined);
      return line && lineBlock(line);
    }
    default:
      return textBlock(stringOf(item.text) ?? stringOf(item.title));
  }
}

function optionBlock(item: Readonly<Record<string, unknown>>, given: unknown): Block | undefined {
  const options = toList(given).flatMap((one): Line[] => {
    const option = recordOf(one);
    const label = stringOf(option?.label);
    const says = stringOf(recordOf(recordOf(option?.value)?.input)?.text);
    if (label === undefined) return [];
    // The visitor sees the label; the service expects the text that came with it.
    return [{ type: 'choice', text: label, says: says === label ? undefined : says }];
  });
  const title = stringOf(item.title);
  if (options.length === 0) return textBlock(title);
  return lineBlock({ type: 'group', text: title ?? '', items: options, description: stringOf(item.description) });
}

function withOptionList(block: Block): Block {
  const choices = block.lines.filter((line) => line.type === 'choice');
  if (choices.length === 0) return block;
  const others = block.lines.filter((line) => line.type !== 'choice');
  return { ...block, lines: [...others, { type: 'group', text: '', items: choices }] };
}

const textBlock = (text: string | undefined) => (text === undefined ? undefined : { ...emptyBlock, text });

const lineBlock = (line: Line): Block => ({ ...emptyBlock, lines: [line] });
