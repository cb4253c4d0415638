import { expect, it } from 'vitest';
import { createActivityStore } from '../../../frame/insight/activityStore.ts';
import { listenActivity } from '../../../frame/insight/listenActivity.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

function setUp() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const early = { active: true, seenMs: clock.now() };
  const store = createActivityStore({ clock, lifetime }, early);
  return { clock, lifetime, early, store };
}

it('[SH-109] marks the visitor active on activity in the page or the frame', () => {
  const { store } = setUp();
  store.pageActivity(false);
  expect(store.state.active).toBe(false);
  store.pageActivity(true);
  expect(store.state.active).toBe(true);
  store.pageActivity(false);
  store.seen();
  expect(store.state.active).toBe(true);
});

it('[SH-109] marks the visitor idle after 300,000 ms without activity', async () => {
  const { store, clock } = setUp();
  await clock.advance(200_000);
  store.pageActivity(true);
  await clock.advance(299_999);
  expect(store.state.active).toBe(true);
  await clock.advance(1);
  expect(store.state.active).toBe(false);
  store.seen();
  await clock.advance(300_000);
  expect(store.state.active).toBe(false);
});

it('[SH-109] counts from what the visitor did last before the rooms were downloaded', async () => {
  const { clock, lifetime } = setUp();
  const seenMs = clock.now();
  await clock.advance(200_000);
  const store = createActivityStore({ clock, lifetime }, { active: true, seenMs });
  await clock.advance(99_999);
  expect(store.state.active).toBe(true);
  await clock.advance(1);
  expect(store.state.active).toBe(false);
});

it('[SH-109][SH-106] tells the lookups of the core', () => {
  const { store, early } = setUp();
  store.frameFocused();
  // The core has seen the page's blur first.
  early.active = false;
  store.pageActivity(false);
  expect(early.active).toBe(true);
  store.frameBlurred();
  expect(early.active).toBe(false);
});

it('[SH-109] ignores a page blur that is caused by focus entering the frame', () => {
  const { store } = setUp();
  store.frameFocused();
  store.pageActivity(false);
  expect(store.state.active).toBe(true);
  store.frameBlurred();
  expect(store.state.active).toBe(false);
});

it("[SH-109] detects typing in the frame's own window until its lifetime ends", () => {
  const { store, lifetime } = setUp();
  const window = new EventTarget();
  listenActivity(store, window, lifetime);
  store.pageActivity(false);
  window.dispatchEvent(new Event('keydown'));
  expect(store.state.active).toBe(true);
  store.pageActivity(false);
  lifetime.end();
  window.dispatchEvent(new Event('keydown'));
  expect(store.state.active).toBe(false);
});

it('[SH-109] uses one timer however many events arrive, and leaves none at the end', () => {
  const { store, clock, lifetime } = setUp();
  for (let count = 0; count < 1_000; count += 1) store.pageActivity(true);
  for (let count = 0; count < 100; count += 1) {
    store.pageActivity(false);
    store.pageActivity(true);
  }
  expect(clock.pending).toBe(1);
  lifetime.end();
  expect(clock.pending).toBe(0);
});
