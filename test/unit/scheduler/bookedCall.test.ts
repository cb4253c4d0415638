import { describe, expect, it } from 'vitest';
import { createLazy } from '../../../frame/platform/lazy.ts';
import { createBookedCall } from '../../../frame/scheduler/bookedCallStore.ts';
import { bookedForm } from '../../support/schedulerFixtures.ts';
import { ready, setUp } from '../../support/schedulerStore.ts';

/** The code of a call, which arrives when the test says so. */
function slowCode() {
  const attempts: { arrive: () => void; fail: () => void }[] = [];
  const bookedCall = createLazy({
    download: () =>
      new Promise<typeof createBookedCall>((resolve, reject) =>
        attempts.push({ arrive: () => resolve(createBookedCall), fail: () => reject(new Error('offline')) }),
      ),
    create: (code) => code,
  });
  return { ports: { bookedCall }, attempts };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the code of a call', () => {
  it('is downloaded with the contact details', async () => {
    const { ports, attempts } = slowCode();
    const { store } = await ready({ ports });
    store.openSection('CALENDAR');
    expect(attempts).toHaveLength(0);
    store.openSection('CONTACT_INFO');
    expect(attempts).toHaveLength(1);
  });

  it('[SC-093][SC-094] is waited for by one booking, which is then sent once', async () => {
    const { ports, attempts } = slowCode();
    const { store, state, calls } = await ready({ ports });
    const sent = store.submit();
    expect(state.isSubmitting).toBe(true);
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    attempts[0]?.arrive();
    await sent;
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    expect([state.displayedScreen, state.isSubmitting]).toEqual(['DETAILS', false]);
  });

  it('[SC-145] is missing: nothing is sent, the form stays, and the next press tries again', async () => {
    const { ports, attempts } = slowCode();
    const { store, state, calls } = await ready({ ports });
    const sent = store.submit();
    attempts[0]?.fail();
    await sent;
    expect([state.problem, state.isSubmitting, state.displayedScreen]).toEqual(['failed', false, 'FORM']);
    expect(state.form).toMatchObject(bookedForm);
    const again = store.submit();
    expect(state.problem).toBeUndefined();
    attempts[1]?.arrive();
    await again;
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    expect(state.problem).toBeUndefined();
  });

  it('sends nothing of a visitor who has left meanwhile', async () => {
    const { ports, attempts } = slowCode();
    const { store, calls } = await ready({ ports });
    const sent = store.submit();
    store.abandon();
    attempts[0]?.arrive();
    await sent;
    expect(calls('/v2/appointments/')).toHaveLength(0);
  });

  it('[SC-109] is missing when a call is looked for: the screen says so, and Try again finds the call', async () => {
    const { ports, attempts } = slowCode();
    const { store, state } = setUp({ ports });
    const found = store.find(' NW-1 ');
    await settled();
    expect([state.displayedScreen, state.confirmationNumber, state.isSubmitting]).toEqual(['DETAILS', 'NW-1', true]);
    attempts[0]?.fail();
    await found;
    expect([state.problem, state.isSubmitting]).toEqual(['unreachable', false]);
    const again = store.retryFetch();
    attempts[1]?.arrive();
    await again;
    expect([state.problem, state.appointment?.confirmationNumber]).toEqual([undefined, 'NW-1']);
  });

  it('leaves the way back to the form while it is missing', async () => {
    const { ports, attempts } = slowCode();
    const { store, state } = await ready({ ports });
    const found = store.find('NW-1');
    attempts[0]?.fail();
    await found;
    store.startOver();
    expect([state.displayedScreen, state.confirmationNumber, state.problem]).toEqual(['FORM', '', undefined]);
    expect(state.form).toMatchObject(bookedForm);
  });
});
