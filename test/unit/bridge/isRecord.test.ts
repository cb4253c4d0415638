import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../bridge/guards.ts';

describe('isRecord', () => {
  it.each([
    ['an empty object', {}],
    ['an object with fields', { name: 'Anna' }],
    ['an object without a prototype', Object.create(null)],
  ])('accepts %s', (_, value) => {
    expect(isRecord(value)).toBe(true);
  });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['an array', [{}]],
    ['a string', 'name'],
    ['a number', 1],
    ['a function', () => {}],
  ])('refuses %s', (_, value) => {
    expect(isRecord(value)).toBe(false);
  });
});
