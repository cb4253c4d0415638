import { describe, expect, it, vi } from 'vitest';
import { toDialingEntries } from '../../../frame/scheduler/dialing.ts';
import { createFormStore } from '../../../frame/scheduler/formStore.ts';
import { domainsWaitMs } from '../../../frame/scheduler/limits.ts';
import type { KnownVisitor } from '../../../frame/scheduler/ports.ts';
import { createState } from '../../../frame/scheduler/state.ts';
import { loadTopLevelDomains } from '../../../frame/scheduler/topLevelDomains.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { bookedForm, loadedAppointment, schedulerConfig } from '../../support/schedulerFixtures.ts';

const codes = [
  ['US', '1'],
  ['CA', '1'],
  ['GB', '44'],
].map(([regionCode = '', internationalDialingCode = '']) => ({
  ...{ type: 'Country', regionCode, internationalDialingCode, regionName: regionCode, regionNameTranslation: '' },
}));

function setUp(known: KnownVisitor = {}) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const state = createState();
  state.config = schedulerConfig;
  state.dialingCodes = toDialingEntries(codes, 'en');
  const questionChanged = vi.fn();
  const openSection = vi.fn();
  const ports = { clock, log, visitor: () => known, loadTopLevelDomains };
  const form = createFormStore(ports, state, { questionChanged }, openSection);
  return { clock, log, state, form, questionChanged, openSection };
}

describe('typing', () => {
  it('[SC-097] cuts a question at 2,000 characters and any other field at 200', () => {
    const { form, state, questionChanged } = setUp();
    form.type('company', 'x'.repeat(2_001));
    expect(state.form.company).toHaveLength(200);
    expect(questionChanged).not.toHaveBeenCalled();
    form.type('question', 'x'.repeat(2_001));
    expect(state.form.question).toHaveLength(2_000);
    expect(questionChanged).toHaveBeenCalledOnce();
  });
});

describe('a known number', () => {
  it.each<[string, string, object]>([
    ['with a known code', '+44 20 7946 0018', { dialingCode: '+44', phoneNumber: '20 7946 0018', region: 'GB' }],
    [
      'with a code that the list lacks',
      '+49 171 2345678',
      { dialingCode: '+49', phoneNumber: '171 2345678', region: '' },
    ],
    ['with such a code in one piece', '+491712345678', { dialingCode: '+49', phoneNumber: '1712345678', region: '' }],
    ['without a code', '415 555 2671', { dialingCode: '+1', phoneNumber: '415 555 2671', region: 'US' }],
    ['that nobody can call', '12', { dialingCode: '+1', phoneNumber: '', region: '' }],
    ['that is empty', '', { dialingCode: '+1', phoneNumber: '', region: '' }],
  ])(
    '[SC-018][SC-081] %s is filled in where it can be called',
    (_, phone, { region, ...expected }: { region?: string }) => {
      const { form, state } = setUp({ phone });
      form.prefill();
      expect(state.form).toMatchObject(expected);
      expect(state.dialingRegion).toBe(region);
    },
  );

  it.each([
    ['the visitor has typed one', { phoneNumber: '1' }, undefined],
    ['an appointment is loaded', {}, loadedAppointment],
  ])('[SC-013] is not filled in when %s', (_, typed, appointment) => {
    const { form, state } = setUp({ phone: '+44 20 7946 0018' });
    Object.assign(state.form, typed);
    state.appointment = appointment as typeof state.appointment;
    const before = state.form.phoneNumber;
    form.prefill();
    expect(state.form.phoneNumber).toBe(before);
  });

  it('[SC-013] waits for the configuration, and is filled in once', () => {
    const { form, state } = setUp({ phone: '+44 20 7946 0018' });
    state.config = undefined;
    form.prefill();
    expect(state.form.phoneNumber).toBe('');
    expect(form.region()).toBe('');
    state.config = schedulerConfig;
    form.prefill();
    expect(state.form.phoneNumber).toBe('20 7946 0018');
    state.form.phoneNumber = '';
    form.prefill();
    expect(state.form.phoneNumber).toBe('');
  });
});

