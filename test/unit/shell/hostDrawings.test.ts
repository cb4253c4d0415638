import { describe, expect, it } from 'vitest';
import { type FrameAppearance, toFrameDrawing, toPillDrawing } from '../../../frame/shell/hostDrawings.ts';
import { frameStyle, pillStyle } from '../../../frame/shell/hostStyles.ts';

const viewport = { width: 1280, height: 800, visibleHeight: 500, documentHeight: 3_000, scrollY: 0 };
const phone = { ...viewport, width: 375 };
const pill = { className: 'blue', text: 'Let’s talk', badge: '', label: 'Contact us', bottom: 16, expanded: false };
const frame: FrameAppearance = { className: 'pane', width: 320, height: 620, bottom: 16, label: 'Contact' };

describe('the drawing of the pill', () => {
  it('[SH-028] has text, edges and height, and its text as its name', () => {
    expect(toPillDrawing(pill, viewport)).toEqual({
      style: pillStyle('blue'),
      textContent: 'Let’s talk',
      value: '',
      title: 'Contact us',
      ariaLabel: undefined,
      ariaExpanded: 'false',
      right: 16,
      bottom: 16,
      height: 48,
    });
  });

  it.each([
    [
      'as an icon',
      { ...pill, className: 'blue icon' },
      undefined,
      { textContent: '', value: '', ariaLabel: 'Contact us' },
    ],
    ['with a count', { ...pill, badge: '2' }, '?', { textContent: 'Let’s talk', value: '2', ariaLabel: 'Contact us' }],
    ['with a brand’s sign', pill, '?', { value: '?', ariaLabel: 'Contact us' }],
  ])('[SH-027] says the label %s', (_, appearance, sign, expected) => {
    expect(toPillDrawing(appearance, viewport, { radius: 8, sign })).toMatchObject(expected);
  });

  it('[SH-154] is on the left where the theme says so', () => {
    const drawing = toPillDrawing({ ...pill, className: 'blue left', expanded: true }, phone);
    expect(drawing).toMatchObject({ left: 15, ariaExpanded: 'true' });
    expect(drawing).not.toHaveProperty('right');
  });
});

describe('the drawing of the frame', () => {
  it.each<[string, Partial<FrameAppearance>, object]>([
    ['a pane is at the edge', {}, { right: 16, bottom: 16, width: 320, height: 620 }],
    ['a card leaves room for its shadow outside the edge', { className: 'card' }, { right: 4, bottom: 16 }],
    ['a full frame ends above the keyboard', { className: 'full', height: 500, bottom: 0 }, { right: 0, bottom: 300 }],
    ['a pane on the left', { className: 'pane left' }, { left: 16, bottom: 16 }],
  ])('[SH-035] %s', (_, change, expected) => {
    const drawing = toFrameDrawing({ ...frame, ...change }, viewport);
    expect(drawing).toMatchObject({ title: 'Contact', ...expected });
    expect('left' in drawing && 'right' in drawing).toBe(false);
  });
});

describe('the style', () => {
  it.each([
    ['blue', 'visibility:visible;translate:0', 'transition'],
    ['blue hidden', 'background:#15d;color:#fff', 'visibility'],
    ['blue slide', 'visibility:visible;translate:0;transition:translate .24s;', ',visibility'],
    ['blue hidden slide', 'transition:translate .24s,visibility .24s;', 'visibility:visible'],
    ['yellow', 'background:#fd3;color:#000', '#15d'],
  ])('[SH-029][SH-033] of the pill "%s" has %s', (className, has, hasNot) => {
    expect(pillStyle(className)).toContain(has);
    expect(pillStyle(className)).not.toContain(hasNot);
    expect(pillStyle(className)).not.toMatch(/;;|Stryker|undefined|false/);
  });

  it('[F-AD8] of a brand’s pill has its CSS in place of a theme', () => {
    expect(pillStyle('brand', 'background:#712;color:#fff')).toMatch(/;background:#712;color:#fff$/);
  });

  it.each([
    ['hidden', undefined, 'z-index:999999999;border:0'],
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
  ])('of a frame that is a %s, with the radius %s', (mode, radius, style) => {
    expect(frameStyle(mode, radius)).toBe(style);
  });
});
