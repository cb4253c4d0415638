import type { Fragments } from './plainTexts.ts';

/** The company's English texts, where they differ from the widget's own. */
export const english: Fragments = {
  menu: { intro: 'How would you like to contact Northwind?' },
};
