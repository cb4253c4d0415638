import { describe, expect, it } from 'vitest';
import { directionOf } from '../../../frame/text/direction.ts';

describe('the direction', () => {
  it.each(['ar', 'he', 'HE', 'iw', 'fa', 'ur', 'ar-EG'])('[SH-154][SC-156][F-AD6] of %s is right to left', (code) => {
    expect(directionOf(code)).toBe('rtl');
  });

  it.each(['en', 'de', 'zh-Hant', 'hr', 'far', ''])('[SH-154][SC-156] of "%s" is left to right', (code) => {
    expect(directionOf(code)).toBe('ltr');
  });
});
