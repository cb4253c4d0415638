import { expect, it, vi } from 'vitest';
import type { PillDrawing } from '../../../bridge/records.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createPillMemory } from '../../../frame/shell/rememberPill.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const pill = { visibility: 'visible', textContent: "Let's talk", bottom: '16px' } as PillDrawing;

function setUp() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const storePill = vi.fn(async (_: string) => {});
  const page = { isLocaleChosen: false };
  const remember = createPillMemory({
    ...{ clock, lifetime, host: { storePill }, lang: () => 'en-US' },
    isLocaleChosen: () => page.isLocaleChosen,
  });
  return {
    page,
    clock,
    lifetime,
    remember,
    stored: () => storePill.mock.calls.map(([text]) => text && JSON.parse(text)),
  };
}

it('[SH-029][F-PG8] stores the pill with the page’s language once it has been at rest for a second', async () => {
  const { clock, stored, remember } = setUp();
  remember(pill);
  await clock.advance(999);
  expect(stored()).toEqual([]);
  await clock.advance(1);
  expect(stored()).toEqual([{ 'en-US': pill }]);
});

it('stores a pill that moves with a footer once', async () => {
  const { clock, stored, remember } = setUp();
  for (const bottom of ['20px', '40px', '60px']) {
    remember({ ...pill, bottom });
    await clock.advance(300);
  }
  await clock.advance(1_000);
  expect(stored()).toEqual([{ 'en-US': { ...pill, bottom: '60px' } }]);
});

it('stores no pill that has not come to rest', async () => {
  const { clock, stored, remember } = setUp();
  remember(pill);
  remember(undefined);
  await clock.advance(5_000);
  expect(stored()).toEqual([]);
});

it('[SH-068][F-PG8] stores no pill in a language that the visitor has chosen, but still stores that the page has no pill', async () => {
  const { clock, page, stored, remember } = setUp();
  remember(pill);
  page.isLocaleChosen = true;
  await clock.advance(1_000);
  expect(stored()).toEqual([]);
  remember(null);
  await clock.advance(1_000);
  expect(stored()).toEqual(['']);
});

it('[SH-032][SH-077][F-PG8] stores that the page has no pill', async () => {
  const { clock, stored, remember } = setUp();
  remember(pill);
  await clock.advance(1_000);
  remember(null);
  await clock.advance(1_000);
  expect(stored()).toEqual([{ 'en-US': pill }, '']);
});

it('[SH-012] leaves no timer at the end', () => {
  const { clock, lifetime, remember } = setUp();
  remember(pill);
  lifetime.end();
  expect(clock.pending).toBe(0);
});
