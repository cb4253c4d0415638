import { expect, it } from 'vitest';
import { ready } from '../../support/schedulerStore.ts';

it('[SC-081][SC-082] refuses no domain without the list, and tells the operator', async () => {
  const { store, calls, log } = await ready({
    ports: { loadTopLevelDomains: () => Promise.reject(new Error('offline')) },
  });
  store.type('email', 'ada@engines.notadomain');
  await store.submit();
  expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
  expect(log.warnings).toContain('The list of top-level domains could not be loaded. (offline)');
});
