import type { Fragments } from './fragments.ts';

export const japanese: Fragments = {
  pill: { label: 'お問い合わせ' },
  header: { title: 'Northwind へのお問い合わせ' },
};
