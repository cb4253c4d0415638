import type { Fragments } from './fragments.ts';

/** The company's own English, where it differs from what the widget says by itself. */
export const english: Fragments = {
  pill: { label: 'Contact us' },
  header: { title: 'Contact Northwind' },
};
