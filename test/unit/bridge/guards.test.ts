import { describe, expect, it } from 'vitest';
import {
  parseCookies,
  parseKinds,
  parseLink,
  parseLook,
  parseObstacles,
  parsePageReading,
} from '../../../bridge/guards.ts';
import type { PageFacts, Viewport } from '../../../bridge/records.ts';

const viewport = { width: 1280, height: 800, visibleHeight: 640, documentHeight: 4_000, scrollY: 120 };
const facts = {
  url: 'https://shop.example/cloud?languageCode=de#top',
  referrer: 'https://search.example/',
  lang: 'de-DE',
  timeOrigin: 1_763_700_000_000.5,
  settings: { focusArea: 'cloud', profileObject: 'digitalData.user', chatFunction: 'startChat' } as unknown,
  config: { hidePill: true } as unknown,
  chat: true as unknown,
  isUserPromised: false,
  user: { page: { signedin: true, email: 'anna@northwind.example' } } as unknown,
};

type Fields = Record<string, unknown>;

/** The reading that the loader makes of such a page: each value as JSON under its path. */
function readingOf(page: Fields = facts, view: Fields = viewport): Fields {
  const user = (page.user ?? {}) as Fields;
  const values: Fields = {
    'location.href': page.url,
    'document.referrer': page.referrer,
    'document.documentElement.lang': page.lang,
    'performance.timeOrigin': page.timeOrigin,
    contactWidgetConfig: page.config,
    'startChat.name': page.chat === true ? 'startChat' : undefined,
    contactWidgetUser: user.page,
    'digitalData.user': user.profile,
    innerWidth: view.width,
    innerHeight: view.height,
    visualViewport: { height: view.visibleHeight, width: view.visibleWidth, scale: view.scale },
    'document.documentElement.scrollHeight': view.documentHeight,
    scrollY: view.scrollY,
  };
  const texts = Object.entries(values).map(([path, value]) => [path, JSON.stringify(value)]);
  return { ...(page.settings as Fields), ...Object.fromEntries(texts) };
}

const parsePageFacts = (page: Fields): PageFacts | undefined => parsePageReading(readingOf(page))?.facts;
const parseViewport = (view: Fields): Viewport | undefined => parsePageReading(readingOf(facts, view))?.viewport;

const link = { kind: 'chat-link', href: 'https://shop.example/', focusArea: 'data', purpose: '', resource: '' };

const nonRecords: readonly unknown[] = [undefined, null, 0, Number.NaN, '', 'text', true, [], [[]], () => {}];

