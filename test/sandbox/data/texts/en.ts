import type { Fragments } from './fragments.ts';

/** The company's own English, only where it differs from what the widget says by itself. */
export const english: Fragments = {
  menu: { intro: 'How would you like to talk to Northwind?' },
};
