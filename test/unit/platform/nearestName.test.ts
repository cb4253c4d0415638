import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../frame/platform/nearestName.ts';

const names = ['hosts', 'olderHosts', 'allowedHosts', 'file', 'paths', 'focusArea'];

describe('the nearest name', () => {
  it.each([
    ['host', 'hosts'],
    ['hsots', 'hosts'],
    ['allowed_hosts', 'allowedHosts'],
    ['allowedhost', 'allowedHosts'],
    ['focus-area', 'focusArea'],
    ['flie', 'file'],
    ['FILE', 'file'],
    ['fil', 'file'],
  ])('[F-AD9] of %s is %s', (wrong, right) => {
    expect(nearestName(wrong, names)).toBe(right);
  });

  it.each([
    ['one letter of three', 'abx', ['abc'], 'abc'],
    ['two letters of three', 'axx', ['abc'], undefined],
    ['one letter of two, which counts as three', 'ax', ['ab'], 'ab'],
    ['two letters of six', 'abcdxx', ['abcdef'], 'abcdef'],
    ['three letters of six', 'abcxxx', ['abcdef'], undefined],
    ['neighbours that are swapped, as one', 'acb', ['abc'], 'abc'],
    ['neighbours that are swapped, twice in six letters', 'badcef', ['abcdef'], 'abcdef'],
    ['letters that are swapped over a third, as two', 'cba', ['abc'], undefined],
    ['a letter that comes twice, as one', 'abb', ['ab'], 'ab'],
    ['the end in place of another start', 'ab', ['xa'], undefined],
    ['the start in place of another end', 'xa', ['ab'], undefined],
    ['the end in place of the start', 'bca', ['abc'], undefined],
    ['the first of those that are equally near', 'abx', ['abc', 'abd'], 'abc'],
    ['the nearer one, wherever it stands', 'abcdef', ['abcdxx', 'abcdex'], 'abcdex'],
  ])('[F-AD9] allows %s: a third of the letters', (_, wrong, right, expected) => {
    expect(nearestName(wrong, right)).toBe(expected);
  });

  it.each(['colour', 'x', ''])('[F-AD9] of "%s" is none: nothing is near', (wrong) => {
    expect(nearestName(wrong, names)).toBeUndefined();
  });
});
