import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Booking } from '../../frame/scheduler/appointment.ts';
import type { RecordedCall } from '../support/fakeBackend.ts';
import { bookedForm, loadedAppointment, offeredDays } from '../support/schedulerFixtures.ts';
import { setUp } from '../support/schedulerStore.ts';

/** Answers of broken services: any value, including almost valid ones. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'NW-1',
    'a/b',
    '<script>',
    '2026-11-23T10:00:00-05:00',
    '2026-11-23T10:00',
    'Asia/Tokyo',
    'Mars/Base',
  ),
);
const slot = fc.record(
  { startDateTime: text, endDateTime: text, timezone: text, expertId: fc.oneof(text, fc.integer()) },
  { requiredKeys: [] },
);
const days = fc.array(
  fc.record(
    { date: text, slots: fc.oneof(fc.array(fc.oneof(slot, fc.jsonValue())), fc.jsonValue()) },
    { requiredKeys: [] },
  ),
);
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constant(undefined),
  fc.record(Object.fromEntries(Object.keys(loadedAppointment).map((name) => [name, fc.oneof(text, fc.jsonValue())])), {
    requiredKeys: [],
  }),
  fc.record({ result: fc.constantFrom('SUCCESS', 'FAIL'), code: text }, { requiredKeys: [] }),
  fc.record({ context: fc.record({ label: fc.oneof(text, fc.constantFrom('Pricing', 'Anything Else-')) }) }),
  days,
  days.map((availability) => ({ data: { availability } })),
);
const config = fc.record({
  appointmentTimeZones: text,
  appointmentTimeZonePreferred: text,
  stateOrProvinceNames: text,
  languageCode: text,
  regionCode: fc.oneof(text, fc.constantFrom('US', 'GB')),
  purpose: text,
});

/** Fails for a request with invalid data. */
function check({ path, method, body }: RecordedCall): void {
  expect(path).toMatch(/^\/v2\/[A-Za-z0-9/-]*$/);
  if (path === '/v2/availability/lookup/') {
    const { clientTimezone } = body as { clientTimezone: string };
    expect(() => new Intl.DateTimeFormat('en', { timeZone: clientTimezone })).not.toThrow();
  }
  if (!/^\/v2\/appointments\/[^/]*$/.test(path) || method === 'DELETE') return;
  const booking = body as Booking;
  expect(() => new Intl.DateTimeFormat('en', { timeZone: booking.clientTimezone })).not.toThrow();
  expect(Object.values(booking).every((value) => typeof value === 'string' || value === 1)).toBe(true);
  for (const name of ['clientFirstName', 'clientLastName', 'clientCompany', 'clientQuestion'] as const) {
    expect(booking[name].trim()).not.toBe('');
  }
  for (const time of [booking.startDateTime, booking.endDateTime])
    expect(time).toMatch(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/);
}

/** Answers for one kind of call. Every second one is valid. */
const answersWith = (right: unknown) =>
  fc.array(fc.oneof(fc.constant(right), anything), { minLength: 1, maxLength: 4 });
const routes = fc.record({
  '/v2/scheduler/availability': answersWith({ data: { availability: offeredDays } }),
  '/v2/availability/lookup/': answersWith(offeredDays),
  '/v2/appointments/lookup/': answersWith(loadedAppointment),
  '/v2/appointments/cancel/survey/': answersWith({ result: 'SUCCESS' }),
  '/v2/appointments/': answersWith({ confirmationNumber: 'NW-1', result: 'SUCCESS' }),
  '/v2/message': answersWith({ context: { label: 'Pricing' } }),
  '/v2/feedback': answersWith({}),
});

it('[SC-061][SC-100][SC-131][SC-139] nothing fails, hangs or sends invalid data, whatever the services answer', async () => {
  let bookings = 0;
  await fc.assert(
    fc.asyncProperty(routes, config, async (answers, wished) => {
      const all = setUp({
        config: wished,
        routes: Object.fromEntries(
          Object.entries(answers).map(([path, list]) => {
            let asked = 0;
            const answer = (): unknown => {
              asked += 1;
              return list[(asked - 1) % list.length];
            };
            return [path, answer];
          }),
        ),
      });
      const { store, state, clock, backend } = all;
      /** Runs a step until all its calls have ended. */
      const step = async (task: () => unknown): Promise<void> => {
        void task();
        await clock.advance(5_000);
        expect([state.isSubmitting, state.isAvailabilityPending, state.isInfoFetching, state.isClassifying]).toEqual([
          false,
          false,
          false,
          false,
        ]);
      };
      store.show();
      await step(() => store.load());
      for (const field of ['question', 'firstName', 'lastName', 'company', 'email', 'phoneNumber'] as const) {
        store.type(field, bookedForm[field]);
      }
      store.privacySeen();
      await step(() => store.continueQuestion());
      await step(() => store.topic.answer(true));
      await step(() => store.openSection('CALENDAR'));
      await step(() => store.times.chooseZone('Asia/Tokyo'));
      const [first] = state.days[0]?.slots ?? [];
      if (first) store.chooseSlot(first);
      await step(() => store.submit());
      await step(() => store.find('NW-1'));
      await step(() => store.edit());
      await step(() => store.openSection('CALENDAR'));
      await step(() => store.submit());
      await step(() => store.chooseCancel());
      store.setReason('Other');
      await step(() => store.submitSurvey());
      store.appointmentSpan();
      store.calendarEvent();
      for (const call of backend.calls) check(call);
      bookings += backend.calls.filter(({ body }) => (body as Partial<Booking> | undefined)?.clientPhone).length;
    }),
    { numRuns: 150 },
  );
  // Many runs reach a booking.
  expect(bookings).toBeGreaterThan(50);
});
