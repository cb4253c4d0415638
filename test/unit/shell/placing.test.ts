import { describe, expect, it } from 'vitest';
import type { Obstacle, Viewport } from '../../../bridge/records.ts';
import { cardOf } from '../../../frame/shell/cards.ts';
import { createPaneSize, isPaneFullSize } from '../../../frame/shell/paneSize.ts';
import { type FrameContent, placeFrame } from '../../../frame/shell/placeFrame.ts';
import { edgeOf, placePill } from '../../../frame/shell/placePill.ts';
import { noChat } from '../../../frame/shell/records.ts';
import type { ShellState } from '../../../frame/shell/store.ts';
import { startOutreachAfter } from '../../support/fakeOutreach.ts';

const view = (width: number, height = 800, visibleHeight = height): Viewport => ({
  width,
  height,
  visibleHeight,
  documentHeight: 3_000,
  scrollY: 0,
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
  ])('[SH-028] at a width of %i px is %i px from the edges', (width, px) => {
    expect(edgeOf(view(width))).toBe(px);
    expect(pill([], 'right', view(width))).toBe(px);
  });

  it.each([
    [120, 120],
    [170, 170],
    [400, 170],
  ])('[SH-157] moves up for a footer of %i px by %i', (heightPx, offsetPx) => {
    expect(pill([bar('footer', 800 - heightPx)])).toBe(16 + offsetPx);
  });

  it('[SH-157] moves up by the visible part of a footer', () => {
    expect(pill([bar('footer', 760, 1_160)])).toBe(56);
    expect(pill([bar('footer', 800, 1_200)])).toBe(16);
  });

  it('[SH-157] ignores a footer in the middle of the page', () => {
    expect(pill([bar('footer', 200, 400)])).toBe(16);
  });

  it('[SH-157] avoids a cookie bar at the bottom', () => {
    const bottom = pill([bar('fixed', 710)]);
    expect(800 - bottom).toBeLessThanOrEqual(710);
    expect(bottom).toBe(98);
  });

  it('[SH-157] avoids a bar that is higher than the limit for footers', () => {
    expect(pill([bar('fixed', 500)])).toBe(308);
  });

  it('[SH-157] avoids a scroll-to-top button above a bar', () => {
    const bottom = pill([bar('fixed', 740), bar('fixed', 670, 720, 1_200, 1_250)]);
    expect(bottom).toBe(138);
  });

  it('[F-PG24] avoids a button in the column of the widest pill', () => {
    expect(pill([bar('fixed', 736, 784, 950, 998)])).toBe(72);
  });

  it('[SH-157] ignores elements in other columns and at the top', () => {
    expect(pill([bar('fixed', 740, 800, 0, 900), bar('fixed', 0, 80)])).toBe(16);
  });

  it('[SH-157][SH-154] checks the column on its own side', () => {
    const left = bar('fixed', 740, 800, 0, 400);
    expect(pill([left], 'right')).toBe(16);
    expect(pill([left], 'left')).toBe(68);
  });

  it('[SH-157] is not moved out of the viewport by an element that covers it', () => {
    expect(pill([bar('fixed', 0, 800)])).toBe(16);
    expect(pill([bar('fixed', 10, 800)])).toBe(16);
  });
});

