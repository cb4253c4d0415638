import { describe, expect, it } from 'vitest';
import { type Answer, refuse } from '../../support/fakeBackend.ts';
import { bookedForm, offeredDays } from '../../support/schedulerFixtures.ts';
import { ready } from '../../support/schedulerStore.ts';

describe('typed data', () => {
  /** Everything that a visitor can type or choose. */
  const typed = {
    ...bookedForm,
    question: 'ماذا نفعل؟ 🙂\nAnd then?',
    firstName: "<b>O'Neill</b>",
    lastName: 'Müller-Łukasz',
    company: '1=1; -- GmbH & Co.',
    email: 'ada+calls@engines.com',
    subregion: 'Texas',
  };

  async function filled(routes: Record<string, Answer> = {}) {
    const all = await ready({ routes });
    for (const field of ['question', 'firstName', 'lastName', 'company', 'email', 'phoneNumber'] as const) {
      all.store.type(field, typed[field]);
    }
    all.store.chooseSubregion('Texas');
    all.state.form.topic = typed.topic;
    expect(all.state.form).toEqual(typed);
    return all;
  }

  it('[SC-013][SC-032] stays after closing and opening', async () => {
    const { store, state } = await filled();
    store.openSection('CONTACT_INFO');
    store.hide();
    store.show();
    await store.load();
    expect(state.form).toEqual(typed);
    expect(state.displayedAccordian).toBe('CONTACT_INFO');
  });

  it('[SC-100] stays after refused bookings and a failed lookup', async () => {
    const { store, state, backend, clock, calls } = await filled();
    for (const answer of [() => refuse(500), () => refuse(422), () => refuse(503)]) {
      backend.on('/v2/appointments/', answer);
      await store.submit();
      await clock.advance(2_000);
      expect(state).toMatchObject({ isSubmitting: false, errorCode: 'SCH02', displayedScreen: 'FORM' });
      expect(state.form).toEqual(typed);
    }
    backend.on('/v2/availability/lookup/', () => refuse(500));
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(state.form).toEqual(typed);
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await store.submit();
    expect(calls('/v2/appointments/', 'POST').at(-1)?.body).toMatchObject({
      clientQuestion: typed.question,
      clientFirstName: typed.firstName,
      clientCompany: typed.company,
    });
  });

  it('[SC-106] stays after a conflict, except for the time', async () => {
    const { store, state } = await filled({ '/v2/appointments/': () => refuse(409) });
    await store.submit();
    const { selectedTime, selectedTimeEnd, selectedAgent, ...rest } = typed;
    expect(state.form).toMatchObject(rest);
    expect(state.form.selectedTime).toBe('');
    expect([selectedTime, selectedTimeEnd, selectedAgent]).not.toContain('');
  });

  it('[SC-071] stays after a change of zone and late answers', async () => {
    const late: (() => void)[] = [];
    const { store, state, clock } = await filled({
      '/v2/availability/lookup/': () => new Promise((resolve) => late.push(() => resolve(offeredDays))),
    });
    store.openSection('CALENDAR');
    await clock.advance(0);
    void store.times.chooseZone('Asia/Tokyo');
    await clock.advance(2_000);
    store.type('company', 'Typed later');
    for (const answer of late.reverse()) answer();
    await clock.advance(0);
    expect(late).toHaveLength(2);
    expect(state.form).toEqual({ ...typed, timezone: 'Asia/Tokyo', company: 'Typed later' });
  });
});
