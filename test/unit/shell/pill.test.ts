import { describe, expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { badgeText, pillBadgeText } from '../../../frame/shell/badgeText.ts';
import { drawPill, type PillFacts } from '../../../frame/shell/hostDrawings.ts';
import { createPillStore } from '../../../frame/shell/pillStore.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

function setUp(stored: unknown, collapses: boolean) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const written: unknown[] = [];
  const store = {
    readJson: vi.fn(async () => stored),
    writeCookie: vi.fn(async (_: string, value: unknown) => void written.push(structuredClone(value))),
  };
  return { clock, lifetime, written, store, pill: createPillStore({ clock, lifetime, store, collapses }) };
}

describe('the pill’s first display', () => {
  it('[SH-029][SH-031][F-PG8] slides in once, at once, and stores its flag after 1,000 ms', async () => {
    const { pill, clock, written } = setUp(undefined, false);
    await pill.start();
    expect(pill.state).toMatchObject({ isShown: true, isSliding: true });
    await clock.advance(999);
    expect(written).toEqual([]);
    await clock.advance(1);
    expect(pill.state.isSliding).toBe(false);
    expect(written).toEqual([{ hasSlideInAnimated: true, hasCollapseAnimated: false }]);
  });

  it('[SH-029] is immediate, without animation, when the flag is stored', async () => {
    const { pill, clock, written } = setUp({ hasSlideInAnimated: true }, false);
    await pill.start();
    expect(pill.state).toEqual({
      isDecided: true,
      isShown: true,
      isSliding: false,
      isFolding: false,
      isCollapsed: false,
    });
    await clock.advance(10_000);
    expect(written).toEqual([]);
  });

  it('[SH-030][SH-031] collapses after 5,200 ms if the page requests it, and stores its flag after 5,000 ms', async () => {
    const { pill, clock, written } = setUp({ hasSlideInAnimated: true }, true);
    await pill.start();
    await clock.advance(5_000);
    expect(written).toEqual([{ hasSlideInAnimated: true, hasCollapseAnimated: true }]);
    await clock.advance(199);
    expect(pill.state).toMatchObject({ isFolding: false, isCollapsed: false });
    await clock.advance(1);
    expect(pill.state).toMatchObject({ isFolding: true, isCollapsed: false });
    await clock.advance(190);
    expect(pill.state).toMatchObject({ isFolding: false, isCollapsed: true, isSliding: true });
    await clock.advance(240);
    expect(pill.state).toMatchObject({ isCollapsed: true, isSliding: false });
  });

  it('[SH-030] is collapsed when its flag is stored', async () => {
    const { pill } = setUp({ hasSlideInAnimated: true, hasCollapseAnimated: true }, true);
    await pill.start();
    expect(pill.state.isCollapsed).toBe(true);
  });

  it('[SH-031] never collapses on a page that does not request it, whatever is stored', async () => {
    const { pill, clock } = setUp({ hasSlideInAnimated: true, hasCollapseAnimated: true }, false);
    await pill.start();
    await clock.advance(10_000);
    expect(pill.state.isCollapsed).toBe(false);
  });

  it('[SH-031] reads its flags once, beside what the first display waits for', async () => {
    const { pill, store } = setUp({ hasSlideInAnimated: true }, false);
    await pill.load();
    expect(pill.state).toMatchObject({ isDecided: false, isShown: false });
    await pill.start();
    expect(store.readJson).toHaveBeenCalledOnce();
  });

  it('[SH-077] is decided but not shown on a page without a pill', () => {
    const { pill } = setUp(undefined, false);
    expect(pill.state.isDecided).toBe(false);
    pill.refuse();
    expect(pill.state).toMatchObject({ isDecided: true, isShown: false });
  });

  it('[SH-012] leaves no timer at the end', async () => {
    const { pill, clock, lifetime } = setUp(undefined, true);
    await pill.start();
    lifetime.end();
    expect(clock.pending).toBe(0);
  });
});

