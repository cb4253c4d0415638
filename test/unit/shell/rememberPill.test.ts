import { expect, it, vi } from 'vitest';
import type { PillDrawing } from '../../../bridge/records.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createPillMemory } from '../../../frame/shell/rememberPill.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const pill: PillDrawing = {
  style: 'visibility:visible',
  textContent: "Let's talk",
  value: '',
  title: "Let's talk",
  ariaExpanded: 'false',
  right: 16,
  bottom: 16,
  height: 48,
};

function setUp(stored: unknown = null) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const store = {
    read: vi.fn(async () => (stored === null ? null : JSON.stringify(stored))),
    writeCookie: vi.fn(async () => {}),
    remove: vi.fn(async () => {}),
  };
  return { clock, lifetime, store, remember: createPillMemory({ clock, lifetime, store, lang: () => 'en-US' }) };
}

it('[SH-029][F-PG8] keeps the pill with the page’s language once it has been at rest for a second', async () => {
  const { clock, store, remember } = setUp();
  remember(pill);
  await clock.advance(999);
  expect(store.writeCookie).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(store.writeCookie).toHaveBeenCalledExactlyOnceWith('cm-drawing', { 'en-US': pill });
});

it('writes once for a pill that moves with a footer', async () => {
  const { clock, store, remember } = setUp();
  for (const bottom of [20, 40, 60]) {
    remember({ ...pill, bottom });
    await clock.advance(300);
  }
  await clock.advance(1_000);
  expect(store.writeCookie).toHaveBeenCalledExactlyOnceWith('cm-drawing', { 'en-US': { ...pill, bottom: 60 } });
});

it('writes nothing when the page already has it', async () => {
  const { clock, store, remember } = setUp({ 'en-US': pill });
  remember(pill);
  await clock.advance(1_000);
  expect(store.writeCookie).not.toHaveBeenCalled();
});

it('writes nothing for a pill that has not come to rest', async () => {
  const { clock, store, remember } = setUp();
  remember(pill);
  remember(undefined);
  await clock.advance(5_000);
  expect(store.writeCookie).not.toHaveBeenCalled();
});

it('[SH-032][SH-077][F-PG8] removes what it kept when the page has no pill', async () => {
  const { clock, store, remember } = setUp({ 'en-US': pill });
  remember(null);
  await clock.advance(1_000);
  expect(store.remove).toHaveBeenCalledExactlyOnceWith('cm-drawing');
});

it('[SH-012] leaves no timer at the end', () => {
  const { clock, lifetime, remember } = setUp();
  remember(pill);
  lifetime.end();
  expect(clock.pending).toBe(0);
});
