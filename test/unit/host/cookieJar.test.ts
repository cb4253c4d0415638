import { describe, expect, it } from 'vitest';
import { createCookieJar, escapeCookie } from '../../../frame/host/cookieJar.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

function setUp(...list: string[]) {
  const clock = createFakeClock();
  const jar = createCookieJar(clock);
  if (list.length > 0) jar.seen(list);
  return { clock, jar };
}

describe('the cookie jar', () => {
  it.each([
    ['{"type":"a","n":1}', '{%22type%22:%22a%22%2C%22n%22:1}'],
    ['a.b-c_d:e', 'a.b-c_d:e'],
    ['é €; 100%', '%C3%A9%20%E2%82%AC%3B%20100%25'],
  ])('[SH-118] escapes only what a cookie cannot hold: %s', (value, escaped) => {
    expect(escapeCookie(value)).toBe(escaped);
    expect(setUp(`name=${escaped}`).jar.read('name')).toBe(value);
  });

  it('has no cookie before it has seen any', () => {
    const { jar } = setUp();
    expect(jar.read('Stryker')).toBeNull();
    expect(jar.isFresh()).toBe(false);
  });

  it('reads the cookie of exactly this name, with all of its value', () => {
    const { jar } = setUp('cm-pill-events=1', 'cm-a=a=b', 'x=cm-a=');
    expect(jar.read('cm-a')).toBe('a=b');
    expect(jar.read('cm-pill-events')).toBe('1');
    expect(jar.read('cm')).toBeNull();
  });

  it('is fresh for a second, whichever way the time is set', () => {
    const { clock, jar } = setUp('a=1');
    clock.jump(999);
    expect(jar.isFresh()).toBe(true);
    clock.jump(1);
    expect(jar.isFresh()).toBe(false);
    clock.jump(-2_000);
    expect(jar.isFresh()).toBe(false);
  });
});
