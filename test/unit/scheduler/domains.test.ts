import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../frame/scheduler/appointment.ts';
import type { DomainList } from '../../../frame/scheduler/email.ts';
import { bookedForm } from '../../support/schedulerFixtures.ts';
import { ready } from '../../support/schedulerStore.ts';
import { setUpSchedulers } from '../../support/schedulers.ts';

it('[SC-081][SC-082] refuses no domain without the list, and tells the operator', async () => {
  const { store, calls, log } = await ready({
    ports: { loadTopLevelDomains: () => Promise.reject(new Error('offline')) },
  });
  store.type('email', 'ada@engines.notadomain');
  await store.submit();
  expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
  expect(log.warnings).toContain('The list of top-level domains could not be loaded. (offline)');
});

describe('a booking that waits for the list', () => {
  /** Submits a form for visitor A, and continues with the list when visitor B is there. */
  async function bookWhileVisitorChanges(change: (all: ReturnType<typeof setUpSchedulers>) => void) {
    let load = (_list: DomainList): void => {};
    let ibmId = 'A';
    const all = setUpSchedulers({
      loadTopLevelDomains: () => new Promise((resolve) => (load = resolve)),
      page: async () => ({ url: '', uniquePageId: '', bluemixAnonId: '', ibmId, productName: '' }),
    });
    all.backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await all.schedulers.open();
    const store = all.schedulers.state.current;
    if (!store) throw new Error('no scheduler opened');
    Object.assign(store.state.form, bookedForm, { email: 'ada@engines.notadomain' });
    const submitted = store.submit();
    await all.clock.advance(0);
    ibmId = 'B';
    change(all);
    load({ has: () => true });
    await all.clock.advance(0);
    await submitted;
    return all.backend.calls.filter(({ path }) => path === '/v2/appointments/').map(({ body }) => body as Booking);
  }

  it('[SC-098] has the page’s values of the press', async () => {
    const sent = await bookWhileVisitorChanges(() => {});
    expect(sent.map(({ ibmId }) => ibmId)).toEqual(['A']);
  });

  it('[CH-014][F-SE1] is not sent if the visitor leaves meanwhile', async () => {
    expect(await bookWhileVisitorChanges(({ schedulers }) => schedulers.visitorLeft())).toEqual([]);
  });
});
