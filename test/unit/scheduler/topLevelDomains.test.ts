import { describe, expect, it } from 'vitest';
import { isEmail } from '../../../frame/scheduler/email.ts';
import { loadTopLevelDomains } from '../../../frame/scheduler/topLevelDomains.ts';

describe('top-level domains', () => {
  it('[SC-083][SC-085][F-SC10] are those of the registry, in every script', async () => {
    const known = await loadTopLevelDomains();
    const good = ['a@firma.gmbh', 'a@b.email', 'a@b.NYC', 'a@b.xn--p1ai', 'a@пример.рф', 'a@b.中国', 'a@b.com'];
    expect(good.filter((text) => !isEmail(text, known))).toEqual([]);
    const bad = ['a@b.notatld', 'a@b.c', 'a@b', 'a@.рф', 'a@b.рфы'];
    expect(bad.filter((text) => isEmail(text, known))).toEqual([]);
  });

  it('[SC-083] are the classic ones until the list is there', () => {
    expect(isEmail('a@b.com')).toBe(true);
    expect(isEmail('a@b.gmbh')).toBe(false);
  });
});
