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
  ])('[F-AD9] of %s is %s', (wrong, right) => {
    expect(nearestName(wrong, names)).toBe(right);
  });

  it.each(['colour', 'x', ''])('[F-AD9] of "%s" is none: nothing is near', (wrong) => {
    expect(nearestName(wrong, names)).toBeUndefined();
  });
});
