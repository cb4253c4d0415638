import { kindTable } from './kindTable.ts';
import { labelTable } from './labelTable.ts';
import type { LinkWords } from './linkWords.ts';

/** All languages. */
export const translatedWords: LinkWords = { labels: labelTable, kinds: kindTable };
