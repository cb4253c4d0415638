import { expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { noticeWaitMs } from '../../../frame/scheduler/limits.ts';
import { showNotice } from '../../../frame/scheduler/privacyNotice.ts';
import type { VendorNotice } from '../../../frame/scheduler/vendorNotice.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const notice: VendorNotice = { title: 'Privacy', text: 'We keep little.', url: '' };

function show(whenNoticeReady?: () => Promise<VendorNotice>) {
  const [clock, log] = [createFakeClock(), createFakeLog()];
  const ports = { clock, log, lifetime: createLifetime(), ...(whenNoticeReady ? { whenNoticeReady } : {}) };
  const state = { noticeAvailable: false, isNoticeBuiltIn: false, vendorNotice: undefined };
  showNotice(ports, state);
  return { ports, clock, log, state };
}

const builtIn = { noticeAvailable: true, isNoticeBuiltIn: true, vendorNotice: undefined };

it('[SC-091] without a vendor, the built-in notice is there at once', () => {
  expect(show().state).toEqual(builtIn);
});

it('[SC-091] the vendor’s notice is asked for once, and stays', async () => {
  const ask = vi.fn(async () => notice);
  const { ports, clock, state } = show(ask);
  await clock.advance(0);
  expect([state, clock.pending]).toEqual([{ noticeAvailable: true, isNoticeBuiltIn: false, vendorNotice: notice }, 0]);
  showNotice(ports, state);
  await clock.advance(noticeWaitMs);
  expect(ask).toHaveBeenCalledOnce();
  expect(state.vendorNotice).toBe(notice);
});

it('[SC-091] a notice that comes after five seconds does not replace the built-in one', async () => {
  let arrive = (_notice: VendorNotice): void => {};
  const { clock, state } = show(() => new Promise((resolve) => (arrive = resolve)));
  await clock.advance(noticeWaitMs - 1);
  expect(state.noticeAvailable).toBe(false);
  await clock.advance(1);
  expect(state).toEqual(builtIn);
  arrive(notice);
  await clock.advance(0);
  expect(state).toEqual(builtIn);
});

it('[SC-091] after a failure the built-in notice is there, and the log says why', async () => {
  const { clock, log, state } = show(() => Promise.reject(new Error('refused')));
  await clock.advance(0);
  expect(state).toEqual(builtIn);
  expect(JSON.stringify(log.warnings)).toContain('The privacy notice could not be loaded.');
});
