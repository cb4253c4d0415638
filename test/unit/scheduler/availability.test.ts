import { describe, expect, it, vi } from 'vitest';
import { refuse } from '../../support/fakeBackend.ts';
import { buildSlot, loadedAppointment, offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';

describe('calendar', () => {
  it('[SC-058][SC-059][SC-060] prefills by GET, and looks up by POST when the calendar opens and the zone changes', async () => {
    const { store, state, calls, clock } = await ready();
    expect(calls('/v2/scheduler/availability')[0]).toMatchObject({
      method: 'GET',
      query: { regionCode: 'US', languageCode: 'en', focusArea: 'cloud', purpose: '(default)' },
    });
    expect(state.days).toHaveLength(2);
    state.form.selectedAgent = '';
    store.openSection('CALENDAR');
    await clock.advance(0);
    await Promise.all([store.times.chooseZone('Asia/Tokyo'), clock.advance(0)]);
    store.openSection('QUESTION');
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls('/v2/scheduler/availability')).toHaveLength(1);
    expect(calls('/v2/availability/lookup/').map(({ body }) => body)).toEqual([
      {
        clientTimezone: 'America/New_York',
        focusArea: 'cloud',
        languageCode: 'en',
        regionCode: 'US',
        purpose: '(default)',
        expertId: '',
      },
      expect.objectContaining({ clientTimezone: 'Asia/Tokyo' }),
    ]);
  });

  it('[SC-059] sends America/New_York while the form has no zone', async () => {
    const { store, state, calls, clock } = await ready({
      config: { appointmentTimeZones: '', appointmentTimeZonePreferred: '' },
    });
    state.form.timezone = '';
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(calls('/v2/availability/lookup/')[0]?.body).toMatchObject({ clientTimezone: 'America/New_York' });
  });

  it('[SC-062][SC-063] is pending during a call, and uses only the newest answer', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const { store, state, clock } = await ready({
      routes: { '/v2/availability/lookup/': () => new Promise((resolve) => answers.push(resolve)) },
    });
    store.openSection('CALENDAR');
    await clock.advance(0);
    void store.times.chooseZone('Asia/Tokyo');
    await clock.advance(2_000);
    expect(answers).toHaveLength(2);
    expect(state.isAvailabilityPending).toBe(true);
    answers[1]?.([
      { date: '', slots: [buildSlot('2026-12-01T10:00:00+09:00', '2026-12-01T10:30:00+09:00', 'Asia/Tokyo')] },
    ]);
    await clock.advance(0);
    answers[0]?.(offeredDays);
    await clock.advance(0);
    expect(state.days.map(({ date }) => date)).toEqual(['2026-12-01']);
    expect(state.isAvailabilityPending).toBe(false);
  });

  it('[SC-061] reads an array and an array in data.availability', async () => {
    const bare = await ready({ routes: { '/v2/scheduler/availability': () => offeredDays } });
    const wrapped = await ready();
    expect(bare.state.availabilities).toEqual(wrapped.state.availabilities);
    expect(wrapped.state.availabilities).toHaveLength(2);
  });

  it('[SC-066][SC-069][SC-070] shows a slot in the chosen zone, and takes over its times and expert', async () => {
    const { store, state, clock } = await ready();
    const slot = state.days[0]?.slots[1];
    if (!slot) throw new Error('the fixture has that slot');
    store.chooseSlot(slot);
    expect(state.form).toMatchObject({
      selectedTime: '2026-11-23T14:00:00-05:00',
      selectedTimeEnd: '2026-11-23T14:30:00-05:00',
      selectedAgent: 'mara',
    });
    await Promise.all([store.times.chooseZone('Asia/Tokyo'), clock.advance(0)]);
    expect(state.days.map(({ date }) => date)).toEqual(['2026-11-24']);
  });

  it('[SC-071] keeps a chosen time that is still offered, and otherwise clears it and says so', async () => {
    const kept = await ready();
    await Promise.all([kept.store.times.chooseZone('Asia/Tokyo'), kept.clock.advance(0)]);
    expect(kept.state.form.selectedTime).toBe('2026-11-23T10:00:00-05:00');
    const gone = await ready({ routes: { '/v2/availability/lookup/': () => [offeredDays[1]] } });
    await Promise.all([gone.store.times.chooseZone('Asia/Tokyo'), gone.clock.advance(0)]);
    expect(gone.state.form.selectedTime).toBe('');
    expect(gone.state.isSlotGone).toBe(true);
  });

  it('[SC-060] uses the last of two picked zones and looks up once', async () => {
    const { store, state, clock, calls } = await ready();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    const before = calls('/v2/availability/lookup/').length;
    await Promise.all([
      store.times.chooseZone('Asia/Tokyo'),
      store.times.chooseZone('Europe/Berlin'),
      clock.advance(2_000),
    ]);
    expect(state.form.timezone).toBe('Europe/Berlin');
    expect(calls('/v2/availability/lookup/').slice(before)).toHaveLength(1);
    await Promise.all([
      store.times.chooseZone('Asia/Tokyo'),
      store.times.chooseZone('Europe/Berlin'),
      clock.advance(2_000),
    ]);
    expect(state.form.timezone, 'the zone that was already shown was picked last').toBe('Europe/Berlin');
    expect(calls('/v2/availability/lookup/').slice(before)).toHaveLength(1);
  });

  it('[SC-056] ignores an unknown zone', async () => {
    const { store, state, calls, clock } = await ready();
    await Promise.all([store.times.chooseZone('No/Where'), clock.advance(0)]);
    expect(state.form.timezone).toBe('America/New_York');
    expect(calls('/v2/availability/lookup/')).toHaveLength(0);
  });

  it.each([
    ['500', () => refuse(500)],
    ['something other than an array', () => ({ data: 7 })],
  ] as const)('[SC-072] only logs an availability answer of %s, and can try again', async (_name, answer) => {
    const { store, state, log, backend, clock } = await ready({ routes: { '/v2/availability/lookup/': answer } });
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(state).toMatchObject({ hasAvailabilityFailed: true, errorCode: '' });
    expect(log.warnings).toHaveLength(1);
    backend.on('/v2/availability/lookup/', () => offeredDays);
    await store.times.lookup();
    expect(state.hasAvailabilityFailed).toBe(false);
  });

  it('[SC-073] shows no day if nothing is offered', async () => {
    const { state } = await ready({ routes: { '/v2/scheduler/availability': () => [] } });
    expect(state.days).toEqual([]);
    expect(state.shownDate).toBe('');
  });

  it('[SC-067] aborts its call when the widget ends', async () => {
    const { store, lifetime, calls, clock } = await ready({
      routes: { '/v2/availability/lookup/': () => new Promise(() => {}) },
    });
    store.openSection('CALENDAR');
    await clock.advance(0);
    lifetime.end();
    expect(calls('/v2/availability/lookup/')[0]?.signal?.aborted).toBe(true);
  });
});

