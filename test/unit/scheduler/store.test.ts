// Long because one scheduler's life, from opening to cancellation, is shown step by step.
import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { noticeWaitMs } from '../../../frame/scheduler/limits.ts';
import { type Answer, refuse } from '../../support/fakeBackend.ts';
import { bookedForm, buildSlot, buildSource, loadedAppointment, offeredDays } from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';

describe('a new instance', () => {
  it('[SC-021][SC-032] has every flag at its start', () => {
    expect(setUp().state).toMatchObject({
      isDisplayed: false,
      hasDisplayed: false,
      noticeAvailable: false,
      isInfoFetching: false,
      isSubmitting: false,
      isAvailabilityPending: false,
      errorCode: '',
      displayedScreen: 'FORM',
      displayedAccordian: 'QUESTION',
      privacyViewed: false,
      confirmationNumber: '',
      cognitiveClassification: undefined,
      cognitiveFeedbackReceived: false,
    });
  });

  it('[SC-010] remembers that it was displayed', () => {
    const { store, state } = setUp();
    store.show();
    expect([state.isDisplayed, state.hasDisplayed]).toEqual([true, true]);
    store.hide();
    expect([state.isDisplayed, state.hasDisplayed]).toEqual([false, true]);
  });

  it('[SC-028][SC-020] is fetching exactly while its information loads', async () => {
    const { store, state } = setUp();
    const loaded = store.load();
    expect(state.isInfoFetching).toBe(true);
    await loaded;
    expect(state.isInfoFetching).toBe(false);
    expect(state.classifications).toHaveLength(2);
    expect(state.dialingCodes.map(({ id }) => id)).toEqual(['CA', 'GB', 'US']);
    expect(state.config?.focusArea).toBe('cloud');
    const failing = setUp({ ports: { find: async () => refuse(500) } });
    await failing.store.load();
    expect(failing.state).toMatchObject({ isInfoFetching: false, info: 'failed' });
  });

  it('[SC-031] can be loaded again after a failure, which says so', async () => {
    const retries: boolean[] = [];
    const { store, state } = setUp({
      ports: {
        find: async (_name, isRetry) => {
          retries.push(isRetry);
          return isRetry ? buildSource() : refuse(500);
        },
      },
    });
    await store.load();
    expect(state.info).toBe('failed');
    await store.load({ isRetry: true });
    expect(state.info).toBe('ready');
    expect(retries).toEqual([false, true]);
  });

  it('[SC-055][SC-078][SC-079] starts with the preferred zone, the region’s code and the first state', async () => {
    const { state } = await ready();
    const fresh = setUp({ config: { regionCode: 'GB', appointmentTimeZonePreferred: 'NONE' } });
    await fresh.store.load();
    expect(fresh.state.form).toMatchObject({
      timezone: 'America/New_York',
      dialingCode: '+44',
      subregion: 'California',
    });
    expect(state.subregions).toEqual(['California', 'Texas']);
    const none = setUp({ config: { stateOrProvinceNames: '' } });
    await none.store.load();
    expect(none.state.form.subregion).toBe('');
  });

  it('[SC-017] logs that the page has no scheduler and stores no code', async () => {
    const { store, state, log } = setUp({ ports: { find: async () => undefined } });
    await store.load();
    expect(state).toMatchObject({ info: 'none', errorCode: '' });
    expect(log.warnings).toHaveLength(1);
  });

  it('[SC-141] stores SCH09 where the form page has no scheduler', () => {
    const { store, state } = setUp();
    store.noConfig();
    expect(state.errorCode).toBe('SCH09');
  });

  it('[SC-039][SC-040] shows the experiment’s prompt, else the fragment, else the built-in one, and keeps it while open', async () => {
    const plain = setUp();
    plain.store.show();
    await plain.store.load();
    expect(plain.state.prompt).toBe('Schedule a free 30-minute call to discuss your business needs.');
    let variation: string | undefined = 'Talk to us';
    const tried = setUp({ ports: { prompt: () => variation } });
    await tried.store.load();
    tried.store.show();
    variation = 'Later words';
    await tried.store.load({ again: true });
    expect(tried.state.prompt).toBe('Talk to us');
    tried.store.hide();
    tried.store.show();
    expect(tried.state.prompt).toBe('Later words');
  });

  it('[SC-091] shows the vendor’s notice, or its own after 5 s or a failure', async () => {
    const silent = setUp({ ports: { whenNoticeReady: () => new Promise(() => {}) } });
    silent.store.show();
    await silent.clock.advance(noticeWaitMs - 1);
    expect(silent.state.noticeAvailable).toBe(false);
    await silent.clock.advance(1);
    expect(silent.state).toMatchObject({ noticeAvailable: true, isNoticeBuiltIn: true });
    const good = setUp({ ports: { whenNoticeReady: async () => {} } });
    good.store.show();
    await good.clock.advance(0);
    expect(good.state).toMatchObject({ noticeAvailable: true, isNoticeBuiltIn: false });
    const broken = setUp({ ports: { whenNoticeReady: async () => refuse(500) } });
    broken.store.show();
    await broken.clock.advance(0);
    expect(broken.state).toMatchObject({ noticeAvailable: true, isNoticeBuiltIn: true });
  });
});