describe('the dialing code', () => {
  it('[SC-078] is that of the region until the visitor chooses one or types a number', () => {
    const { form, state } = setUp();
    form.offerDialing('gb');
    expect([state.dialingRegion, state.form.dialingCode, form.region()]).toEqual(['GB', '+44', 'GB']);
    form.offerDialing('us');
    expect([state.dialingRegion, state.form.dialingCode]).toEqual(['US', '+1']);
    form.chooseDialing('GB');
    form.offerDialing('us');
    expect([state.dialingRegion, state.form.dialingCode]).toEqual(['GB', '+44']);
  });

  it('[F-PG21] is that of a number which was typed or filled in with it', () => {
    const { form, state } = setUp();
    form.offerDialing('us');
    form.type('phoneNumber', '+44 (0)20 7946 0958');
    form.blur('phoneNumber');
    expect([state.dialingRegion, state.form.dialingCode, state.form.phoneNumber]).toEqual([
      'GB',
      '+44',
      '20 7946 0958',
    ]);
  });

  it('[SC-078] stays beside a typed number', () => {
    const { form, state } = setUp();
    form.offerDialing('us');
    form.type('phoneNumber', '415');
    form.offerDialing('gb');
    expect(state.dialingRegion).toBe('US');
  });

  it('[SC-078][SC-113] stays with a loaded appointment, and has its own region', () => {
    const { form, state } = setUp();
    state.appointment = loadedAppointment as unknown as NonNullable<typeof state.appointment>;
    state.form.dialingCode = '+44';
    form.offerDialing('us');
    expect([state.dialingRegion, state.form.dialingCode]).toEqual(['GB', '+44']);
    form.offerDialing('us');
    expect(state.dialingRegion).toBe('GB');
  });

  it.each([
    ['+49', '', ''],
    ['+1', 'US', 'US'],
  ])(
    '[SC-078][SC-113] %s of a loaded appointment has the page’s region only for +1 where the list lacks it',
    (code, expected, rule) => {
      const { form, state } = setUp();
      state.dialingCodes = [];
      state.appointment = loadedAppointment as unknown as NonNullable<typeof state.appointment>;
      state.form.dialingCode = code;
      form.offerDialing('us');
      expect([state.dialingRegion, state.form.dialingCode, form.region()]).toEqual([expected, code, rule]);
    },
  );

  it('[SC-078][SC-087][F-PG21] that was typed and that the list lacks has no region, whose rule would refuse the number', () => {
    const { form, state } = setUp();
    Object.assign(state.form, bookedForm);
    form.offerDialing('us');
    form.type('phoneNumber', '+49 171 2345678');
    form.blur('phoneNumber');
    expect([state.dialingRegion, state.form.dialingCode, state.form.phoneNumber]).toEqual(['', '+49', '171 2345678']);
    expect(form.check()).toBe(true);
    // The information is loaded again, in another language.
    form.offerDialing('us');
    expect([state.dialingRegion, state.form.dialingCode]).toEqual(['', '+49']);
    form.type('phoneNumber', '+1 415 555 2671');
    form.blur('phoneNumber');
    expect([state.dialingRegion, form.check()]).toEqual(['US', true]);
  });

  it('[SC-077] is not one that the list lacks', () => {
    const { form, state } = setUp();
    form.chooseDialing('GB');
    form.chooseDialing('XX');
    expect(state.dialingRegion).toBe('GB');
  });
});

describe('a check', () => {
  it('[SC-090] passes a form that can be sent', () => {
    const { form, state, openSection } = setUp();
    Object.assign(state.form, bookedForm);
    expect(form.check()).toBe(true);
    expect([state.isRefused, state.pendingFocus, openSection.mock.calls]).toEqual([false, undefined, []]);
  });

  it('[SC-090] refuses another, shows every error, and focuses the first field until it has the focus', () => {
    const { form, state, openSection } = setUp();
    Object.assign(state.form, bookedForm, { lastName: '' });
    expect(form.check()).toBe(false);
    expect(state).toMatchObject({ isRefused: true, pendingFocus: 'lastName' });
    expect(state.touched).toMatchObject({ question: true, email: true, lastName: true });
    expect(openSection).toHaveBeenCalledOnce();
    form.clearPendingFocus();
    expect(state.pendingFocus).toBeUndefined();
  });

  it('[SC-082] of an address needs the list of domains unless the address is valid without it', async () => {
    const { form, state } = setUp();
    Object.assign(state.form, bookedForm, { email: 'ada@engines.notadomain' });
    expect(form.canCheckEmail()).toBe(false);
    expect(form.check()).toBe(true);
    await form.loadDomains();
    expect(form.canCheckEmail()).toBe(true);
    expect(form.check()).toBe(false);
    state.form.email = 'ada@engines.museum';
    expect(form.check()).toBe(true);
  });

  it('[SC-082] waits for the list no longer than three seconds', async () => {
    const { form, clock } = setUp();
    const loaded = form.loadDomains();
    expect(clock.pending).toBe(1);
    await clock.advance(domainsWaitMs);
    await loaded;
  });
});
