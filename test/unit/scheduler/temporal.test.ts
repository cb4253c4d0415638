import { Temporal } from 'temporal-polyfill';
import { expect, it, vi } from 'vitest';
import { loadTemporal } from '../../../frame/scheduler/temporal.ts';

it('returns the browser’s own Temporal', async () => {
  const own = { Now: {} };
  vi.stubGlobal('Temporal', own);
  expect(await loadTemporal()).toBe(own);
  vi.unstubAllGlobals();
});

it('returns the polyfill in a browser without Temporal', async () => {
  vi.stubGlobal('Temporal', undefined);
  expect(await loadTemporal()).toBe(Temporal);
  vi.unstubAllGlobals();
});
