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
const linkOf = (id: number) => ({ id, kind: 'chat-link', href: `https://shop.example/${id}` });

interface Seen {
  reading?: unknown;
  links?: readonly unknown[];
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
        JSON.stringify(seen.links ?? []),
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
    look({ links: [linkOf(1)], obstacles: [['footer', null, box]], cookies: ['a=1'], hasFocus: true });
    expect(order).toEqual(['cookies', 'activity', 'page', 'obstacles', 'links']);
    expect(cookies).toEqual([['a=1']]);
    expect(events).toMatchObject([
      { type: 'activity', isActive: true },
      { type: 'page', facts: { url: 'https://shop.example/' }, viewport: { width: 1280, visibleHeight: 640 } },
      { type: 'obstacles', obstacles: [{ kind: 'footer', ...box }] },
      { type: 'links', links: [{ id: 1, kind: 'chat-link' }] },
    ]);
    expect(log.warnings).toEqual([]);
  });

  it.each<[string, Seen, readonly string[]]>([
    ['nothing', {}, ['obstacles']],
    ['the focus', { hasFocus: true }, ['activity', 'obstacles']],
    ['the last input', { lastInputMs: 5 }, ['activity', 'obstacles']],
    ['the reading', { reading: { ...reading, scrollY: '10' } }, ['page', 'obstacles']],
    ['the links', { links: [linkOf(1)] }, ['obstacles', 'links']],
  ])('reports only what has changed: %s', (_, change, expected) => {
    const { look, events } = setUp();
    look();
    events.length = 0;
    look(change);
    expect(typesOf(events)).toEqual(expected);
    events.length = 0;
    look({ ...change, links: [] });
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

  it('[SH-020] takes a look without links as a look with no new ones', () => {
    const { api, events, log } = setUp();
    const { 1: _, ...parts } = [reading, '[]', [], [], false, 0];
    api.look(JSON.stringify(parts));
    expect(typesOf(events)).toEqual(['activity', 'page', 'obstacles']);
    expect(log.warnings).toEqual([]);
  });

  it('[SH-086] gives a link without its attribute no kind', () => {
    const { look, events } = setUp();
    look({ links: [linkOf(1)] });
    look({ links: [{ ...linkOf(1), kind: null }] });
    expect(events.at(-1)).toMatchObject({ links: [{ id: 1, kind: '', href: 'https://shop.example/1' }] });
  });

  it('adds links to those that it has, and replaces one with the same id', () => {
    const { look, events } = setUp();
    look({ links: [linkOf(1), linkOf(2)] });
    look({ links: [{ ...linkOf(2), kind: 'email-link' }, linkOf(3)] });
    expect(events.at(-1)).toMatchObject({ links: [linkOf(1), { id: 2, kind: 'email-link' }, linkOf(3)] });
  });

  it('[BR-24] remembers 10,000 links, and forgets the oldest', () => {
    const { look, events } = setUp();
    const idsAfter = (from: number, count: number) => {
      look({ links: Array.from({ length: count }, (_, at) => ({ id: from + at })) });
      const last = events.at(-1);
      return last?.type === 'links' ? last.links.map(({ id }) => id) : [];
    };
    expect(idsAfter(0, 10_000)).toHaveLength(10_000);
    const ids = idsAfter(10_000, 2);
    expect(ids).toHaveLength(10_000);
    expect([ids[0], ids.at(-1)]).toEqual([2, 10_001]);
  });
});

describe('an invalid call', () => {
  it('is dropped with one warning', () => {
    const { api, look, events, log } = setUp();
    api.look('no JSON');
    api.look(7);
    look({ reading: {} });
    for (const id of [-1, '1', undefined]) api.link(id);
    expect(typesOf(events)).toEqual(['activity', 'obstacles']);
    expect(log.warnings).toEqual(['The page made an invalid call.']);
  });
});

describe('the page’s other calls', () => {
  it('report the click on a link', () => {
    const { api, events } = setUp();
    api.link(4);
    expect(events).toEqual([{ type: 'linkClicked', linkId: 4 }]);
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