describe('invalid slots', () => {
  it.each([
    ['without an end', { startDateTime: '2026-11-23T10:00:00-05:00', timezone: 'America/New_York', expertId: 'mara' }],
    ['that end before they start', buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T09:00:00-05:00')],
    ['on a day that does not exist', buildSlot('2026-02-30T10:00:00-05:00', '2026-02-30T10:30:00-05:00')],
    ['that are markup', buildSlot('<script>alert(1)</script>', '<script>alert(1)</script>')],
  ])('[SC-061][SC-073] offers no slots %s, and books nothing without a slot', async (_name, slot) => {
    const answer = [{ date: '2026-11-23', slots: [slot] }];
    const { store, state, calls, clock } = await ready({
      routes: { '/v2/scheduler/availability': () => answer, '/v2/availability/lookup/': () => answer },
    });
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.days).toEqual([]);
    // The time chosen from an earlier answer is no longer offered (SC-071).
    expect(state.form.selectedTime).toBe('');
    await store.submit();
    expect(calls('/v2/appointments/')).toHaveLength(0);
    expect(state.pendingFocus).toBe('selectedTime');
  });
});

describe('zones of the form', () => {
  it.each(['Mars/Base', ''])(
    '[SC-114] shows an appointment in the zone "%s" in America/New_York',
    async (clientTimezone) => {
      const { store, state, calls } = await booked({
        routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientTimezone }) },
      });
      expect(store.appointmentSpan()?.zone).toBe('America/New_York');
      store.edit();
      await store.submit();
      expect(calls('/v2/appointments/', 'PUT')[0]?.body).toMatchObject({ clientTimezone: 'America/New_York' });
      expect(state.zones).toContain(store.times.zone());
    },
  );

  it('[SC-054][SC-123] offers the previous appointment’s zone for the next call', async () => {
    const { store, state } = await booked({
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientTimezone: 'Europe/Berlin' }) },
    });
    store.startOver();
    expect(state.form.timezone).toBe('Europe/Berlin');
    expect(state.zones).toContain('Europe/Berlin');
  });

  it('[SC-055][SC-059] looks up in America/New_York without an error if no zone is listed or known', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({ timeZone: '' } as never);
    const { store, state, calls, clock } = setUp({
      config: { appointmentTimeZones: 'Mars/Base, ,Bad/Zone', appointmentTimeZonePreferred: 'Mars/Base' },
    });
    await store.load();
    expect(state).toMatchObject({ zones: [], errorCode: '' });
    expect(state.form.timezone).toBe('');
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(calls('/v2/availability/lookup/')[0]?.body).toMatchObject({ clientTimezone: 'America/New_York' });
    expect(state.days.length).toBeGreaterThan(0);
  });
});