describe('viewport', () => {
  it('[SH-021] is copied field by field, without other fields', () => {
    expect(parseViewport({ ...viewport, document: 'secret' })).toEqual(viewport);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, '800', null, undefined])(
    '[BR-23] is rejected with width or height %s',
    (size) => {
      expect(parseViewport({ ...viewport, width: size })).toBeUndefined();
      expect(parseViewport({ ...viewport, height: size })).toBeUndefined();
    },
  );

  it('[BR-38] has finite numbers only, clamped to possible values', () => {
    expect(parseViewport({ ...viewport, scrollY: Number.NaN, documentHeight: 1e300, visibleHeight: 'x' })).toEqual({
      ...viewport,
      scrollY: 0,
      documentHeight: 100_000_000,
      visibleHeight: 800,
    });
  });

  it('[SH-035] has a visible height that does not shrink with pinch zoom', () => {
    expect(parseViewport({ ...viewport, visibleHeight: 400, scale: 2 })?.visibleHeight).toBe(800);
    for (const visual of [undefined, null, 'x', 7, []])
      expect(parsePageReading({ ...readingOf(), visualViewport: JSON.stringify(visual) })?.viewport.visibleHeight).toBe(
        800,
      );
    for (const scale of [undefined, 0, 'x', Number.NaN])
      expect(parseViewport({ ...viewport, visibleHeight: 400, scale })?.visibleHeight).toBe(400);
  });

  it('[SH-035][SH-155] is that of the window in WebKit, which reports a smaller window during pinch zoom', () => {
    const zoomed = { ...viewport, width: 640, height: 400, visibleHeight: 400, visibleWidth: 640, scale: 2 };
    expect(parseViewport(zoomed)).toEqual({ ...viewport, visibleHeight: 800 });
    // With a scroll bar, which the visual viewport does not include.
    expect(parseViewport({ ...zoomed, visibleWidth: 632.5 })).toMatchObject({ width: 1265, height: 790.625 });
  });

  it.each([
    ['a scroll bar', 1280, 1265, 1],
    ['pinch zoom', 1280, 632.5, 2],
    ['a width that is no whole number', 411, 411.43, 1],
    ['pinch zoom of such a width', 411, 205.715, 2],
    ['a page that is wider than the screen', 980, 980, 0.42],
    ['no visual viewport', 1280, undefined, undefined],
    ['a visual width that is no number', 1280, '9999', 1],
  ])('[SH-155] has the width and height of the window with %s', (_, width, visibleWidth, scale) => {
    expect(parseViewport({ ...viewport, width, visibleWidth, scale })).toMatchObject({ width, height: 800 });
  });

  it('[BR-38] has possible numbers with an impossible zoom', () => {
    const wild = parseViewport({ ...viewport, visibleWidth: 1e300, scale: 1e300 });
    expect(wild).toMatchObject({ width: 1280, height: 800 });
    const wide = parseViewport({ ...viewport, width: 1, visibleWidth: 1e200, scale: 1 });
    expect(wide).toMatchObject({ width: 100_000_000, height: 100_000_000 });
  });

  it.each(nonRecords)('[BR-23] is rejected when the reading is %s', (value) => {
    expect(parsePageReading(value)).toBeUndefined();
  });

  it('[BR-23] is rejected when its values are not JSON', () => {
    expect(parsePageReading({ ...readingOf(), innerWidth: '{' })).toBeUndefined();
    expect(parsePageReading({ ...readingOf(), innerWidth: 1280 })).toBeUndefined();
  });
});

