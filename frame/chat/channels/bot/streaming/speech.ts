import { textOfMarkdown } from '../../../messages/markdownText.ts';
import { safeLocale } from '../../../window/dateHeaders.ts';
import { longSentence } from './limits.ts';

/** What screen readers announce of a text that is still being written: whole sentences, each once. */
export interface Speech {
  /** The sentences that are now complete and have not been announced. */
  next(text: string): string;
  /** Everything that has not been announced. */
  rest(text: string): string;
}

/** The end of a sentence, for browsers without `Intl.Segmenter`. */
const ends = /[.!?…؟]["'”’»)]*\s|[。！？]|\n/gu;

export function createSpeech(language: string): Speech {
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
    next(text) {
      const unsaid = text.slice(said);
      const start = lastStart(unsaid);
      if (start > 0 || unsaid.length < longSentence) return take(text, said + start);
      const space = unsaid.lastIndexOf(' ');
      return take(text, space > 0 ? said + space : text.length);
    },
    rest: (text) => take(text, text.length),
  };
}