describe('the pill’s appearance', () => {
  const facts: PillFacts = {
    isShown: true,
    isSliding: false,
    isFolding: false,
    isCollapsed: false,
    isPaneHidden: true,
    isHidden: false,
    badge: '',
    text: "Let's talk",
    unreadLabel: "Let's talk, 3 unread",
    theme: 'blue',
    side: 'right',
    bottomPx: 16,
  };

  it.each([
    [0, '', "Let's talk"],
    [3, '3', "Let's talk, 3 unread"],
    [9, '9', "Let's talk, 3 unread"],
    [12, '9+', "Let's talk, 3 unread"],
  ])('[SH-027] with %i unread has badge "%s" and name "%s", expanded and collapsed', (unread, badge, label) => {
    for (const isCollapsed of [false, true]) {
      expect(drawPill({ ...facts, badge: badgeText(unread), isCollapsed }, viewport)).toMatchObject({
        value: badge,
        title: label,
        textContent: isCollapsed ? '' : "Let's talk",
      });
    }
  });

  it.each([
    [3, 'EG', '٣'],
    [12, 'EG', '٩+'],
    [3, 'AE', '3'],
    [3, 'EGYPT', '3'],
    [0, 'EG', ''],
  ])('[SH-027][F-UX20] writes %i in the digits of ar-%s: "%s"', (unread, regionCode, badge) => {
    expect(pillBadgeText(unread, { languageCode: 'ar', regionCode })).toBe(badge && `\u202f${badge}\u202f`);
  });

  const viewport = { width: 1280, height: 800, visibleHeight: 800, documentHeight: 800, scrollY: 0 };

  it('[SH-027] takes its accessible name from its text, or from the label when collapsed', () => {
    const at = (isCollapsed: boolean, unread: number) =>
      drawPill({ ...facts, badge: badgeText(unread), isCollapsed }, viewport);
    expect(at(false, 0)).toMatchObject({ textContent: "Let's talk", value: '', ariaLabel: null });
    expect(at(true, 0)).toMatchObject({ textContent: '', value: '', ariaLabel: "Let's talk" });
    expect(at(true, 12)).toMatchObject({ textContent: '', value: '9+', ariaLabel: "Let's talk, 3 unread" });
  });

  it('[F-SH22][SH-027] shows the unread count in the icon and not in the text, and says it in the accessible name', () => {
    const drawing = drawPill({ ...facts, badge: '3' }, viewport);
    expect(drawing).toMatchObject({
      textContent: "Let's talk",
      value: '3',
      ariaLabel: "Let's talk, 3 unread",
    });
  });

  it('[SH-033] is hidden while the pane is visible, and by the override or a setting', () => {
    const at = (change: Partial<PillFacts>) => drawPill({ ...facts, ...change }, viewport);
    expect(at({})).toMatchObject({ visibility: 'visible', ariaExpanded: 'false' });
    const visibility = '';
    expect(at({ isPaneHidden: false })).toMatchObject({ visibility, ariaExpanded: 'true' });
    expect(at({ isHidden: true })).toMatchObject({ visibility });
    expect(at({ isShown: false })).toMatchObject({ visibility });
  });

  it('[SH-030][SH-154] has theme, side, form and animation', () => {
    const drawing = drawPill({ ...facts, isCollapsed: true, side: 'left', isSliding: true }, viewport);
    expect(drawing).toMatchObject({ left: 'max(16px,env(safe-area-inset-left))', textContent: '' });
    expect(drawing).not.toHaveProperty('right');
    expect(drawing.backgroundColor).toBe('#15d');
    expect(drawing.transition).toContain('translate');
  });

  it('[SH-030] slides out while it makes room for its icon form', () => {
    const { visibility, transition } = drawPill({ ...facts, isFolding: true }, viewport);
    expect(visibility).toBe('');
    expect(transition).toBe('translate .24s,visibility .24s');
  });
});
