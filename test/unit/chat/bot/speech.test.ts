import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSpeech } from '../../../../frame/chat/channels/bot/streaming/shownAnswer.ts';

/** What is said while the text comes in these pieces, and at its end. */
function say(language: string, ...pieces: readonly string[]): readonly string[] {
  const speech = createSpeech(language);
  let text = '';
  const said = pieces.map((piece) => {
    text += piece;
    return speech.next(text);
  });
  return [...said, speech.rest(text)].filter((words) => words !== '');
}

describe.each([true, false])('the speech of a growing text (Intl.Segmenter: %s)', (hasSegmenter) => {
  afterEach(() => vi.unstubAllGlobals());
  const speak: typeof say = (...given) => {
    if (!hasSegmenter) vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    return say(...given);
  };

  it('[F-AS6] says whole sentences, each once, and the rest at the end', () => {
    expect(speak('en', 'One is', ' here. Two', ' is too', '! And thr', 'ee')).toEqual([
      'One is here.',
      'Two is too!',
      'And three',
    ]);
  });

  it('[F-AS6] says words, and not the marks of Markdown', () => {
    expect(speak('en', 'It **costs** `5 €`, see [prices](https://a.example). Next')).toEqual([
      'It costs 5 €, see prices.',
      'Next',
    ]);
  });

  it('[F-AS6] knows the sentences of Chinese and Arabic', () => {
    expect(speak('zh-Hans', '你好。再', '见。好')).toEqual(['你好。', '再见。', '好']);
    expect(speak('ar', 'هل تريد؟ نع', 'م.')).toEqual(['هل تريد؟', 'نعم.']);
  });

  it('says words in good time if no sentence ends', () => {
    const said = speak('en', ...Array.from({ length: 200 }, () => 'word '));
    expect(said.length).toBeGreaterThan(2);
    expect(said.join(' ')).toBe(Array.from({ length: 200 }, () => 'word').join(' '));
    expect(speak('en', 'x'.repeat(1_000))).toEqual(['x'.repeat(1_000)]);
  });
});