/** The pill is 320 px wide and 48 px high, 16 px from the edges: from 944 to 1264 and from 736 to 784. 8 px stay clear. */
it.each<[string, Obstacle, number, ('left' | 'right')?]>([
  ['beside it to the left', bar('fixed', 740, 800, 900, 944), 16],
  ['one pixel into its column', bar('fixed', 740, 800, 900, 945), 68],
  ['beside it to the right', bar('fixed', 740, 800, 1_264, 1_280), 16],
  ['one pixel into its column from the right', bar('fixed', 740, 800, 1_263, 1_280), 68],
  ['beside the left one', bar('fixed', 740, 800, 336, 400), 16, 'left'],
  ['without a height', bar('fixed', 760, 760), 16],
  ['turned over', bar('fixed', 770, 740), 16],
  ['8 px below it', bar('fixed', 792), 16],
  ['7 px below it', bar('fixed', 791), 17],
  ['8 px above it', bar('fixed', 700, 728), 16],
  ['7 px above it', bar('fixed', 700, 729), 108],
  ['that leaves exactly its height', bar('fixed', 72), 736],
  ['that leaves less than its height', bar('fixed', 71), 16],
  ['at the top', bar('fixed', 0, 60), 16],
  ['that is a footer without a height', bar('footer', 800, 800), 16],
  ['that is a footer one pixel above the end', bar('footer', 700, 799), 116],
  ['that is a footer two pixels above the end', bar('footer', 700, 798), 16],
])('[SH-157] the pill and an element %s', (_, obstacle, expected, side) => {
  expect(pill([obstacle], side)).toBe(expected);
});

const pane = (fullSize: boolean, contentHeightPx = 0): FrameContent => ({ kind: 'pane', fullSize, contentHeightPx });
const place = (content: FrameContent, viewport: Viewport, side: 'left' | 'right' = 'right') =>
  placeFrame({ content, viewport, side, pillBottomPx: 16 });

describe('the pane', () => {
  it('[SH-035] is 320 by 620 px at the bottom-right of a wide screen', () => {
    expect(place(pane(true), view(769))).toEqual({
      mode: 'pane',
      width: 320,
      height: 620,
      bottom: 16,
    });
  });

  it.each([768, 767, 375, 320])('[SH-035] covers the whole screen at %i px', (width) => {
    expect(place(pane(true), view(width, 812))).toEqual({
      mode: 'cover',
      width,
      height: 812,
      bottom: 0,
    });
  });

  it('[F-PG17] stands above an on-screen keyboard, and covers what a keyboard leaves of a low screen', () => {
    expect(place(pane(true), view(1_180, 820, 420))).toMatchObject({ mode: 'pane', height: 388, bottom: 416 });
    expect(place(pane(true), { ...view(1_180, 820, 420), visibleTop: 100 })).toMatchObject({
      height: 388,
      bottom: 316,
    });
    expect(place(pane(true), view(915, 412, 180))).toEqual({ mode: 'cover', width: 915, height: 180, bottom: 0 });
    expect(place(pane(true), view(915, 300)).mode).toBe('pane');
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
  ])('[SH-036] for content of %i px is %i px high', (contentHeightPx, heightPx) => {
    expect(place(pane(false, contentHeightPx), view(1_280)).height).toBe(heightPx);
  });

  it.each([
    ['the menu', 'available', {}, true],
    ['the menu', 'standBy', {}, true],
    ['the menu', 'unavailable', {}, false],
    ['the menu', 'unknown', {}, false],
    ['a chat', 'unavailable', { isLive: true }, true],
    ['the menu over a chat', 'unavailable', { isLive: true, isMenuToggled: true }, false],
    ['a scheduler', 'unavailable', { isDisplayed: true }, true],
  ] as const)('[SH-036] with %s and chat %s (%j) is full size: %s', (_, availability, more, expected) => {
    const { isLive, isMenuToggled, isDisplayed } = { isLive: false, isMenuToggled: false, isDisplayed: false, ...more };
    const chat = { ...noChat, availability, isLive };
    const scheduler = { isDisplayed, isLanding: false };
    expect(isPaneFullSize({ chat, isMenuToggled, scheduler })).toBe(expected);
  });

  describe('while it is shown', () => {
    const answered = { isLookingUp: false, isChatPending: false };
    const menu = {
      ...{ isPaneHidden: true, isMenuToggled: false, chosenEntryId: undefined, isChatForced: false },
      ...{ chat: { ...noChat, availability: 'unavailable' }, contentHeightPx: 450 },
      scheduler: { isDisplayed: false, isLanding: false },
    } as unknown as ShellState;
    const shown = { ...menu, isPaneHidden: false };
    const withChat = { ...shown, contentHeightPx: 520, chat: { ...noChat, availability: 'available' as const } };

    it.each([
      ['the lookup', { ...answered, isLookingUp: true }],
      ['a listed chat', { ...answered, isChatPending: true }],
    ])('[F-PG27][SH-036] has its full size until it is hidden when %s has not answered', (_, pending) => {
      const sizeOf = createPaneSize(false);
      sizeOf(menu, pending);
      expect(sizeOf(shown, answered).isFullSize).toBe(true);
      expect(sizeOf({ ...shown, chosenEntryId: 'email-0' }, answered).isFullSize).toBe(true);
      expect(sizeOf(menu, answered).isFullSize).toBe(false);
    });

    it('[F-PG27][SH-036] has its full size when it was shown before its content was known', () => {
      expect(createPaneSize(true)(shown, answered).isFullSize).toBe(true);
      expect(createPaneSize(false)({ ...menu, contentHeightPx: 0 }, answered).isFullSize).toBe(true);
    });

    it('[F-PG27][SH-036] grows for a chat that comes only by a press, or where a link has asked for it', () => {
      const sizeOf = createPaneSize(false);
      sizeOf(menu, answered);
      sizeOf(shown, answered);
      expect(sizeOf(withChat, answered)).toEqual({ isFullSize: false, contentHeightPx: 450 });
      expect(sizeOf({ ...withChat, chosenEntryId: 'chat' }, answered).isFullSize).toBe(true);
      const asked = createPaneSize(false);
      asked(menu, answered);
      expect(asked({ ...withChat, isChatForced: true }, answered).isFullSize).toBe(true);
    });

    it('[F-PG27][SH-036] follows its content, which the visitor opens and closes', () => {
      const sizeOf = createPaneSize(false);
      sizeOf(menu, answered);
      expect(sizeOf({ ...shown, contentHeightPx: 500 }, answered)).toEqual({ isFullSize: false, contentHeightPx: 500 });
    });
  });

  it('[SH-035] ends above the on-screen keyboard of a phone', () => {
    expect(place(pane(true), view(375, 812, 500))).toMatchObject({ height: 500 });
  });

  it('[SH-048] has a backdrop that covers the viewport', () => {
    expect(place({ kind: 'backdrop' }, view(1_280))).toMatchObject({ mode: 'landing', width: 1_280, height: 800 });
  });
});

