import { describe, expect, it } from 'vitest';
import { type Answer, refuse } from '../../support/fakeBackend.ts';
import { bookedForm, offeredDays } from '../../support/schedulerFixtures.ts';
import { ready } from '../../support/schedulerStore.ts';

describe('what was typed', () => {
  /** All that a visitor types, chooses or ticks. */
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

  it('[SC-013][SC-032] is there again after closing and opening', async () => {
    const { store, state } = await filled();
    store.openSection('CONTACT_INFO');
    store.hide();
    store.show();
    await store.load();
    expect(state.form).toEqual(typed);
    expect(state.displayedAccordian).toBe('CONTACT_INFO');
  });

  it('[SC-100] stays through a refused booking, a lost answer, and times that cannot be had', async () => {
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

  it('[SC-106] stays but for the time when that is taken', async () => {
    const { store, state } = await filled({ '/v2/appointments/': () => refuse(409) });
    await store.submit();
    const { selectedTime, selectedTimeEnd, selectedAgent, ...rest } = typed;
    expect(state.form).toMatchObject(rest);
    expect(state.form.selectedTime).toBe('');
    expect([selectedTime, selectedTimeEnd, selectedAgent]).not.toContain('');
  });

  it('[SC-071] stays through a change of zone, and through an answer that comes after it', async () => {
    const late: (() => void)[] = [];
    const { store, state, clock } = await filled({
      '/v2/availability/lookup/': () => new Promise((resolve) => late.push(() => resolve(offeredDays))),
    });
    store.openSection('CALENDAR');
    await clock.advance(0);
    void store.times.chooseZone('Asia/Tokyo');
    await clock.advance(2_000);
    store.type('company', 'Typed meanwhile');
    for (const answer of late.reverse()) answer();
    await clock.advance(0);
    expect(late).toHaveLength(2);
    expect(state.form).toEqual({ ...typed, timezone: 'Asia/Tokyo', company: 'Typed meanwhile' });
  });
});