describe('page facts', () => {
  it('[SH-021] are copied field by field, without other fields', () => {
    expect(parsePageFacts(facts)).toMatchObject(facts);
    const more = { ...readingOf(), 'document.cookie': '"session=1"', html: '"<b>"' };
    expect(Object.keys(parsePageReading(more)?.facts ?? {}).sort()).toEqual([...Object.keys(facts)].sort());
  });

  it.each(['', 'shop.example', 42, null])('[BR-23] are rejected with the URL %s', (url) => {
    expect(parsePageFacts({ ...facts, url })).toBeUndefined();
  });

  it('[BR-24] are truncated when too long', () => {
    const long = 'x'.repeat(100_000);
    const parsed = parsePageFacts({ ...facts, referrer: long, lang: long });
    expect(parsePageFacts({ ...facts, url: `https://shop.example/${long.repeat(6)}` })).toBeUndefined();
    expect([parsed?.referrer.length, parsed?.lang.length]).toEqual([8_192, 64]);
  });

  it('[BR-24] have a config object of at most 500,000 characters', () => {
    const configOf = (characters: number) => parsePageFacts({ ...facts, config: 'x'.repeat(characters - 2) })?.config;
    expect(configOf(500_000)).toHaveLength(499_998);
    expect(configOf(500_001)).toBeUndefined();
  });

  it('have only string settings', () => {
    const settings = { focusArea: 'cloud', theme: 7, menuOrder: null, long: 'x'.repeat(9_000) };
    const parsed = parsePageFacts({ ...facts, settings, chat: 'yes' });
    expect(parsed?.settings).toMatchObject({ focusArea: 'cloud', long: 'x'.repeat(8_192) });
    expect(parsed?.settings).not.toHaveProperty('theme');
    expect(parsed?.settings).not.toHaveProperty('menuOrder');
    expect(parsed?.chat).toBe(false);
  });

  it('[BR-23] do not copy a prototype from JSON', () => {
    const odd = JSON.parse('{"__proto__": "x", "theme": "blue"}');
    const parsed = parsePageFacts({ ...facts, settings: odd, user: { page: odd } });
    expect(parsed?.settings).toMatchObject({ theme: 'blue' });
    expect(Object.getPrototypeOf(parsed?.settings)).toBe(Object.prototype);
    expect(Object.keys(parsed?.user.page ?? {})).toEqual(['theme']);
  });

  it('[BR-23] have no prototype in the config object, at any depth', () => {
    const config = JSON.parse('{"__proto__": {"hidePill": true}, "texts": {"__proto__": {}, "title": "Hi"}}');
    expect(JSON.stringify(parsePageFacts({ ...facts, config })?.config)).toBe('{"texts":{"title":"Hi"}}');
  });

  it('[BR-23] are only what the reading itself has, by a path that the page has named', () => {
    expect(parsePageReading(Object.create(readingOf()))).toBeUndefined();
    const nameless = { ...readingOf({ ...facts, settings: {} }), undefined: '{"email":"anna@northwind.example"}' };
    expect(parsePageReading(nameless)?.facts.user).toEqual(facts.user);
  });

  it('[BR-24] have at most 64 settings', () => {
    const settings = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, 'x']));
    expect(Object.keys(parsePageFacts({ ...facts, settings })?.settings ?? {})).toHaveLength(64);
  });

  it("[SH-020] have the visitor's texts, numbers and flags from known sources only", () => {
    const profile = { email: 'anna@northwind.example', signedin: true, roles: ['admin'], age: [40], nested: {} };
    const parsed = parsePageFacts({ ...facts, user: { profile, host: { email: 'x' }, page: 'x' } });
    expect(parsed?.user).toEqual({ profile: { email: 'anna@northwind.example', signedin: true } });
  });

  it('[SH-104][F-SH17] have ids that the page gives as numbers, as text', () => {
    const page = { accountId: 7_042, userId: 0, ticketId: 12.5, iui: { id: 7 } };
    expect(parsePageFacts({ ...facts, user: { page } })?.user.page).toEqual({
      accountId: '7042',
      userId: '0',
      ticketId: '12.5',
    });
  });

  it.each(nonRecords)('[BR-23] have no visitor when the user object is %s', (user) => {
    expect(parsePageFacts({ ...facts, user: { page: user } })?.user).toEqual({});
  });

  it("[BR-24] limit the visitor's data to 32 fields of 1,024 characters", () => {
    const page = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x'.repeat(2_000)]));
    const parsed = Object.entries(parsePageFacts({ ...facts, user: { page } })?.user.page ?? {});
    expect(parsed).toHaveLength(32);
    expect(parsed[0]?.[1]).toHaveLength(1_024);
  });
});

describe('obstacles', () => {
  const edges = { top: 700, right: 1280, bottom: 800, left: 0 };
  const found = ['div', null, edges];

  it('are copied edge by edge', () => {
    expect(parseObstacles([[...found, 'We use cookies']])).toEqual([{ kind: 'fixed', ...edges }]);
    expect(parseObstacles([['footer', null, edges]])).toEqual([{ kind: 'footer', ...edges }]);
    expect(parseObstacles([['div', '', edges], []])).toEqual([{ kind: 'landing', ...edges }]);
  });

  it('[BR-38] are dropped without a box, and their numbers are clamped', () => {
    const wild = [7, null, { ...edges, top: Number.NaN, right: -1e300 }];
    const odd = [['div', null], ['div', null, null], null, 'x', { box: edges }, wild];
    expect(parseObstacles(odd)).toEqual([{ kind: 'fixed', ...edges, top: 0, right: -100_000_000 }]);
  });

  it('[BR-24] are at most 1,000', () => {
    expect(parseObstacles(Array.from({ length: 5_000 }, () => found))).toHaveLength(1_000);
  });

  it('[BR-23] are rejected when they are not an array', () => {
    for (const value of [undefined, null, {}, { length: 1 }, 'x']) expect(parseObstacles(value)).toBeUndefined();
  });
});

