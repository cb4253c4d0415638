import { safeLocale } from '../../../../text/safeLocale.ts';
import type { ChannelPorts } from '../../../channel.ts';
import type { AnswerProgress } from '../../../conversation.ts';
import { textOfMarkdown } from '../../../messages/transcript.ts';
import { drawEveryMs, longSentence } from '../limits.ts';
import type { BotParts } from '../parts.ts';
import type { Block } from '../toBlocks.ts';
import type { Turn } from '../turns.ts';
import { parseBotAnswer } from '../wire.ts';

/** The part of an answer that is in the window. */
export function createShownAnswer(ports: ChannelPorts, { player, variant }: BotParts, isGreeting: boolean) {
  const language = ports.place().languageCode;
  const speeches = new Map<number, Speech>();
  let latest: { readonly turn: Turn; readonly values: readonly unknown[] } | undefined;
  let drawn: readonly Block[] = [];
  let drawnLength = 0;
  let stopTimer: (() => void) | undefined;
  let isOutdated = false;

  function draw(): void {
    if (!latest) return;
    const { turn, values } = latest;
    const length = lengthOf(values);
    // An answer that is requested again starts from the beginning. What is shown stays until there is more.
    if (length < drawnLength) return;
    drawnLength = length;
    const blocks = variant.toBlocks(parseBotAnswer({ output: { values } })).map(openBlock);
    const from = Math.max(0, drawn.length - 1);
    drawn = blocks;
    player.update(turn.id, blocks, { from, isGreeting });
    for (const [at, block] of blocks.entries()) if (at >= from && isText(block)) speak(turn, at, block, 'next');
  }

  function speak(turn: Turn, at: number, { text }: Block, which: keyof Speech): void {
    const speech = speeches.get(at) ?? createSpeech(language);
    speeches.set(at, speech);
    player.speak(turn.id, at, speech[which](text));
  }

  function drawSoon(): void {
    isOutdated = true;
    if (stopTimer) return;
    isOutdated = false;
    draw();
    stopTimer = ports.clock.after(drawEveryMs, () => {
      stopTimer = undefined;
      if (isOutdated) drawSoon();
    });
  }

  function stop(): void {
    stopTimer?.();
    stopTimer = undefined;
  }

  return {
    /** Its values have changed. They are drawn soon, together with other changes. */
    changed(turn: Turn, values: readonly unknown[]): void {
      latest = { turn, values };
      drawSoon();
    },
    /** No more parts come. What is shown stays, with this state. */
    settle(progress: AnswerProgress): void {
      if (!latest) return;
      stop();
      draw();
      const { turn } = latest;
      player.update(turn.id, withProgress(drawn, drawn.findLastIndex(isText), progress), { isGreeting });
      for (const [at, block] of drawn.entries()) if (isText(block)) speak(turn, at, block, 'rest');
    },
    /** The whole answer takes the place of its parts. */
    complete(turn: Turn, blocks: readonly Block[], progress?: AnswerProgress): void {
      stop();
      const count = drawn.length;
      player.update(turn.id, withProgress(blocks, blocks.length - 1, progress), { isGreeting, count });
      for (const [at, block] of blocks.entries()) if (at < count && isText(block)) speak(turn, at, block, 'rest');
    },
  };
}

const isText = ({ format }: Block): boolean => format === 'markdown';

const withProgress = (blocks: readonly Block[], which: number, progress: AnswerProgress | undefined): Block[] =>
  blocks.map((block, at) => ({ ...block, progress: at === which ? progress : undefined }));

/** A piece may end between the two halves of a surrogate pair. */
const openBlock = (block: Block): Block => ({
  ...block,
  text: block.text.replace(/[\ud800-\udbff]$/, ''),
  progress: isText(block) ? 'open' : undefined,
});

function lengthOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => {
    const { type, text } = value as { readonly type?: unknown; readonly text?: unknown };
    return sum + 1 + (type === 'markdown' && typeof text === 'string' ? text.length : 0);
  }, 0);
}

type Speech = ReturnType<typeof createSpeech>;

/** The end of a sentence, for browsers without `Intl.Segmenter`. */
const ends = /[.!?…؟]["'”’»)]*\s|[。！？]|\n/gu;

/** What screen readers announce of a text that is still being written: whole sentences, each once. */
export function createSpeech(language: string) {
  const segmenter =
    typeof Intl.Segmenter === 'function'
      ? new Intl.Segmenter(safeLocale(language), { granularity: 'sentence' })
      : undefined;
  let said = 0;

  function take(text: string, to: number): string {
    const words = textOfMarkdown(text.slice(said, to), '$1').replace(/\s+/gu, ' ').trim();
    said = Math.max(said, to);
    return words;
  }

  /** Where the last sentence begins, which may not be complete. */
  function lastStart(text: string): number {
    if (segmenter) return [...segmenter.segment(text)].at(-1)?.index ?? 0;
    const last = [...text.matchAll(ends)].at(-1);
    return last ? last.index + last[0].length : 0;
  }

  return {
    /** The sentences that are now complete and have not been announced. */
    next(text: string): string {
      const unsaid = text.slice(said);
      const start = lastStart(unsaid);
      if (start > 0 || unsaid.length < longSentence) return take(text, said + start);
      const space = unsaid.lastIndexOf(' ');
      return take(text, space > 0 ? said + space : text.length);
    },
    rest: (text: string) => take(text, text.length),
  };
}
