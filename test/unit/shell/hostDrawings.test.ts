import { describe, expect, it } from 'vitest';
import { drawFrame, drawPill, type FrameFacts, fromEdge, type PillFacts } from '../../../frame/shell/hostDrawings.ts';

const viewport = { width: 1280, height: 800, visibleHeight: 500, documentHeight: 3_000, scrollY: 0 };
const phone = { ...viewport, width: 375 };
const pill: PillFacts = {
  isShown: true,
  isSliding: false,
  isFolding: false,
  isCollapsed: false,
  isPaneHidden: true,
  isHidden: false,
  badge: '',
  text: 'Let’s talk',
  unreadLabel: 'Let’s talk, 2 unread',
  theme: 'blue',
  side: 'right',
  bottomPx: 16,
};
const frame: FrameFacts = {
  ...{ mode: 'pane', side: 'right', width: 320, height: 620, bottom: 16 },
  ...{ label: 'Contact', isHidden: false },
};

describe('the drawing of the pill', () => {
  it('[SH-028] has text, edges and height, and its text as its name', () => {
    expect(drawPill(pill, viewport)).toEqual({
      className: '',
      visibility: 'visible',
      translate: '0',
      transition: '',
      textContent: 'Let’s talk',
      value: '',
      name: undefined,
      title: 'Let’s talk',
      ariaLabel: null,
      ariaExpanded: 'false',
      right: 'max(16px,env(safe-area-inset-right))',
      bottom: 'max(16px,env(safe-area-inset-bottom))',
      borderRadius: '24px',
      font: '600 16px/18px system-ui',
      backgroundColor: '#15d',
      color: '#fff',
    });
  });

  it.each([
    ['as an icon', { isCollapsed: true }, undefined, { textContent: '', value: '', ariaLabel: 'Let’s talk' }],
    ['with a count', { badge: '2' }, '?', { textContent: 'Let’s talk', value: '2', ariaLabel: 'Let’s talk, 2 unread' }],
    ['with a brand’s sign', {}, '?', { name: '?', value: '', ariaLabel: 'Let’s talk' }],
  ])('[SH-027] says the label %s', (_, change, sign, expected) => {
    expect(drawPill({ ...pill, ...change }, viewport, { radius: 8, sign })).toMatchObject(expected);
  });

  it('[F-PG24] has smaller letters if its text is long', () => {
    const fontOf = (text: string) => drawPill({ ...pill, text }, viewport).font;
    expect(fontOf('Termin und Kontakt')).toBe('600 16px/18px system-ui');
    expect(fontOf('Fragen? Wir helfen gern')).toBe('600 14px/18px system-ui');
  });

  it('[SH-154] is on the left where the language says so', () => {
    const drawing = drawPill({ ...pill, side: 'left', isPaneHidden: false }, phone);
    expect(drawing).toMatchObject({ left: fromEdge('left', 15), ariaExpanded: 'true' });
    expect(drawing).not.toHaveProperty('right');
  });
});

describe('the drawing of the frame', () => {
  it.each<[string, Partial<FrameFacts>, object]>([
    [
      'a pane is at the edge',
      {},
      { right: fromEdge('right', 16), bottom: fromEdge('bottom', 16), width: '320px', height: '620px' },
    ],
    ['a card leaves room for its shadow outside the edge', { mode: 'card' }, { right: fromEdge('right', 4) }],
    [
      'a full frame ends above the keyboard',
      { mode: 'cover', height: 500, bottom: 0 },
      { right: '0', bottom: '300px' },
    ],
    ['a pane on the left', { side: 'left' }, { left: fromEdge('left', 16) }],
    ['a card on the left', { mode: 'card', side: 'left' }, { left: fromEdge('left', 4) }],
  ])('[SH-035][SH-154] %s', (_, change, expected) => {
    const drawing = drawFrame({ ...frame, ...change }, viewport);
    expect(drawing).toMatchObject({ title: 'Contact', ...expected });
    expect('left' in drawing && 'right' in drawing).toBe(false);
  });
});

describe('how it is shown', () => {
  it.each([
    [{}, { visibility: 'visible', translate: '0', transition: '' }],
    [{ isHidden: true }, { visibility: '', translate: '', transition: '', backgroundColor: '#15d', color: '#fff' }],
    [{ isSliding: true }, { visibility: 'visible', transition: 'translate .24s' }],
    [{ isFolding: true }, { visibility: '', transition: 'translate .24s,visibility .24s' }],
    [{ theme: 'yellow' }, { backgroundColor: '#fd3', color: '#000' }],
  ] as const)('[SH-029][SH-033] a pill that is %j is %j', (change, expected) => {
    expect(drawPill({ ...pill, ...change }, viewport)).toMatchObject(expected);
  });

  it('[F-AD8] a brand’s pill has its look in place of a theme', () => {
    const look = { backgroundColor: '#712', color: '#fff' };
    const brand = { radius: 4, $styles: { pill: { ...look, borderRadius: 12 } } };
    expect(drawPill({ ...pill, theme: 'brand' }, viewport, brand)).toMatchObject({ ...look, borderRadius: '12px' });
  });

  it.each([
    ['card', undefined, '0px'],
    ['pane', undefined, '16px'],
    ['pane', { radius: 4 }, '8px'],
    ['cover', undefined, '0px'],
  ] as const)('a frame that is a %s of the brand %j has the radius %s', (mode, brand, borderRadius) => {
    const shown = drawFrame({ ...frame, mode }, viewport, brand);
    expect(shown).toMatchObject({ className: mode, borderRadius });
    expect(drawFrame({ ...frame, mode, isHidden: true }, viewport, brand)).toEqual({
      ...shown,
      // The loader locks the page while the frame is a cover.
      className: '',
      visibility: '',
      translate: '',
    });
  });

  it('[SH-035] a frame that covers the screen is where the visitor sees it, also when the browser has moved the page', () => {
    const cover = { ...frame, mode: 'cover', height: 480, bottom: 0 } as const;
    expect(drawFrame(cover, { ...phone, visibleHeight: 480, visibleTop: 300 })).toMatchObject({
      bottom: '20px',
      height: '480px',
    });
  });
});
