import { describe, expect, it } from 'vitest';
import { createFrameApi, type HostEvent } from '../../../frame/host/hostEvent.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const reading = {
  'location.href': '"https://shop.example/"',
  innerWidth: '1280',
  innerHeight: '800',
  visualViewport: '{"height":640}',
};
const box = { top: 700, right: 1280, bottom: 800, left: 0 };
const link = { kind: 'chat-link', href: 'https://shop.example/1', focusArea: 'data', purpose: '', resource: '' };

interface Seen {
  reading?: unknown;
  kinds?: unknown;
  obstacles?: unknown;
  cookies?: unknown;
  hasFocus?: unknown;
  lastInputMs?: number;
}

function setUp() {
  const log = createFakeLog();
  const events: HostEvent[] = [];
  const order: string[] = [];
  const cookies: (readonly string[])[] = [];
  const api = createFrameApi({
    log,
    onEvent(event) {
      events.push(event);
      order.push(event.type);
    },
    onCookies(list) {
      cookies.push(list);
      order.push('cookies');
    },
  });
  const look = (seen: Seen = {}) =>
    api.look(
      JSON.stringify([
        seen.reading ?? reading,
        seen.kinds ?? [],
        seen.obstacles ?? [],
        seen.cookies ?? [],
        seen.hasFocus ?? false,
        seen.lastInputMs ?? 0,
      ]),
    );
  return { api, look, log, events, order, cookies };
}

const typesOf = (events: readonly HostEvent[]) => events.map(({ type }) => type);

describe('a look at the page', () => {
  it('[SH-020] reports cookies, activity, page, obstacles and links, in this order', () => {
    const { look, events, order, cookies, log } = setUp();
    look({
      kinds: ['chat-link', 'email', 'chat-link'],
      obstacles: [['footer', null, box]],
      cookies: ['a=1'],
      hasFocus: true,
    });
    expect(order).toEqual(['cookies', 'activity', 'page', 'obstacles', 'links']);
    expect(cookies).toEqual([['a=1']]);
    expect(events).toMatchObject([
      { type: 'activity', isActive: true },
      { type: 'page', facts: { url: 'https://shop.example/' }, viewport: { width: 1280, visibleHeight: 640 } },
      { type: 'obstacles', obstacles: [{ kind: 'footer', ...box }] },
      { type: 'links', kinds: ['chat-link', 'email', 'chat-link'] },
    ]);
    expect(log.warnings).toEqual([]);
  });

  it.each<[string, Seen, readonly string[]]>([
    ['nothing', {}, ['obstacles']],
    ['the focus', { hasFocus: true }, ['activity', 'obstacles']],
    ['the last input', { lastInputMs: 5 }, ['activity', 'obstacles']],
    ['the reading', { reading: { ...reading, scrollY: '10' } }, ['page', 'obstacles']],
    ['the kinds of links', { kinds: ['chat'] }, ['obstacles', 'links']],
  ])('reports only what has changed: %s', (_, change, expected) => {
    const { look, events } = setUp();
    look();
    events.length = 0;
    look(change);
    expect(typesOf(events)).toEqual(expected);
    events.length = 0;
    look(change);
    expect(typesOf(events)).toEqual(['obstacles']);
  });

  it('[SH-157] reports the obstacles of every look: those behind a pane that covers the page are not used', () => {
    const { look, events } = setUp();
    look();
    look();
    expect(events.filter(({ type }) => type === 'obstacles')).toHaveLength(2);
  });

  it.each([true, false, 'true', 1, null])('[SH-109] takes only the focus `true` as activity: %j', (hasFocus) => {
    const { look, events } = setUp();
    look({ hasFocus });
    expect(events[0]).toEqual({ type: 'activity', isActive: hasFocus === true });
  });

  it('leaves cookies that are no list to the jar, which asks for them', () => {
    const { look, cookies, events } = setUp();
    look({ cookies: '["a=1"]' });
    expect(cookies).toEqual([]);
    expect(typesOf(events)).toContain('page');
  });

  it('[SH-016][SH-020] takes a look without kinds, whose attribute has no valid name, as one that says nothing of links', () => {
    const { api, events, log } = setUp();
    const { 1: _, ...parts } = [reading, [], [], [], false, 0];
    api.look(JSON.stringify(parts));
    expect(typesOf(events)).toEqual(['activity', 'page', 'obstacles']);
    expect(log.warnings).toEqual([]);
  });

  it('[SH-086] reports that the last link has gone', () => {
    const { look, events } = setUp();
    look({ kinds: ['chat'] });
    look({ kinds: [] });
    expect(events.at(-1)).toEqual({ type: 'links', kinds: [] });
  });

  it('[BR-23] warns of kinds that are no list', () => {
    const { look, events, log } = setUp();
    look({ kinds: { 0: 'chat', length: 1 } });
    expect(typesOf(events)).not.toContain('links');
    expect(log.warnings).toHaveLength(1);
  });
});

describe('an invalid call', () => {
  it('is dropped with one warning', () => {
    const { api, look, events, log } = setUp();
    api.look('no JSON');
    api.look(7);
    look({ reading: {} });
    for (const text of [-1, '1', '{', undefined, link]) api.link(text);
    expect(typesOf(events)).toEqual(['activity', 'obstacles', 'links']);
    expect(log.warnings).toEqual(['The page made an invalid call.']);
  });
});

describe('the page’s other calls', () => {
  it('[SH-020] report the click on a link, with what it says', () => {
    const { api, events } = setUp();
    api.link(JSON.stringify({ ...link, id: 4 }));
    expect(events).toEqual([{ type: 'linkClicked', link }]);
  });

  it.each([
    ['click', ['pillClicked']],
    ['focus', ['pillHovered']],
    ['pointermove', ['pillHovered']],
    ['keydown', []],
    [undefined, []],
  ])('[SH-008] report "%s" of the pill as %j', (eventType, expected) => {
    const { api, events } = setUp();
    api.pill(eventType);
    expect(typesOf(events)).toEqual(expected);
  });

  it.each([
    ['cm-open', ['open']],
    ['cm-close', ['close']],
    ['cm-other', []],
    [undefined, []],
  ])('report the command "%s" as %j', (command, expected) => {
    const { api, events } = setUp();
    api.show(command);
    expect(typesOf(events)).toEqual(expected);
  });
});
