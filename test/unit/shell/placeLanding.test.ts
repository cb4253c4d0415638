import { describe, expect, it } from 'vitest';
import type { Obstacle, Viewport } from '../../../bridge/records.ts';
import { placeLanding, widenForScheduler } from '../../../frame/shell/placeLanding.ts';

const viewport: Viewport = {
  width: 1280,
  height: 800,
  visibleHeight: 800,
  documentHeight: 3_000,
  scrollY: 0,
};
const place: Obstacle = { kind: 'landing', left: 100, right: 900, top: 50, bottom: 650 };
const bar: Obstacle = { kind: 'fixed', left: 0, right: 1280, top: 740, bottom: 800 };

describe('landing mode', () => {
  it("[SC-153] fills the page's landing element and ignores other obstacles", () => {
    const box = { left: '100px', right: undefined, bottom: '150px', width: '800px', height: '600px' };
    expect(placeLanding([bar, place], viewport)).toEqual(box);
  });

  it('[SC-153] fills only the visible part of the element, so that the whole scheduler can be reached', () => {
    const long = { ...place, left: -20, top: -300, bottom: 2_000, right: 1_500 };
    expect(placeLanding([long], viewport)).toMatchObject({
      left: '0px',
      bottom: '0px',
      width: '1280px',
      height: '800px',
    });
    expect(placeLanding([{ ...place, top: 900, bottom: 1_600 }], viewport)).toMatchObject({ height: '0px' });
  });

  it('[SC-153] ends above an on-screen keyboard', () => {
    expect(placeLanding([place], { ...viewport, visibleHeight: 400 })).toMatchObject({
      bottom: '400px',
      height: '350px',
    });
  });

  it('[SC-153] is undefined on a page without a landing element', () => {
    expect(placeLanding([bar], viewport)).toBeUndefined();
  });
});

describe('the pane with a scheduler', () => {
  it.each([
    [1_280, 800, { width: '760px', height: '680px' }],
    [769, 700, { width: '737px', height: '668px' }],
    [768, 800, undefined],
  ])('[SH-035] is larger where the page has room: %i by %i', (width, height, expected) => {
    expect(widenForScheduler({ ...viewport, width, height, visibleHeight: height })).toEqual(expected);
  });

  it.each([
    [1_180, 820, 400, { width: '760px', height: '368px' }],
    [1_024, 768, 340, undefined],
    [844, 390, 160, undefined],
  ])(
    '[SH-035] ends above an on-screen keyboard, and covers what little it leaves: %i by %i, of which %i are left',
    (width, height, visibleHeight, expected) => {
      expect(widenForScheduler({ ...viewport, width, height, visibleHeight })).toEqual(expected);
    },
  );
});
