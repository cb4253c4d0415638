import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Obstacle, Viewport } from '../../bridge/records.ts';
import { cardOf } from '../../frame/shell/cards.ts';
import { clearancePx, pillHeightPx, pillWidthPx } from '../../frame/shell/limits.ts';
import { type FrameContent, placeFrame } from '../../frame/shell/placeFrame.ts';
import { edgeOf, placePill } from '../../frame/shell/placePill.ts';

const viewport: fc.Arbitrary<Viewport> = fc
  .record({
    width: fc.integer({ min: 200, max: 3_000 }),
    height: fc.integer({ min: 200, max: 2_000 }),
    keyboard: fc.integer({ min: 0, max: 150 }),
  })
  .map(({ width, height, keyboard }) => ({
    width,
    height,
    visibleHeight: height - keyboard,
    documentHeight: height,
    scrollY: 0,
  }));

const number = fc.oneof(fc.integer({ min: -500, max: 3_500 }), fc.double({ noNaN: true, min: -500, max: 3_500 }));
const obstacle: fc.Arbitrary<Obstacle> = fc.record({
  kind: fc.constantFrom('fixed', 'footer'),
  top: number,
  right: number,
  bottom: number,
  left: number,
});
const obstacles = fc.array(obstacle, { maxLength: 12 });
const side = fc.constantFrom('left', 'right');

const pixels = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.double({ noNaN: true, min: 0, max: 5_000 }));
const content: fc.Arbitrary<FrameContent> = fc.oneof(
  fc.constant({ kind: 'backdrop' as const }),
  fc.record({ kind: fc.constant('pane' as const), fullSize: fc.boolean(), contentHeightPx: pixels }),
  fc.record({ widthPx: pixels, heightPx: pixels, risePx: fc.constantFrom(58, 62) }).map(cardOf),
);

it('[SH-157][SH-028] the pill keeps its distance from the edge and never leaves the viewport', () => {
  fc.assert(
    fc.property(viewport, obstacles, side, (view, list, where) => {
      const bottom = placePill({ viewport: view, obstacles: list, side: where });
      const highest = Math.max(view.height - edgeOf(view) - pillHeightPx, edgeOf(view) + 170);
      expect(Number.isInteger(bottom)).toBe(true);
      expect(bottom).toBeGreaterThanOrEqual(edgeOf(view));
      expect(bottom).toBeLessThanOrEqual(highest + 1);
    }),
  );
});

it('[SH-157] the pill avoids any stack of bars at the bottom that leaves room for it', () => {
  fc.assert(
    fc.property(
      viewport,
      fc.array(fc.integer({ min: 10, max: 60 }), { maxLength: 4 }),
      side,
      (view, heights, where) => {
        let top = view.height;
        const bars = heights.map((heightPx): Obstacle => {
          const bottom = top;
          top -= heightPx;
          return { kind: 'fixed', left: 0, right: view.width, top, bottom };
        });
        const roomPx = top - clearancePx - pillHeightPx - edgeOf(view);
        fc.pre(roomPx >= 1);
        const pillBottom = view.height - placePill({ viewport: view, obstacles: bars, side: where });
        expect(pillBottom).toBeLessThanOrEqual(top);
      },
    ),
  );
});

it('[SH-157] footers move the pill by at most 170 px, and elements in another column do not move it', () => {
  fc.assert(
    fc.property(viewport, obstacles, (view, list) => {
      const footers = list.map((one) => ({ ...one, kind: 'footer' as const }));
      expect(placePill({ viewport: view, obstacles: footers, side: 'right' })).toBeLessThanOrEqual(edgeOf(view) + 170);
      const beside = list.map((one) => ({ ...one, left: 0, right: view.width - edgeOf(view) - pillWidthPx - 1 }));
      expect(placePill({ viewport: view, obstacles: beside, side: 'right' })).toBe(edgeOf(view));
    }),
  );
});

it('[SH-157] the order of obstacles does not matter', () => {
  fc.assert(
    fc.property(viewport, obstacles, side, (view, list, where) => {
      const distinct = [...new Map(list.map((one) => [one.bottom, one])).values()];
      const place = (some: readonly Obstacle[]) => placePill({ viewport: view, obstacles: some, side: where });
      expect(place([...distinct].reverse())).toBe(place(distinct));
    }),
  );
});

it('[SH-035][SH-131] the frame always has non-negative integer sizes within the viewport', () => {
  fc.assert(
    fc.property(viewport, content, side, fc.integer({ min: 15, max: 186 }), (view, shown, where, pillBottomPx) => {
      const { mode, width, height, bottom } = placeFrame({
        content: shown,
        viewport: view,
        side: where,
        pillBottomPx,
      });
      for (const px of [width, height, bottom]) expect(Number.isInteger(px) && px >= 0).toBe(true);
      expect(width).toBeLessThanOrEqual(view.width);
      expect(height).toBeLessThanOrEqual(view.height);
      if (mode === 'pane' || mode === 'card') expect(height + bottom).toBeLessThanOrEqual(view.height + 1);
    }),
  );
});
