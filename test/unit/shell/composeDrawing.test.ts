import { expect, it, vi } from 'vitest';
import type { FrameDrawing, PillDrawing } from '../../../bridge/records.ts';
import { composeDrawing } from '../../../frame/compose/drawing.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { Rooms } from '../../../frame/widget.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';

function setUp(query = {}, isPaneHidden = false) {
  const clock = createFakeClock();
  const storePill = vi.fn(async () => {});
  const draw = vi.fn(async (_pill?: PillDrawing, _frame?: FrameDrawing) => {});
  const long = (): string => 'Write to us! '.repeat(1_000);
  const watch = (): (() => void) => () => {};
  const core = {
    ...{ clock, lifetime: createLifetime(), host: { draw, storePill }, query },
    ...{
      deployment: { contact: {} },
      settings: { focusArea: 'cloud' },
      theme: () => 'blue',
      read: { pill: long, pane: long },
    },
    pane: { state: { isPaneHidden, isPillHidden: false, takesFocus: false, app: 'idle' }, watch },
    page: { state: { facts: { lang: 'en' }, textLocale: { languageCode: 'en' }, obstacles: [] }, watch },
    viewport: {
      state: {
        viewport: { width: 1280, height: 800, visibleHeight: 800, documentHeight: 800, scrollY: 0 },
        isMobile: false,
      },
      watch,
    },
    contact: { watch },
    self: { matchMedia: () => ({ matches: false }) },
  } as unknown as Parameters<typeof composeDrawing>[0];
  const pill = { state: { isDecided: true, isShown: true }, watch } as unknown as Parameters<typeof composeDrawing>[1];
  const rooms = { drawing: () => ({ unread: 2, badge: ' 2 ', isFullSize: true }) } as unknown as Rooms;
  composeDrawing(core, pill, () => (isPaneHidden ? undefined : rooms)).drawNow();
  return { draw, storePill, clock };
}

it('[F-SE24] a very long text of the contact service is drawn in part, so that the loader reads the drawing', async () => {
  const { draw } = setUp();
  await settle();
  const [pillDrawing, frameDrawing] = draw.mock.lastCall ?? [];
  expect(pillDrawing?.title).toHaveLength(200);
  expect(frameDrawing?.title).toHaveLength(200);
  expect(JSON.stringify(draw.mock.lastCall).length).toBeLessThan(10_000);
});

it.each([
  [{}, 1],
  [{ languageCode: 'ar' }, 0],
])(
  '[F-PG8][SH-098] the pill of a page with the parameters %j is stored for the next page: %i times',
  async (query, times) => {
    const { storePill, clock } = setUp(query, true);
    await settle();
    await clock.advance(1_500);
    expect(storePill).toHaveBeenCalledTimes(times);
  },
);
