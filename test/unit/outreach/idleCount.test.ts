import { expect, it } from 'vitest';
import { measureIdleCount } from '../../bench/idleCount.ts';

it('the count costs two calls over the bridge, then none, and less than a millisecond of work per minute', async () => {
  const { tickUs, firstMinuteBridgeCalls, laterMinuteBridgeCalls } = await measureIdleCount();
  expect([firstMinuteBridgeCalls, laterMinuteBridgeCalls]).toEqual([2, 0]);
  expect(tickUs * 60).toBeLessThan(1_000);
});
