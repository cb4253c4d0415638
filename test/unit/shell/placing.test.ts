import { describe, expect, it } from 'vitest';
import type { Obstacle, Viewport } from '../../../bridge/records.ts';
import { toCard } from '../../../frame/shell/cards.ts';
import { type FrameContent, isPaneFullSize, placeFrame } from '../../../frame/shell/placeFrame.ts';
import { edgeOf, placePill } from '../../../frame/shell/placePill.ts';

const view = (width: number, height = 800, visibleHeight = height): Viewport => ({
  width,
  height,
  visibleHeight,
  documentHeight: 3_000,
  scrollY: 0,
  nodes: 500,
});

const bar = (kind: Obstacle['kind'], top: number, bottom = 800, left = 0, right = 1_280): Obstacle => ({
  kind,
  top,
  bottom,
  left,
  right,
});

const pill = (obstacles: readonly Obstacle[], side: 'left' | 'right' = 'right', viewport = view(1_280)) =>
  placePill({ viewport, obstacles, side });

describe('the pill', () => {
  it.each([
    [1_280, 16],
    [1_024, 16],
    [768, 16],
    [767, 15],
    [320, 15],
  ])('[SH-028] at %i px width stands %i px from the edges', (width, px) => {
    expect(edgeOf(view(width))).toBe(px);
    expect(pill([], 'right', view(width))).toBe(px);
  });

  it.each([
    [120, 120],
    [170, 170],
    [400, 170],
  ])('[SH-157] a footer of %i px moves it up by %i', (heightPx, offsetPx) => {
    expect(pill([bar('footer', 800 - heightPx)])).toBe(16 + offsetPx);
  });

  it('[SH-157] moves up by what shows of a footer that is still below the fold', () => {
    expect(pill([bar('footer', 760, 1_160)])).toBe(56);
    expect(pill([bar('footer', 800, 1_200)])).toBe(16);
  });

  it('[SH-157] a footer in the middle of the page does not move it', () => {
    expect(pill([bar('footer', 200, 400)])).toBe(16);
  });

  it('[SH-157] stands clear of a cookie bar at the bottom', () => {
    const bottom = pill([bar('fixed', 710)]);
    expect(800 - bottom).toBeLessThanOrEqual(710);
    expect(bottom).toBe(98);
  });

  it('[SH-157] stands clear of a bar that is higher than any footer may be', () => {
    expect(pill([bar('fixed', 500)])).toBe(308);
  });

  it('[SH-157] stands clear of a scroll-to-top button above a bar', () => {
    const bottom = pill([bar('fixed', 740), bar('fixed', 670, 720, 1_200, 1_250)]);
    expect(bottom).toBe(138);
  });

  it('[SH-157] stays where it is beside elements in other columns and at the top', () => {
    expect(pill([bar('fixed', 740, 800, 0, 900), bar('fixed', 0, 80)])).toBe(16);
  });

  it('[SH-157][SH-154] looks at the column of its own side', () => {
    const left = bar('fixed', 740, 800, 0, 400);
    expect(pill([left], 'right')).toBe(16);
    expect(pill([left], 'left')).toBe(68 + 0);
  });

  it('[SH-157] is not pushed out of the page by an element that covers it', () => {
    expect(pill([bar('fixed', 0, 800)])).toBe(16);
    expect(pill([bar('fixed', 10, 800)])).toBe(16);
  });
});

const pane = (fullSize: boolean, contentHeightPx = 0): FrameContent => ({ kind: 'pane', fullSize, contentHeightPx });
const place = (content: FrameContent, viewport: Viewport, side: 'left' | 'right' = 'right') =>
  placeFrame({ content, viewport, side, pillBottomPx: 16 });

describe('the pane', () => {
  it('[SH-035] is 320 by 620 px at the bottom-right of a wide screen', () => {
    expect(place(pane(true), view(769))).toEqual({
      className: 'pane',
      width: 320,
      height: 620,
      bottom: 16,
    });
  });

  it.each([768, 767, 375, 320])('[SH-035] covers the whole screen at %i px', (width) => {
    expect(place(pane(true), view(width, 812))).toEqual({
      className: 'full',
      width,
      height: 812,
      bottom: 0,
    });
  });

  it('[SH-035] is never higher than the viewport less 32 px', () => {
    expect(place(pane(true), view(1_280, 400)).height).toBe(368);
    expect(place(pane(true), view(1_280, 300)).height).toBe(268);
    expect(place(pane(true), view(1_280, 20)).height).toBe(0);
  });

  it.each([
    [100, 332],
    [332, 332],
    [450, 450],
    [900, 620],
  ])('[SH-036] follows content of %i px with %i px', (contentHeightPx, heightPx) => {
    expect(place(pane(false, contentHeightPx), view(1_280)).height).toBe(heightPx);
  });

  it.each([
    [true, 'available', true],
    [true, 'standby', true],
    [true, 'unavailable', false],
    [false, 'available', true],
    [false, 'unavailable', true],
  ] as const)('[SH-036] with menu %s and chat %s is full size: %s', (showsMenu, chatAvailability, expected) => {
    expect(isPaneFullSize({ showsMenu, chatAvailability })).toBe(expected);
  });

  it('[SH-035] ends above the on-screen keyboard of a phone', () => {
    expect(place(pane(true), view(375, 812, 500))).toMatchObject({ height: 500 });
  });

  it('[SH-048] the backdrop covers the viewport', () => {
    expect(place({ kind: 'backdrop' }, view(1_280))).toMatchObject({ className: 'full', width: 1_280, height: 800 });
  });

  it('[SH-033] nothing to show hides the frame', () => {
    expect(place({ kind: 'nothing' }, view(1_280)).className).toBe('hidden');
  });
});

describe('cards', () => {
  const popUp: FrameContent = toCard({ kind: 'popUp', contentHeightPx: 204 });
  const note = (isPost: boolean): FrameContent => toCard({ kind: 'notification', isPost, contentHeightPx: 324 });

  it('[SH-124] the pop-up has a frame of 296 px whose card stands 62 px up from the pill', () => {
    const frame = place(popUp, view(1_280));
    expect(frame).toEqual({ className: 'card', width: 296, height: 204, bottom: 66 });
    expect(frame.bottom + 12 - 16).toBe(62);
  });

  it('[SH-131] a notification stands 58 px up from the pill, 272 px wide, a post 700 px', () => {
    expect(place(note(false), view(1_280))).toMatchObject({ width: 296, bottom: 62 });
    expect(place(note(true), view(1_280))).toMatchObject({ width: 724, bottom: 62 });
  });

  it('[SH-131] is never wider than the viewport less 32 px', () => {
    expect(place(note(true), view(375)).width).toBe(375 - 32 + 24);
    expect(place(note(false), view(280)).width).toBe(280 - 32 + 24);
  });

  it('[SH-131] is pushed down rather than out of a low viewport', () => {
    const frame = place(toCard({ kind: 'notification', isPost: false, contentHeightPx: 900 }), view(1_280, 400));
    expect(frame.height + frame.bottom).toBeLessThanOrEqual(400);
  });

  it('[SH-154] cards and pane follow the pill to the left', () => {
    for (const content of [popUp, note(false), pane(true)])
      expect(place(content, view(1_280), 'left').className).toMatch(/ left$/);
  });
});
