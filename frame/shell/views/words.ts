import type { Widget } from '../../composeRooms.ts';
import { menuTexts } from '../../contact/texts.ts';
import { locationTexts } from '../../text/locationTexts.ts';
import { createTextReader } from '../../text/texts.ts';
import { headerTexts, paneTexts } from '../paneTexts.ts';

/** The words of the shell's and the menu's views; downloaded with them, not before. */
function createWords({ texts }: Widget) {
  return {
    header: createTextReader(texts, 'header', headerTexts),
    pane: createTextReader(texts, 'pane', paneTexts),
    menu: createTextReader(texts, 'menu', menuTexts),
    location: createTextReader(texts, 'location', locationTexts),
  };
}

const kept = new WeakMap<Widget, ReturnType<typeof createWords>>();

export function wordsOf(widget: Widget): ReturnType<typeof createWords> {
  const words = kept.get(widget) ?? createWords(widget);
  kept.set(widget, words);
  return words;
}