describe('looks', () => {
  it('[SH-021] are six parts, whatever the text holds more or less', () => {
    const none = Array.from({ length: 6 }, () => undefined);
    expect(parseLook('{}')).toEqual(none);
    expect(parseLook('{"0":{"a":1},"5":7,"6":8}')).toEqual([{ a: 1 }, ...none.slice(2), 7]);
    expect(parseLook('[1,2,3,4,5,6,7]')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.each(['7', '"text"', 'null', 'true', '', '{', undefined, null, {}])('[SH-021] are not %j', (value) => {
    expect(parseLook(value)).toBeUndefined();
  });

  it('[BR-24] are not a text of more than 20,000,000 characters', () => {
    expect(parseLook(`[${' '.repeat(19_999_998)}]`)).toHaveLength(6);
    expect(parseLook(`[${' '.repeat(19_999_999)}]`)).toBeUndefined();
  });

  it('[SH-024] have at most 200 cookies, which are texts', () => {
    expect(parseCookies(['a=1', 7, null, 'b=2'])).toEqual(['a=1', 'b=2']);
    expect(parseCookies(Array.from({ length: 201 }, (_, at) => `c${at}=1`))).toHaveLength(200);
    for (const value of [undefined, 'a=1', { 0: 'a=1', length: 1 }]) expect(parseCookies(value)).toEqual([]);
  });
});

describe('a clicked link', () => {
  const parse = (value: unknown) => parseLink(JSON.stringify(value));

  it('[SH-020] is copied field by field', () => {
    expect(parse({ ...link, onclick: 'x', id: 2 })).toEqual(link);
  });

  it('[BR-23] has empty texts for fields that are missing or no strings', () => {
    const empty = { kind: '', href: '', focusArea: '', purpose: '', resource: '' };
    expect(parse({ kind: 5, href: {}, focusArea: null })).toEqual(empty);
    expect(parse({})).toEqual(empty);
  });

  it('[BR-24] has short fields', () => {
    const long = 'x'.repeat(10_000);
    const parsed = parse({ kind: long, href: long, focusArea: long, purpose: long, resource: long });
    expect(Object.values(parsed ?? {}).map(({ length }) => length)).toEqual([64, 8_192, 256, 256, 256]);
    expect(parse({ ...link, href: 'x'.repeat(500_000) })).toBeUndefined();
  });

  it.each([undefined, null, 7, {}, link, '', '{', '7', 'null', '[]', '[{}]'])('[BR-23] is not %j', (text) => {
    expect(parseLink(text)).toBeUndefined();
  });
});

describe('the kinds of links', () => {
  it('[SH-086] are in the order of the page', () => {
    expect(parseKinds(['chat', 'email-link', 'chat', ''])).toEqual(['chat', 'email-link', 'chat', '']);
  });

  it('[BR-24] are texts of at most 64 characters, from at most 10,000 links', () => {
    expect(parseKinds([7, null, 'x'.repeat(100)])).toEqual(['', '', 'x'.repeat(64)]);
    expect(parseKinds(Array.from({ length: 10_001 }, (_, at) => `kind ${at}`))).toHaveLength(10_000);
  });

  it('[BR-23] are rejected when they are no array', () => {
    for (const value of [undefined, null, {}, { length: 1 }, 'x']) expect(parseKinds(value)).toBeUndefined();
  });
});

describe('a promised user', () => {
  it.each([
    ['contactWidgetUser', 'contactWidgetUser', {}],
    ['the profile object', 'digitalData.user', {}],
    ['the support object', 'support.user', { supportObject: 'support.user' }],
  ])('[F-SH28] is known by a 0 at %s', (_, path, settings) => {
    const page = { ...facts, settings: { ...(facts.settings as Fields), ...settings } };
    expect(parsePageReading(readingOf(page))?.facts.isUserPromised).toBe(false);
    const promised = parsePageReading({ ...readingOf(page), [path]: 0 })?.facts;
    expect(promised?.isUserPromised).toBe(true);
    // Another source may already say something.
    expect(promised?.user.page).toEqual(path === 'contactWidgetUser' ? undefined : (facts.user as Fields).page);
  });

  it('[F-SH28] is not another path that reads as 0, nor one that the page has not named', () => {
    const read = { ...readingOf(), 'startChat.name': 0, contactWidgetConfig: 0, undefined: 0 };
    expect(parsePageReading(read)?.facts.isUserPromised).toBe(false);
  });

  it.each(['0', '"0"', null, false, ''])('[F-SH28] is not %j', (value) => {
    expect(parsePageReading({ ...readingOf(), contactWidgetUser: value })?.facts.isUserPromised).toBe(false);
  });
});
