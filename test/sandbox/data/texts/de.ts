import type { Fragments } from './fragments.ts';

export const german: Fragments = {
  pill: { label: 'Kontakt' },
  header: { title: 'Kontakt zu Northwind' },
};
