import { describe, expect, it } from 'vitest';
import { fromAppointment, toBooking } from '../../../frame/scheduler/appointment.ts';
import { expertOf } from '../../../frame/scheduler/expertOf.ts';
import { fitText } from '../../../frame/scheduler/fitText.ts';
import { joinPhone, splitPhone } from '../../../frame/scheduler/phone.ts';
import { createForm, type SchedulerForm } from '../../../frame/scheduler/records.ts';
import { invalidFields } from '../../../frame/scheduler/validateForm.ts';
import { bookedForm, schedulerConfig } from '../../support/schedulerFixtures.ts';
import { ready } from '../../support/schedulerStore.ts';

describe('form fields', () => {
  it('[SC-038] has exactly the fields of the specification', () => {
    expect(Object.keys(createForm()).sort()).toEqual(
      [
        'topic',
        'question',
        'timezone',
        'selectedTime',
        'selectedTimeEnd',
        'selectedAgent',
        'firstName',
        'lastName',
        'email',
        'dialingCode',
        'subregion',
        'phoneNumber',
        'company',
        'privacyViewed',
      ].sort(),
    );
  });

  it.each(['question', 'selectedTime', 'firstName', 'lastName', 'company'] as const)(
    '[SC-080] refuses a blank %s',
    (field) => {
      expect(invalidFields({ ...bookedForm, [field]: '  ' }, 'US')).toEqual([field]);
    },
  );
  it.each(['email', 'phoneNumber'] as const)('[SC-081] refuses an invalid %s', (field) => {
    expect(invalidFields({ ...bookedForm, [field]: 'x' }, 'US')).toEqual([field]);
  });
  it('[SC-082] refuses a form whose privacy notice was not viewed', () => {
    expect(invalidFields({ ...bookedForm, privacyViewed: false }, 'US')).toEqual(['privacyViewed']);
    expect(invalidFields(bookedForm, 'US')).toEqual([]);
  });
});

describe('booking body', () => {
  const page = {
    url: 'https://p.example/x',
    uniquePageId: 'pv-1',
    bluemixAnonId: 'anon',
    ibmId: 'iui-1',
    productName: 'P',
  };

  it('[SC-098] has the page’s values and the confirmed label, or "" for unknown values', () => {
    const known = toBooking({
      form: bookedForm,
      config: schedulerConfig,
      page,
      expertId: '',
      cognitiveFilterIntent: 'pricing',
    });
    expect(known).toMatchObject({ ...page, cognitiveFilterIntent: 'pricing' });
    const nothing = { url: page.url, uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' };
    const unknown = toBooking({
      form: bookedForm,
      config: schedulerConfig,
      page: nothing,
      expertId: '',
      cognitiveFilterIntent: '',
    });
    expect(unknown).toMatchObject({ ...nothing, cognitiveFilterIntent: '' });
  });

  it('[SC-096][SC-097] has exactly 25 members with trimmed values of the form', () => {
    const form: SchedulerForm = { ...bookedForm, firstName: ' Ada ', topic: ' Pricing ', selectedAgent: 'ex-1' };
    const booking = toBooking({
      form,
      config: schedulerConfig,
      page,
      expertId: 'ex-1',
      cognitiveFilterIntent: 'pricing',
    });
    expect(booking).toEqual({
      cognitiveFilterIntent: 'pricing',
      expertId: 'ex-1',
      clientTimezone: 'America/New_York',
      selectedExpert: 'ex-1',
      startDateTime: '2026-11-23T10:00:00-05:00',
      endDateTime: '2026-11-23T10:30:00-05:00',
      clientFirstName: 'Ada',
      clientLastName: 'Lovelace',
      clientQuestion: 'How do we move?',
      clientCompany: 'Engines Ltd',
      clientPhone: '+1 415 555 2671',
      clientEmail: 'ada@engines.com',
      stateOrProvince: 'California',
      focusArea: 'cloud',
      languageCode: 'en',
      regionCode: 'US',
      purpose: '(default)',
      url: 'https://p.example/x',
      clientDialingCountryCode: '+1',
      productName: 'P',
      topic: 'Pricing',
      ibmId: 'iui-1',
      bluemixAnonId: 'anon',
      uniquePageId: 'pv-1',
      numberOfAttendees: 1,
    });
    expect(Object.keys(booking)).toHaveLength(25);
  });

  it('[SC-097] has none of the spaces around what was typed', () => {
    const facts = { config: schedulerConfig, page, expertId: '', cognitiveFilterIntent: '' };
    const padded = Object.fromEntries(
      Object.entries(bookedForm).map(([name, value]) => [name, typeof value === 'string' ? ` ${value} ` : value]),
    ) as unknown as SchedulerForm;
    expect(toBooking({ ...facts, form: padded })).toEqual(toBooking({ ...facts, form: bookedForm }));
  });

  it('[SC-097] restores the same form from a loaded appointment', () => {
    const booking = toBooking({
      form: bookedForm,
      config: schedulerConfig,
      page,
      expertId: bookedForm.selectedAgent,
      cognitiveFilterIntent: '',
    });
    const loaded = { ...booking, confirmationNumber: 'NW-1', resource: 'any' };
    expect(fromAppointment(loaded, ['+1'], true)).toEqual(bookedForm);
  });

  it('[SC-070] uses the chosen expert, else the loaded one, else the resource', () => {
    expect(expertOf('a', 'b', 'c')).toBe('a');
    expect(expertOf('', 'b', 'c')).toBe('b');
    expect(expertOf('', '', 'c')).toBe('c');
    expect(expertOf('', '', 'any')).toBe('');
  });
});

describe('sent values', () => {
  const page = { url: '', uniquePageId: '', bluemixAnonId: '', ibmId: '', productName: '' };

  it.each([
    ['+1 415 555 2671', '+1 415 555 2671'],
    ['1-415-555-2671', '+1 415-555-2671'],
    ['+14155552671', '+1 4155552671'],
    ['(415) 555-2671', '+1 (415) 555-2671'],
  ])('[SC-086][SC-097] sends one +1, whether or not it was typed: %s', (phoneNumber, clientPhone) => {
    const booking = toBooking({
      form: { ...bookedForm, phoneNumber },
      config: schedulerConfig,
      page,
      expertId: '',
      cognitiveFilterIntent: '',
    });
    expect(booking.clientPhone).toBe(clientPhone);
    expect(splitPhone(clientPhone, '+1', ['+1']).dialingCode).toBe('+1');
  });

  it('[SC-097] sends a number of another country as typed', () => {
    expect(joinPhone('+44', '1 415 555 2671')).toBe('+44 1 415 555 2671');
    expect(joinPhone('+1', '115 555 2671')).toBe('+1 115 555 2671');
  });

  it('[SC-097] cuts a text between characters, never inside one', async () => {
    const { store, state } = await ready();
    store.type('firstName', `${'x'.repeat(199)}🙂🙂`);
    expect(state.form.firstName).toBe('x'.repeat(199));
    expect(fitText('🙂🙂', 4)).toBe('🙂🙂');
    expect(fitText('🙂🙂', 3)).toBe('🙂');
  });
});
