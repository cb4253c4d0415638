import { describe, expect, it } from 'vitest';
import { isLinkId, parseLinks, parseObstacles, parsePageFacts, parseViewport } from '../../../bridge/guards.ts';

const viewport = { width: 1280, height: 800, visibleHeight: 640, documentHeight: 4_000, scrollY: 120, nodes: 900 };
const facts = {
  url: 'https://shop.example/cloud?languageCode=de#top',
  referrer: 'https://search.example/',
  title: 'Cloud',
  lang: 'de-DE',
  dir: 'ltr',
  timeOrigin: 1_763_700_000_000.5,
  settings: { focusArea: 'cloud' },
  config: { hidePill: true },
  chat: true,
  user: { page: { signedin: true, email: 'anna@northwind.example' } },
};
const link = { id: 2, kind: 'chat-link', href: 'https://shop.example/', focusArea: 'data', purpose: '', resource: '' };

const noRecords: readonly unknown[] = [undefined, null, 0, Number.NaN, '', 'text', true, [], [[]], () => {}];

describe('viewport', () => {
  it('[SH-021] is taken over field by field, and nothing else with it', () => {
    expect(parseViewport({ ...viewport, document: 'secret' })).toEqual(viewport);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, '800', null, undefined])(
    '[BR-23] is refused with width or height %s',
    (size) => {
      expect(parseViewport({ ...viewport, width: size })).toBeUndefined();
      expect(parseViewport({ ...viewport, height: size })).toBeUndefined();
    },
  );

  it('[BR-38] has finite numbers only, cut to what a page can have', () => {
    expect(parseViewport({ ...viewport, scrollY: Number.NaN, documentHeight: 1e300, visibleHeight: 'x' })).toEqual({
      ...viewport,
      scrollY: 0,
      documentHeight: 100_000_000,
      visibleHeight: 800,
    });
  });

  it.each(noRecords)('[BR-23] is refused when it is %s', (value) => {
    expect(parseViewport(value)).toBeUndefined();
  });
});

describe('page facts', () => {
  it('[SH-021] are taken over field by field, and nothing else with them', () => {
    expect(parsePageFacts({ ...facts, cookie: 'session=1', html: '<b>' })).toMatchObject(facts);
    expect(Object.keys(parsePageFacts({ ...facts, cookie: 'session=1' }) ?? {})).not.toContain('cookie');
  });

  it.each(['', 'shop.example', 42, null])('[BR-23] are refused with the address %s', (url) => {
    expect(parsePageFacts({ ...facts, url })).toBeUndefined();
  });

  it('[BR-24] are cut where they are too long', () => {
    const long = 'x'.repeat(300_000);
    const parsed = parsePageFacts({
      ...facts,
      url: `https://shop.example/${long}`,
      title: long,
      lang: long,
      dir: long,
    });
    expect(parsed?.url).toHaveLength(200_000);
    expect([parsed?.title.length, parsed?.lang.length, parsed?.dir.length]).toEqual([8_192, 64, 8]);
  });

  it('have settings of text only', () => {
    const settings = { focusArea: 'cloud', theme: 7, menuOrder: null, long: 'x'.repeat(9_000) };
    const parsed = parsePageFacts({ ...facts, settings, chat: 'yes' });
    expect(parsed?.settings).toEqual({ focusArea: 'cloud', long: 'x'.repeat(8_192) });
    expect(parsed?.chat).toBe(false);
    expect(parsePageFacts({ ...facts, settings: 'x' })?.settings).toEqual({});
  });

  it('[BR-23] take no prototype over from JSON', () => {
    const odd = JSON.parse('{"__proto__": "x", "theme": "blue"}');
    const parsed = parsePageFacts({ ...facts, settings: odd, user: { page: odd } });
    expect(Object.keys(parsed?.settings ?? {})).toEqual(['theme']);
    expect(Object.keys(parsed?.user.page ?? {})).toEqual(['theme']);
  });

  it('[BR-24] have at most 64 settings', () => {
    const settings = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, 'x']));
    expect(Object.keys(parsePageFacts({ ...facts, settings })?.settings ?? {})).toHaveLength(64);
  });

  it('[SH-020] tell of the visitor by known sources, texts and flags only', () => {
    const profile = { email: 'anna@northwind.example', signedin: true, roles: ['admin'], age: 40, nested: {} };
    const parsed = parsePageFacts({ ...facts, user: { profile, host: { email: 'x' }, page: 'x', support: null } });
    expect(parsed?.user).toEqual({ profile: { email: 'anna@northwind.example', signedin: true } });
  });

  it.each(noRecords)('[BR-23] know nothing of the visitor when that is %s', (user) => {
    expect(parsePageFacts({ ...facts, user })?.user).toEqual({});
  });

  it('[BR-24] cut what is told of the visitor to 32 fields of 1,024 characters', () => {
    const page = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x'.repeat(2_000)]));
    const parsed = Object.entries(parsePageFacts({ ...facts, user: { page } })?.user.page ?? {});
    expect(parsed).toHaveLength(32);
    expect(parsed[0]?.[1]).toHaveLength(1_024);
  });
});

describe('obstacles', () => {
  const bar = { kind: 'fixed', top: 700, right: 1280, bottom: 800, left: 0 };

  it('are taken over edge by edge', () => {
    expect(parseObstacles([{ ...bar, text: 'We use cookies' }])).toEqual([bar]);
  });

  it('[BR-38] drop other kinds and cut wild numbers', () => {
    const odd = [{ ...bar, kind: 'form' }, null, 'x', { ...bar, top: Number.NaN, right: -1e300 }];
    expect(parseObstacles(odd)).toEqual([{ ...bar, top: 0, right: -100_000_000 }]);
  });

  it('[BR-24] are at most 100', () => {
    expect(parseObstacles(Array.from({ length: 5_000 }, () => bar))).toHaveLength(100);
  });

  it('[BR-23] are refused when they are no list', () => {
    for (const value of [undefined, null, {}, { length: 1 }, 'x']) expect(parseObstacles(value)).toBeUndefined();
  });
});

describe('links', () => {
  it('are taken over field by field', () => {
    const [parsed] = parseLinks([{ ...link, onclick: 'x' }]) ?? [];
    expect(parsed).toMatchObject(link);
    expect(parsed).not.toHaveProperty('onclick');
  });

  it.each([-1, 0.5, Number.NaN, '2', null, undefined, 2 ** 60])('[BR-23] are dropped with the id %s', (id) => {
    expect(parseLinks([{ ...link, id }])).toEqual([]);
    expect(isLinkId(id)).toBe(false);
  });

  it('[BR-23] take text for text only', () => {
    expect(parseLinks([{ id: 1, kind: 5, href: {}, focusArea: null }])).toMatchObject([
      { id: 1, kind: '', href: '', focusArea: '', purpose: '', resource: '' },
    ]);
  });

  it('[BR-24] are at most 10,000', () => {
    expect(parseLinks(Array.from({ length: 10_001 }, (_, id) => ({ ...link, id })))).toHaveLength(10_000);
  });
});
