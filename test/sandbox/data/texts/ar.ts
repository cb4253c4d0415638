import type { Fragments } from './fragments.ts';

export const arabic: Fragments = {
  pill: { label: 'تواصل معنا' },
  header: { title: 'تواصل مع Northwind' },
};
