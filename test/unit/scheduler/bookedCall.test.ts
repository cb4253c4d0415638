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

describe('a call that is looked for before its code has been downloaded', () => {
  it('[SC-109] is loaded once the code is there, and nothing else is started meanwhile', async () => {
    const { ports, attempts } = slowCode();
    const { store, state, calls } = setUp({ ports });
    const found = store.find(' NW-1 ');
    expect([state.displayedScreen, state.confirmationNumber, state.isSubmitting]).toEqual(['DETAILS', 'NW-1', true]);
    await store.find('NW-2');
    expect(calls('/v2/appointments/')).toHaveLength(0);
    attempts[0]?.arrive();
    await found;
    expect(calls('/v2/appointments/').map(({ path }) => path)).toEqual(['/v2/appointments/lookup/NW-1']);
    expect([state.appointment?.confirmationNumber, state.isSubmitting]).toEqual(['NW-1', false]);
  });

  it('[SC-109][SC-145] cannot be shown while the code is missing, and Try again loads it', async () => {
    const { ports, attempts } = slowCode();
    const { store, state } = setUp({ ports });
    const found = store.find('NW-1');
    attempts[0]?.fail();
    await found;
    expect([state.problem, state.isSubmitting]).toEqual(['unreachable', false]);
    const again = store.retryFetch();
    attempts[1]?.arrive();
    await again;
    expect([state.problem, state.appointment?.confirmationNumber]).toEqual([undefined, 'NW-1']);
  });

  it('[SC-115][SC-131] is not looked for if its number is invalid, which the visitor can correct at once', async () => {
    const { ports, attempts } = slowCode();
    const { store, state } = setUp({ ports });
    await store.find('a/b');
    expect([state.displayedScreen, state.problem]).toEqual(['DETAILS', 'notFound']);
    expect(attempts).toHaveLength(0);
  });

  it('leaves the way back to the form, which is as the visitor left it', async () => {
    const { ports, attempts } = slowCode();
    const { store, state } = await ready({ ports });
    const found = store.find('NW-1');
    attempts[0]?.fail();
    await found;
    store.startOver();
    expect([state.displayedScreen, state.confirmationNumber, state.problem]).toEqual(['FORM', '', undefined]);
    expect(state.form).toMatchObject(bookedForm);
  });

  it('is not loaded for a visitor who has left meanwhile', async () => {
    const { ports, attempts } = slowCode();
    const { store, calls } = setUp({ ports });
    const found = store.find('NW-1');
    store.abandon();
    attempts[0]?.arrive();
    await found;
    expect(calls('/v2/appointments/')).toHaveLength(0);
  });
});

describe('a call that is booked', () => {
  it('has its code from the opening of the contact details on', async () => {
    const { ports, attempts } = slowCode();
    const { store } = await ready({ ports });
    store.openSection('CALENDAR');
    expect(attempts).toHaveLength(0);
    store.openSection('CONTACT_INFO');
    expect(attempts).toHaveLength(1);
  });

  it('[SC-093][SC-094] is sent once, even if its code arrives after two presses', async () => {
    const { ports, attempts } = slowCode();
    const { store, state, calls } = await ready({ ports });
    const sent = store.submit();
    expect(state.isSubmitting).toBe(true);
    await store.submit();
    attempts[0]?.arrive();
    await sent;
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    expect([state.displayedScreen, state.isSubmitting]).toEqual(['DETAILS', false]);
  });

  it('[SC-145] is not sent without its code: the form stays, and the next press tries again', async () => {
    const { ports, attempts } = slowCode();
    const { store, state, calls } = await ready({ ports });
    const sent = store.submit();
    attempts[0]?.fail();
    await sent;
    expect([state.problem, state.isSubmitting, state.displayedScreen]).toEqual(['failed', false, 'FORM']);
    expect(state.form).toMatchObject(bookedForm);
    const again = store.submit();
    attempts[1]?.arrive();
    await again;
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    expect(state.problem).toBeUndefined();
  });
});
