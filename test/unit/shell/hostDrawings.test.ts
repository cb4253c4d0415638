import { describe, expect, it } from 'vitest';
import { drawFrame, drawPill, type FrameFacts, type PillFacts } from '../../../frame/shell/hostDrawings.ts';
import { frameStyle, pillStyle } from '../../../frame/shell/hostStyles.ts';

const viewport = { width: 1280, height: 800, visibleHeight: 500, documentHeight: 3_000, scrollY: 0 };
const phone = { ...viewport, width: 375 };
const pill: PillFacts = {
  isShown: true,
  isSliding: false,
  isFolding: false,
  isCollapsed: false,
  isPaneHidden: true,
  isHidden: false,
  unread: 0,
  text: 'Let’s talk',
  unreadLabel: 'Let’s talk, 2 unread',
  theme: 'blue',
  side: 'right',
  bottomPx: 16,
};
const look = { theme: 'blue', isHidden: false, isSliding: false, brand: undefined } as const;
const frame: FrameFacts = {
  ...{ mode: 'pane', side: 'right', width: 320, height: 620, bottom: 16 },
  ...{ label: 'Contact', isHidden: false },
};

describe('the drawing of the pill', () => {
  it('[SH-028] has text, edges and height, and its text as its name', () => {
    expect(drawPill(pill, viewport)).toEqual({
      style: pillStyle(look),
      textContent: 'Let’s talk',
      value: '',
      title: 'Let’s talk',
      ariaLabel: undefined,
      ariaExpanded: 'false',
      right: 16,
      bottom: 16,
      height: 48,
    });
  });

  it.each([
    ['as an icon', { isCollapsed: true }, undefined, { textContent: '', value: '', ariaLabel: 'Let’s talk' }],
    ['with a count', { unread: 2 }, '?', { textContent: 'Let’s talk', value: '2', ariaLabel: 'Let’s talk, 2 unread' }],
    ['with a brand’s sign', {}, '?', { value: '?', ariaLabel: 'Let’s talk' }],
  ])('[SH-027] says the label %s', (_, change, sign, expected) => {
    expect(drawPill({ ...pill, ...change }, viewport, { radius: 8, sign })).toMatchObject(expected);
  });

  it('[SH-154] is on the left where the language says so', () => {
    const drawing = drawPill({ ...pill, side: 'left', isPaneHidden: false }, phone);
    expect(drawing).toMatchObject({ left: 15, ariaExpanded: 'true' });
    expect(drawing).not.toHaveProperty('right');
  });
});

describe('the drawing of the frame', () => {
  it.each<[string, Partial<FrameFacts>, object]>([
    ['a pane is at the edge', {}, { right: 16, bottom: 16, width: 320, height: 620 }],
    ['a card leaves room for its shadow outside the edge', { mode: 'card' }, { right: 4, bottom: 16 }],
    ['a full frame ends above the keyboard', { mode: 'full', height: 500, bottom: 0 }, { right: 0, bottom: 300 }],
    ['a pane on the left', { side: 'left' }, { left: 16, bottom: 16 }],
    ['a card on the left', { mode: 'card', side: 'left' }, { left: 4, bottom: 16 }],
  ])('[SH-035][SH-154] %s', (_, change, expected) => {
    const drawing = drawFrame({ ...frame, ...change }, viewport);
    expect(drawing).toMatchObject({ title: 'Contact', ...expected });
    expect('left' in drawing && 'right' in drawing).toBe(false);
  });
});

describe('the style', () => {
  it.each([
    [{}, 'visibility:visible;translate:0', 'transition'],
    [{ isHidden: true }, 'background:#15d;color:#fff', 'visibility'],
    [{ isSliding: true }, 'visibility:visible;translate:0;transition:translate .24s;', ',visibility'],
    [{ isHidden: true, isSliding: true }, 'transition:translate .24s,visibility .24s;', 'visibility:visible'],
    [{ theme: 'yellow' }, 'background:#fd3;color:#000', '#15d'],
  ] as const)('[SH-029][SH-033] of a pill that is %j has %s', (change, has, hasNot) => {
    const style = pillStyle({ ...look, ...change });
    expect(style).toContain(has);
    expect(style).not.toContain(hasNot);
    expect(style).not.toMatch(/;;|Stryker|undefined|false/);
  });

  it('[F-AD8] of a brand’s pill has its CSS in place of a theme', () => {
    const style = pillStyle({ ...look, theme: 'brand', brand: 'background:#712;color:#fff' });
    expect(style).toMatch(/;background:#712;color:#fff$/);
  });

  it.each([
    ['card', undefined, 'visibility:visible;translate:0;z-index:999999999;border:0'],
    [
      'pane',
      undefined,
      'visibility:visible;translate:0;z-index:999999999;border:0;border-radius:16px;box-shadow:0 0 16px #0004',
    ],
    [
      'pane',
      4,
      'visibility:visible;translate:0;z-index:999999999;border:0;border-radius:8px;box-shadow:0 0 16px #0004',
    ],
  ] as const)('of a frame that is a %s, with the radius %s', (mode, radius, style) => {
    expect(frameStyle(mode, false, radius)).toBe(style);
    expect(frameStyle(mode, true, radius)).toBe(style.replace('visibility:visible;translate:0;', ''));
  });
});
