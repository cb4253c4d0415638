import type { Clock } from '../../../../platform/clock.ts';
import { safeLocale } from '../../../../text/safeLocale.ts';
import type { AnswerProgress } from '../../../conversation.ts';
import { textOfMarkdown } from '../../../messages/transcript.ts';
import type { AnswerPlayer } from '../answerPlayer.ts';
import { drawEveryMs, longSentence } from '../limits.ts';
import type { Block } from '../toBlocks.ts';
import type { Turn } from '../turns.ts';

export interface ShownAnswerParts {
  readonly clock: Clock;
  readonly player: Pick<AnswerPlayer, 'update' | 'speak'>;
  readonly language: string;
  readonly isGreeting: boolean;
  readonly toBlocks: (values: readonly unknown[]) => readonly Block[];
}

/** The part of an answer that is in the window. */
export function createShownAnswer({ clock, player, language, isGreeting, toBlocks }: ShownAnswerParts) {
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
    const blocks = toBlocks(values).map(withoutHalf);
    const from = Math.max(0, drawn.length - 1);
    drawn = blocks;
    player.update(turn.id, blocks, { from, isGreeting, progressOf: (block) => (isText(block) ? 'open' : undefined) });
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
    stopTimer = clock.after(drawEveryMs, () => {
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
      const last = drawn.findLastIndex(isText);
      player.update(turn.id, drawn, { isGreeting, progressOf: (_, at) => (at === last ? progress : undefined) });
      for (const [at, block] of drawn.entries()) if (isText(block)) speak(turn, at, block, 'rest');
    },
    /** The whole answer takes the place of its parts. */
    complete(turn: Turn, blocks: readonly Block[], progress?: AnswerProgress): void {
      stop();
      const count = drawn.length;
      player.update(turn.id, blocks, {
        isGreeting,
        count,
        progressOf: (_, at) => (at === blocks.length - 1 ? progress : undefined),
      });
      for (const [at, block] of blocks.entries()) if (at < count && isText(block)) speak(turn, at, block, 'rest');
    },
  };
}

const isText = ({ format }: Block): boolean => format === 'markdown';

/** A piece may end between the two halves of a surrogate pair. */
const withoutHalf = (block: Block): Block => ({ ...block, text: block.text.replace(/[\ud800-\udbff]$/, '') });

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