describe('accordion', () => {
  it('[SC-034][SC-035] has one section open, contact details too', async () => {
    const { store, state } = await ready();
    for (const section of ['CALENDAR', 'CONTACT_INFO', 'QUESTION'] as const) {
      store.openSection(section);
      expect(state.displayedAccordian).toBe(section);
    }
    store.openSection('COGNITIVE');
    expect(state.displayedAccordian).toBe('QUESTION');
  });
});

describe('topic', () => {
  it('[SC-041][SC-043][SC-044] classifies the question and moves to the suggestion', async () => {
    const { store, state, calls } = await ready();
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(1);
    expect(calls('/v2/message')[0]?.body).toEqual({
      context: { product: 'cloud' },
      input: { text: 'How do we move?' },
    });
    expect(state.cognitiveClassification).toEqual({ label: 'Pricing', text: 'Prices' });
    expect(state.displayedAccordian).toBe('COGNITIVE');
    const named = await ready({ deployment: { classifierProduct: 'northwind' }, config: { variation: 'hybrid' } });
    await named.store.continueQuestion();
    expect(named.calls('/v2/message')[0]?.body).toMatchObject({ context: { product: 'northwind' } });
  });

  it('[SC-041] asks nothing about a blank question and shows the field’s error', async () => {
    const { store, state, calls } = await ready();
    store.type('question', '  ');
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(0);
    expect(state.touched.question).toBe(true);
    expect(state.pendingFocus).toBe('question');
  });

  it('[SC-042] goes to the calendar without a call when routing is off', async () => {
    const { store, state, calls } = await ready({ config: { cognitiveRouting: 'No' } });
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(0);
    expect(state.displayedAccordian).toBe('CALENDAR');
  });

  it.each([
    ['an unknown label', () => ({ context: { label: 'Weather' } })],
    ['no label', () => ({})],
    ['a failure', () => refuse(500)],
  ] as const)('[SC-047] goes to the calendar after %s, without an error code', async (_name, answer) => {
    const { store, state } = await ready({ routes: { '/v2/message': answer } });
    await store.continueQuestion();
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', errorCode: '', isClassifying: false });
  });

  it('[SC-048] gives classification and feedback 45 s', async () => {
    const { store, calls } = await ready();
    await store.continueQuestion();
    store.topic.answer(true);
    expect([...calls('/v2/message'), ...calls('/v2/feedback')].map(({ attemptTimeoutMs }) => attemptTimeoutMs)).toEqual(
      [45_000, 45_000],
    );
  });

  it('[SC-049] can be skipped, and ignores the late answer', async () => {
    let answer = (_value: unknown): void => {};
    const { store, state, clock } = await ready({
      routes: {
        '/v2/message': () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    const asked = store.continueQuestion();
    await clock.advance(0);
    expect(state.isClassifying).toBe(true);
    store.topic.skip();
    answer({ context: { label: 'Pricing' } });
    await asked;
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', isClassifying: false });
    expect(state.cognitiveClassification).toBeUndefined();
  });

  it('[SC-050][SC-051] takes Yes, No with a topic, and none of these', async () => {
    const yes = await ready();
    await yes.store.continueQuestion();
    yes.store.topic.answer(true);
    expect(yes.state.form.topic).toBe('Prices');
    expect(yes.state.displayedAccordian).toBe('CALENDAR');
    expect(yes.calls('/v2/feedback')[0]?.body).toMatchObject({ context: { label: 'Pricing' }, isValid: true });

    const no = await ready();
    await no.store.continueQuestion();
    no.store.topic.answer(false);
    expect(no.state.isChoosingTopic).toBe(true);
    expect(no.calls('/v2/feedback')[0]?.body).toMatchObject({ isValid: false });
    no.store.topic.choose('Moving');
    expect([no.state.form.topic, no.state.displayedAccordian]).toEqual(['Moving', 'CALENDAR']);
    no.store.topic.choose('');
    expect(no.state.form.topic).toBe('');
  });

  it('[SC-052] sends feedback once per classification; its failure is only logged', async () => {
    const { store, state, calls, clock, log } = await ready({ routes: { '/v2/feedback': () => refuse(500) } });
    await store.continueQuestion();
    store.topic.answer(true);
    store.topic.answer(false);
    await clock.advance(0);
    expect(calls('/v2/feedback')).toHaveLength(1);
    expect(state).toMatchObject({ cognitiveFeedbackReceived: true, errorCode: '' });
    expect(log.warnings.join()).toContain('feedback');
  });

  it('[SC-053] forgets the topic of a changed question, and asks about the same text once', async () => {
    const { store, state, calls } = await ready();
    await store.continueQuestion();
    store.topic.answer(true);
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(1);
    store.type('question', 'Something else');
    expect(state.cognitiveClassification).toBeUndefined();
    expect(state.cognitiveFeedbackReceived).toBe(false);
    expect(state.form.topic).toBe('');
    await store.continueQuestion();
    expect(calls('/v2/message')).toHaveLength(2);
  });
});

describe('calendar', () => {
  it('[SC-058][SC-059][SC-060] fills early by GET, and asks by POST when the calendar opens and the zone changes', async () => {
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

  it('[SC-059] sends New York while the form has no zone', async () => {
    const { store, state, calls, clock } = await ready({
      config: { appointmentTimeZones: '', appointmentTimeZonePreferred: '' },
    });
    state.form.timezone = '';
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(calls('/v2/availability/lookup/')[0]?.body).toMatchObject({ clientTimezone: 'America/New_York' });
  });

  it('[SC-062][SC-063] is pending while a call is open, and applies the newest answer only', async () => {
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

  it('[SC-061] reads a bare list and one in data.availability alike', async () => {
    const bare = await ready({ routes: { '/v2/scheduler/availability': () => offeredDays } });
    const wrapped = await ready();
    expect(bare.state.availabilities).toEqual(wrapped.state.availabilities);
    expect(wrapped.state.availabilities).toHaveLength(2);
  });

  it('[SC-066][SC-069][SC-070] shows a slot in the chosen zone, and takes its times and expert', async () => {
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

  it('[SC-071] keeps the time whose instant is still offered, else clears it and says so', async () => {
    const kept = await ready();
    await Promise.all([kept.store.times.chooseZone('Asia/Tokyo'), kept.clock.advance(0)]);
    expect(kept.state.form.selectedTime).toBe('2026-11-23T10:00:00-05:00');
    const gone = await ready({ routes: { '/v2/availability/lookup/': () => [offeredDays[1]] } });
    await Promise.all([gone.store.times.chooseZone('Asia/Tokyo'), gone.clock.advance(0)]);
    expect(gone.state.form.selectedTime).toBe('');
    expect(gone.state.isSlotGone).toBe(true);
  });

  it('[SC-060] of two zones that are pressed one after the other takes the later, and asks once', async () => {
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
    expect(state.form.timezone, 'the shown one was pressed last').toBe('Europe/Berlin');
    expect(calls('/v2/availability/lookup/').slice(before)).toHaveLength(1);
  });

  it('[SC-056] takes no unknown zone', async () => {
    const { store, state, calls, clock } = await ready();
    await Promise.all([store.times.chooseZone('No/Where'), clock.advance(0)]);
    expect(state.form.timezone).toBe('America/New_York');
    expect(calls('/v2/availability/lookup/')).toHaveLength(0);
  });

  it.each([
    ['500', () => refuse(500)],
    ['something else than a list', () => ({ data: 7 })],
  ] as const)('[SC-072] only logs an availability answer of %s, and can ask again', async (_name, answer) => {
    const { store, state, log, backend, clock } = await ready({ routes: { '/v2/availability/lookup/': answer } });
    store.openSection('CALENDAR');
    await clock.advance(0);
    expect(state).toMatchObject({ hasAvailabilityFailed: true, errorCode: '' });
    expect(log.warnings).toHaveLength(1);
    backend.on('/v2/availability/lookup/', () => offeredDays);
    await store.times.lookup();
    expect(state.hasAvailabilityFailed).toBe(false);
  });

  it('[SC-073] has no day when nothing is offered', async () => {
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

describe('submitting', () => {
  it.each(['question', 'selectedTime', 'firstName', 'lastName', 'company', 'email', 'phoneNumber'] as const)(
    '[SC-080][SC-081][SC-089][SC-090] is refused without %s: its section opens, it gets the focus, nothing is sent',
    async (field) => {
      const { store, state, calls } = await ready();
      store.openSection('CONTACT_INFO');
      state.form[field] = ' ';
      await store.submit();
      expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
      expect(state.pendingFocus).toBe(field);
      expect(state.touched[field]).toBe(true);
      expect(store.invalid()).toEqual([field]);
      state.form[field] = bookedForm[field];
      expect(store.invalid()).toEqual([]);
    },
  );

  it('[SC-082][SC-092] is refused until the notice was seen, in form and instance', async () => {
    const { store, state, calls } = await ready();
    state.form.privacyViewed = false;
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(state.pendingFocus).toBe('privacyViewed');
    store.privacySeen();
    expect([state.form.privacyViewed, state.privacyViewed]).toEqual([true, true]);
  });

  it('[SC-093][REL-29] is under way until the answer is handled; a double click sends one request', async () => {
    const { store, state, calls, clock } = await ready();
    const first = store.submit();
    const second = store.submit();
    expect(state.isSubmitting).toBe(true);
    await Promise.all([first, second]);
    await clock.advance(0);
    expect(state.isSubmitting).toBe(false);
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
  });

  it('[SC-094][SC-099][SC-110] books by POST, fetches the appointment and shows DETAILS', async () => {
    const { store, state, calls } = await ready();
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.path).toBe('/v2/appointments/');
    expect(calls('/v2/appointments/lookup/NW-1', 'GET')).toHaveLength(1);
    expect(state).toMatchObject({ confirmationNumber: 'NW-1', displayedScreen: 'DETAILS' });
    expect(state.appointmentDetails).toEqual({
      confirmationNumber: 'NW-1',
      startDateTime: '2026-11-23T10:00:00-05:00',
      endDateTime: '2026-11-23T10:30:00-05:00',
      clientTimezone: 'America/New_York',
      expertId: 'mara',
    });
    expect(state.form).toEqual(bookedForm);
  });

  it('[SC-100][SC-139] keeps everything after a failure and can be sent again', async () => {
    const { store, state, backend, calls, log, reported, clock } = await ready({
      routes: { '/v2/appointments/': () => refuse(500) },
    });
    await store.submit();
    expect(state).toMatchObject({ errorCode: 'SCH02', isSubmitting: false, displayedScreen: 'FORM' });
    expect(state.form).toEqual(bookedForm);
    expect(log.warnings).toHaveLength(1);
    expect(reported).toEqual([{ call: '/v2/appointments/', status: 500, code: 'SCH02' }]);
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await clock.advance(2_000);
    await store.submit();
    expect(state).toMatchObject({ errorCode: '', displayedScreen: 'DETAILS' });
    const [one, two] = calls('/v2/appointments/', 'POST');
    expect(two?.body).toEqual(one?.body);
  });

  it('[SC-140] stores the code of the answer', async () => {
    const { store, state } = await ready({ routes: { '/v2/appointments/': () => refuse(400, { code: 'SCH07' }) } });
    await store.submit();
    expect(state.errorCode).toBe('SCH07');
  });

  it('[SC-101] takes a POST answer without a number for a failure, and keeps the number of a PUT', async () => {
    const post = await ready({ routes: { '/v2/appointments/': () => ({}) } });
    await post.store.submit();
    expect(post.state).toMatchObject({ errorCode: 'SCH02', confirmationNumber: '', displayedScreen: 'FORM' });
    const put = await booked();
    put.backend.on('/v2/appointments/', () => ({}));
    put.store.edit();
    await put.store.submit();
    expect(put.state).toMatchObject({ confirmationNumber: 'NW-1', displayedScreen: 'DETAILS', errorCode: '' });
  });

  it('[SC-102] shows what was sent when the appointment cannot be fetched, and repeats only the fetch', async () => {
    const { store, state, backend, calls, clock } = await ready({
      routes: { '/v2/appointments/lookup/': () => refuse(500) },
    });
    await store.submit();
    expect(state).toMatchObject({
      displayedScreen: 'DETAILS',
      problem: 'detailsIncomplete',
      confirmationNumber: 'NW-1',
    });
    expect(state.appointment?.clientFirstName).toBe('Ada');
    expect(store.read('detailsIncomplete')).toBe('Your call is booked. Some details could not be loaded.');
    backend.on('/v2/appointments/lookup/', () => loadedAppointment);
    await clock.advance(2_000);
    await store.retryFetch();
    expect(state.problem).toBeUndefined();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
  });

  it('[SC-106][REL-29] after 409 clears the time, opens the calendar and asks for times again', async () => {
    const { store, state, calls, clock } = await ready({ routes: { '/v2/appointments/': () => refuse(409) } });
    await store.submit();
    await clock.advance(2_000);
    expect(state.form).toMatchObject({ selectedTime: '', selectedTimeEnd: '', firstName: 'Ada' });
    expect(state).toMatchObject({ displayedAccordian: 'CALENDAR', problem: 'taken', isSubmitting: false });
    expect(store.read('taken')).toBe('That time was just taken. Please choose another.');
    expect(calls('/v2/availability/lookup/')).toHaveLength(1);
  });

  it('[SC-107][REL-29] tells that a silent answer may mean a booking, and repeats with the same key', async () => {
    const { store, state, backend, calls, clock } = await ready({
      deployment: { idempotencyHeader: 'Idempotency-Key' },
      routes: {
        '/v2/appointments/': () => {
          throw createError('CALL_TIMEOUT', 'late');
        },
      },
    });
    await store.submit();
    expect(state).toMatchObject({ problem: 'timedOut', errorCode: 'SCH02' });
    expect(store.read('timedOut', { code: 'SCH02' })).toBe(
      'We did not get an answer in time. Your call may already be booked; please check your email before you try again. (SCH02)',
    );
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(1);
    backend.on('/v2/appointments/', () => ({ confirmationNumber: 'NW-1' }));
    await clock.advance(2_000);
    await store.submit();
    const keys = calls('/v2/appointments/', 'POST').map(({ headers }) => headers?.['Idempotency-Key']);
    expect(keys).toEqual(['id-1', 'id-1']);
  });

  it('[REL-29] takes another key for another booking', async () => {
    const { store, state, calls } = await ready({
      deployment: { idempotencyHeader: 'Idempotency-Key' },
      routes: { '/v2/appointments/': () => refuse(500) },
    });
    await store.submit();
    state.form.company = 'Other Ltd';
    await store.submit();
    const keys = calls('/v2/appointments/', 'POST').map(({ headers }) => headers?.['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('[SC-097] keeps names of 10 kB to what a field holds, typed or loaded, and sends no longer ones', async () => {
    const { store, state, calls, clock } = await ready({
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, clientLastName: 'y'.repeat(10_000) }) },
    });
    store.type('firstName', 'x'.repeat(10_000));
    expect(state.form.firstName.length).toBe(200);
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')[0]?.body).toMatchObject({ clientFirstName: 'x'.repeat(200) });
    await clock.advance(2_000);
    store.edit();
    await store.submit();
    expect(calls('/v2/appointments/', 'PUT')[0]?.body).toMatchObject({ clientLastName: 'y'.repeat(200) });
  });

  it.each(['a/b', '../../v2', '<script>alert(1)</script>', 'x'.repeat(10_000), {}, ['NW-1']])(
    '[SC-101][SC-131] takes the confirmation number %j of an answer for none, and asks nothing by it',
    async (confirmationNumber) => {
      const { store, state, calls } = await ready({ routes: { '/v2/appointments/': () => ({ confirmationNumber }) } });
      await store.submit();
      expect(state).toMatchObject({ errorCode: 'SCH02', confirmationNumber: '', displayedScreen: 'FORM' });
      expect(calls('/v2/appointments/lookup/')).toHaveLength(0);
    },
  );
});

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

describe('times that are none', () => {
  it.each([
    ['without an end', { startDateTime: '2026-11-23T10:00:00-05:00', timezone: 'America/New_York', expertId: 'mara' }],
    ['that end before they begin', buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T09:00:00-05:00')],
    ['on a day that is not', buildSlot('2026-02-30T10:00:00-05:00', '2026-02-30T10:30:00-05:00')],
    ['that are markup', buildSlot('<script>alert(1)</script>', '<script>alert(1)</script>')],
  ])('[SC-061][SC-073] are not offered %s, and nothing can be booked without one', async (_name, slot) => {
    const answer = [{ date: '2026-11-23', slots: [slot] }];
    const { store, state, calls, clock } = await ready({
      routes: { '/v2/scheduler/availability': () => answer, '/v2/availability/lookup/': () => answer },
    });
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.days).toEqual([]);
    // The time that was chosen from an earlier answer is not offered any more (SC-071).
    expect(state.form.selectedTime).toBe('');
    await store.submit();
    expect(calls('/v2/appointments/')).toHaveLength(0);
    expect(state.pendingFocus).toBe('selectedTime');
  });
});

describe('editing', () => {
  it('[SC-095][SC-103][SC-105] opens the form prefilled and sends PUT with the same members', async () => {
    const { store, state, calls } = await booked();
    store.edit();
    expect(state).toMatchObject({ displayedScreen: 'FORM', displayedAccordian: 'QUESTION', isEditing: true });
    expect(state.form).toEqual(bookedForm);
    store.type('company', 'New Ltd');
    await store.submit();
    const [put] = calls('/v2/appointments/NW-1', 'PUT');
    expect(put?.body).toMatchObject({ clientCompany: 'New Ltd', numberOfAttendees: 1 });
    expect(Object.keys(put?.body as object)).toHaveLength(25);
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(store.read('update')).toBe('Update appointment');
  });

  it('[SC-105] goes back to unchanged details without a call', async () => {
    const { store, state, calls } = await booked();
    const before = state.appointment;
    store.edit();
    store.type('company', 'New Ltd');
    store.leaveEdit();
    expect(state.displayedScreen).toBe('DETAILS');
    expect(state.appointment).toEqual(before);
    expect(calls('/v2/appointments/NW-1', 'PUT')).toHaveLength(0);
  });

  it('[SC-068] offers the booked time while its zone is the form’s', async () => {
    const early = {
      ...loadedAppointment,
      startDateTime: '2026-11-23T07:00:00-05:00',
      endDateTime: '2026-11-23T07:30:00-05:00',
    };
    const { store, state, clock } = await booked({ routes: { '/v2/appointments/lookup/': () => early } });
    store.edit();
    store.openSection('CALENDAR');
    await clock.advance(2_000);
    expect(state.days[0]?.slots.map(({ startDateTime }) => startDateTime)[0]).toBe(early.startDateTime);
    expect(state.form.selectedTime).toBe(early.startDateTime);
    void store.times.chooseZone('Asia/Tokyo');
    await clock.advance(2_000);
    expect(
      state.days.flatMap(({ slots }) => slots).some(({ startDateTime }) => startDateTime === early.startDateTime),
    ).toBe(false);
    expect(state.isSlotGone).toBe(true);
  });

  it.each([
    ['not-found', 404, true],
    ['not-found', 410, true],
    ['not-found', 500, false],
    ['always', 404, true],
    ['always', 500, true],
    ['never', 404, false],
    ['never', 500, false],
  ] as const)('[SC-104] with "%s" and %i books anew: %s', async (editFallback, status, isBooked) => {
    const { store, calls, backend } = await booked({ deployment: { editFallback } });
    backend.on('/v2/appointments/', (call) =>
      call.method === 'PUT' ? refuse(status) : { confirmationNumber: 'NW-2' },
    );
    store.edit();
    await store.submit();
    const order = [...calls('/v2/appointments/NW-1', 'PUT'), ...calls('/v2/appointments/', 'POST')];
    expect(order.map(({ method }) => method)).toEqual(isBooked ? ['PUT', 'POST'] : ['PUT']);
    expect(store.state.confirmationNumber).toBe(isBooked ? 'NW-2' : 'NW-1');
  });

  it('[SC-104][REL-29] never books anew after a silent edit', async () => {
    const { store, calls, backend } = await booked();
    backend.on('/v2/appointments/', () => {
      throw createError('CALL_TIMEOUT', 'late');
    });
    store.edit();
    await store.submit();
    expect(calls('/v2/appointments/', 'POST')).toHaveLength(0);
    expect(store.state.problem).toBe('timedOut');
  });
});

describe('details', () => {
  it('[SC-109][SC-108] loads an appointment by GET without a body', async () => {
    const { store, state, calls } = setUp();
    await store.load();
    await store.find(' NW-1 ');
    const [call] = calls('/v2/appointments/lookup/');
    expect(call).toMatchObject({ path: '/v2/appointments/lookup/NW-1', method: 'GET' });
    expect(call?.body).toBeUndefined();
    expect(state.displayedScreen).toBe('DETAILS');
    expect(store.appointmentSpan()).toEqual({
      startMs: Date.parse('2026-11-23T15:00:00Z'),
      endMs: Date.parse('2026-11-23T15:30:00Z'),
      zone: 'America/New_York',
    });
    expect(store.calendarEvent()).toMatchObject({ title: 'Call with an expert', uid: 'NW-1@contact-widget' });
  });

  it.each([
    'a/b',
    '../NW-1',
    'NW-1?x=1',
    '<script>',
    '<script>alert(1)</script>',
    'NW 1',
    'NW-1\n2',
    'ＮＷ-1',
    '',
    'x'.repeat(70),
  ])('[SC-131] makes no call for the number "%s"', async (number) => {
    const { store, state, calls } = setUp();
    await store.find(number);
    expect(calls('/v2/')).toHaveLength(0);
    expect(state).toMatchObject({ problem: 'notFound', displayedScreen: 'DETAILS' });
    expect(store.read('notFound')).toBe('We could not find this appointment. Check the confirmation number.');
  });

  it('[SC-115] says that it was not found, and can try again', async () => {
    const { store, state, backend } = setUp({ routes: { '/v2/appointments/lookup/': () => refuse(404) } });
    await store.find('NW-9');
    expect(state).toMatchObject({ problem: 'notFound', errorCode: 'SCH02' });
    backend.on('/v2/appointments/lookup/', () => loadedAppointment);
    await store.retryFetch();
    expect(state.problem).toBeUndefined();
  });

  it('[SC-115] survives an appointment that is none', async () => {
    const { store, state } = setUp({ routes: { '/v2/appointments/lookup/': () => ({ startDateTime: 5 }) } });
    await store.find('NW-1');
    expect(state.problem).toBe('notFound');
  });
});

describe('cancelling', () => {
  it('[SC-116][SC-118] by default sends nothing until the survey is submitted; keeping it goes back', async () => {
    const { store, state, backend } = await booked();
    await store.chooseCancel();
    expect(state.displayedScreen).toBe('CANCELLATION_SURVEY');
    store.keepAppointment();
    expect(state.displayedScreen).toBe('DETAILS');
    expect(backend.calls).toHaveLength(0);
  });

  it('[SC-117] wants a reason', async () => {
    const { store, state, backend } = await booked();
    await store.chooseCancel();
    await store.submitSurvey();
    expect(state.survey.isReasonMissing).toBe(true);
    expect(backend.calls).toHaveLength(0);
    expect(
      ['reasonTime', 'reasonAnswered', 'reasonMistake', 'reasonOther'].map((key) => store.read(key as 'reasonTime')),
    ).toEqual(['The time no longer works', 'My question is answered', 'I booked by mistake', 'Other']);
  });

  it('[SC-118][SC-119][SC-120][SC-122] deletes, then sends the survey, then hides', async () => {
    const { store, state, backend } = await booked();
    await store.chooseCancel();
    store.setReason('Other');
    store.setComment(' bye ');
    await store.submitSurvey();
    expect(backend.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v2/appointments/NW-1',
      'POST /v2/appointments/cancel/survey/',
    ]);
    expect(backend.calls[0]?.body).toBeUndefined();
    expect(backend.calls[1]?.body).toEqual({ confirmationNumber: 'NW-1', reason: 'Other', comment: 'bye' });
    expect(state).toMatchObject({ confirmationNumber: '', isDisplayed: false, displayedScreen: 'FORM' });
    expect(state.appointmentDetails).toBeUndefined();
  });

  it('[SC-118][SC-119] with "on-choose" deletes at once and keeps the number for the survey', async () => {
    const { store, state, backend } = await booked({ deployment: { cancelOrder: 'on-choose' } });
    await store.chooseCancel();
    expect(backend.calls.map(({ method }) => method)).toEqual(['DELETE']);
    expect(state).toMatchObject({ displayedScreen: 'CANCELLATION_SURVEY', confirmationNumber: 'NW-1' });
    expect(state.appointmentDetails).toBeUndefined();
    store.setReason('Other');
    await store.submitSurvey();
    expect(backend.calls.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
  });

  it('[SC-121][SC-123] in landing mode confirms, and starts over without time and topic', async () => {
    const { store, state } = await booked();
    store.setLanding(true);
    await store.chooseCancel();
    store.setReason('Other');
    await store.submitSurvey();
    expect(state.displayedScreen).toBe('CONFIRMATION_CANCEL');
    store.startOver();
    expect(state.displayedScreen).toBe('FORM');
    expect(state.form).toMatchObject({ selectedTime: '', topic: '', firstName: 'Ada' });
  });

  it('[SC-124][SC-125] keeps the appointment and sends no survey when the deletion is no success', async () => {
    for (const answer of [() => ({ result: 'FAIL' }), () => refuse(500)]) {
      const { store, state, backend, calls } = await booked();
      backend.on('/v2/appointments/', answer);
      await store.chooseCancel();
      store.setReason('Other');
      await store.submitSurvey();
      expect(state).toMatchObject({ problem: 'cancelFailed', errorCode: 'SCH02' });
      expect(state.appointmentDetails).toBeDefined();
      expect(calls('/v2/appointments/cancel/survey/')).toHaveLength(0);
      expect(store.read('cancelFailed')).toBe('Your appointment was not cancelled. Please try again.');
    }
  });

  it('[SC-126] repeats only the survey when only that failed', async () => {
    const { store, state, backend, calls } = await booked({
      routes: { '/v2/appointments/cancel/survey/': () => ({ result: 'FAIL' }) },
    });
    await store.chooseCancel();
    store.setReason('Other');
    await store.submitSurvey();
    expect(state).toMatchObject({ problem: 'surveyFailed', confirmationNumber: 'NW-1' });
    backend.on('/v2/appointments/cancel/survey/', () => ({ result: 'SUCCESS' }));
    await store.submitSurvey();
    expect(calls('/v2/appointments/NW-1', 'DELETE')).toHaveLength(1);
    expect(state).toMatchObject({ confirmationNumber: '', isDisplayed: false });
  });

  it('[SC-126] closes as after a success', async () => {
    const { store, state } = await booked({ routes: { '/v2/appointments/cancel/survey/': () => refuse(500) } });
    await store.chooseCancel();
    store.setReason('Other');
    await store.submitSurvey();
    store.finishCancel();
    expect(state).toMatchObject({ confirmationNumber: '', isDisplayed: false, displayedScreen: 'FORM' });
  });
});

describe('errors', () => {
  it('[SC-143][SC-144] are set and cleared by events', () => {
    const { store, state } = setUp();
    state.isSubmitting = true;
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    expect(state).toMatchObject({ errorCode: 'SCH11', isSubmitting: false });
    store.dispatch({ type: 'ERROR_CLEAR' });
    expect(state.errorCode).toBe('');
    store.dispatch({ type: 'ERROR' });
    expect(state.errorCode).toBe('SCH02');
  });

  it('[SC-144] clear when the screen is left', () => {
    const { store, state } = setUp();
    store.show();
    store.dispatch({ type: 'ERROR', payload: 'SCH11' });
    store.hide();
    expect(state.errorCode).toBe('');
  });

  it('[SC-145] have a sentence with the code', () => {
    expect(setUp().store.read('failed', { code: 'SCH05' })).toBe(
      'Something went wrong with your booking. Please try again or choose another way to reach us. (SCH05)',
    );
  });
});