describe('cards', () => {
  /** The frame for a card that outreach shows. */
  async function placeCard(show: 'popUp' | 'note' | 'post', heightPx: number, viewport: Viewport) {
    const page = startOutreachAfter(show === 'popUp' ? 50_000 : 0);
    if (show === 'popUp') await page.clock.advance(5_000);
    else await page.outreach.notify({ type: show, bodyText: 'Hello' });
    await page.clock.advance(0);
    page.outreach.opened()?.stage.setContentHeight(heightPx);
    const card = page.outreach.shownCard();
    if (!card) throw new Error('no card is shown');
    return place(cardOf(card), viewport);
  }

  it('[SH-124] place the pop-up in a frame of 296 px, 62 px above the bottom of the pill', async () => {
    const frame = await placeCard('popUp', 204, view(1_280));
    expect(frame).toEqual({ mode: 'card', width: 296, height: 204, bottom: 66 });
    expect(frame.bottom + 12 - 16).toBe(62);
  });

  it('[SH-131] place a notification 58 px above the bottom of the pill, 272 px wide, a post 700 px', async () => {
    expect(await placeCard('note', 324, view(1_280))).toMatchObject({ width: 296, bottom: 62 });
    expect(await placeCard('post', 324, view(1_280))).toMatchObject({ width: 724, bottom: 62 });
  });

  it('[SH-131] are never wider than the viewport less 32 px', async () => {
    expect((await placeCard('post', 324, view(375))).width).toBe(375 - 32 + 24);
    expect((await placeCard('note', 324, view(280))).width).toBe(280 - 32 + 24);
  });

  it('[SH-131] move down to stay inside a low viewport', async () => {
    expect(await placeCard('note', 900, view(1_280, 400))).toMatchObject({ height: 392, bottom: 4 });
  });
});
