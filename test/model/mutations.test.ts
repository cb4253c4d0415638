import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutations } from './mutations.ts';

const root = new URL('../../', import.meta.url);

describe('the mutations of the rules of delivery', () => {
  it.each(mutations.map((one) => [`${one.rule}: ${one.name}`, one] as const))('%s can be made', (_name, { edits }) => {
    for (const { file, text } of edits)
      expect(readFileSync(new URL(file, root), 'utf8').split(text), file).toHaveLength(2);
  });
});
