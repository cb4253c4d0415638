import { expect, test } from 'vitest';
import { commandIn } from '../../../loader/commands.ts';

test('[F-PG1] reads a command from a message or from its own property `type`, and converts nothing to text', () => {
  const text = {
    toString() {
      throw new Error('was turned into text');
    },
  };
  expect(commandIn({ type: 'cm-open' })).toBe('cm-open');
  expect(commandIn('cm-open')).toBe('cm-open');
  expect(commandIn({ type: text })).toBe(text);
  expect(commandIn(['cm-open'])).toEqual(['cm-open']);
  expect(commandIn(7)).toBe(7);
  const inherited = Object.create({ type: 'cm-destroy' });
  expect(commandIn(inherited)).toBe(inherited);
  // The loader ignores the error.
  expect(() => commandIn(null)).toThrow();
});
