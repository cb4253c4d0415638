import { expect, it } from 'vitest';
import { measureIdleCount } from '../../bench/idleCount.ts';

it('the count costs two calls over the bridge and less than a millisecond of work per minute', async () => {
  const { tickUs, bridgeCallsPerMinute } = await measureIdleCount();
  expect(bridgeCallsPerMinute).toBe(2);
  expect(tickUs * 60).toBeLessThan(1_000);
});
