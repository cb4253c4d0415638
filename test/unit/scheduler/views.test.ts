import { describe, expect, it } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import type { SchedulerStore } from '../../../frame/scheduler/store.ts';
import { checkedFields, sectionOf } from '../../../frame/scheduler/validateForm.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { openScheduler, renderScheduler, wordsIn } from '../../support/renderScheduler.ts';
import { bookedForm, buildSlot, buildSource } from '../../support/schedulerFixtures.ts';
import { elsewhere, setUpSchedulers } from '../../support/schedulers.ts';

/** Opens the calendar and renders its days at once, not a moment later. */
function openCalendar({ openSection, state }: SchedulerStore): void {
  openSection('CALENDAR');
  state.pendingFocus = 'selectedTime';
}

const statuses = (markup: string): number => markup.split('>Loading<').length - 1;
describe('scheduler pane', () => {
  it.each([
    [false, false, false],
    [false, true, true],
    [true, false, true],
    [true, true, true],
  ])(
    '[SC-011] with displayed %s and landing %s renders its scheduler: %s',
    async (isDisplayed, isLanding, isRendered) => {
      const { state, words } = await openScheduler();
      state.isDisplayed = isDisplayed;
      state.isLanding = isLanding;
      expect(words() !== '').toBe(isRendered);
    },
  );

  it('[SC-024] shows fragments as plain text, and the built-in text for a blank one', async () => {
    const { markup, words } = await openScheduler({
      find: async () => ({
        ...buildSource(),
        schedulerTextTranslations: [
          { key: {}, textFragments: { title: '<b>x</b>', questionLabel: ' ', continue: '' } },
        ],
      }),
    });
    expect(markup()).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(markup()).not.toContain('<b>');
    expect(words()).toContain('<b>x</b> Schedule a free 30-minute call to discuss your business needs.');
    expect(words()).toContain('What would you like to discuss? Continue');
    expect(markup()).not.toMatch(/<(?:label|h2|button)[^>]*><\//);
  });

  it('[SC-036][F-SC22] numbers the sections that apply: the topic is one only when there is a suggestion', async () => {
    const { markup, state } = await openScheduler();
    const headers = () => (markup().match(/<h3.*?<\/h3>/g) ?? []).map(wordsIn);
    expect(headers()).toEqual(['1 Your question', '2 Day and time', '3 Your details']);
    state.cognitiveClassification = { label: 'prices', text: 'Prices' };
    expect(headers()).toEqual(['1 Your question', 'Suggested topic', '2 Day and time', '3 Your details']);
  });

  it('[SC-031] says that the form could not be loaded, with Try again and other ways', async () => {
    const { words } = await openScheduler({ find: async () => refuse(500) });
    expect(words()).toBe('Book a call We could not load the booking form. Try again See other ways to reach us');
  });

  it('[SC-009][SC-154] shows a booking page as a link, and says if the browser blocked it', async () => {
    const blocked = await openScheduler({ find: elsewhere('https://b.example/x'), openTab: async () => false });
    expect(blocked.words()).toContain('Your browser blocked the booking page. Open the booking page');
    expect(blocked.markup()).toContain('href="https://b.example/x"');
    expect(blocked.markup()).not.toContain('<textarea');
    const landing = setUpSchedulers({ find: elsewhere('https://b.example/x') });
    await landing.schedulers.applyQuery(toSchedulerQuery({ schedulerLanding: true }));
    const markup = renderScheduler(landing.schedulers);
    expect(markup).toContain('href="https://b.example/x"');
    expect(wordsIn(markup)).not.toContain('blocked');
  });

  it('[SC-146] says that booking is not available, with other ways and no form', async () => {
    const { schedulers } = setUpSchedulers({ find: async () => undefined });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerForm: true }));
    expect(wordsIn(renderScheduler(schedulers))).toBe(
      'Book a call Booking is not available on this page. See other ways to reach us',
    );
  });

  it('[SC-100][SC-140] keeps the form if a call fails with the code for that', async () => {
    const { store, state, backend, words, markup } = await openScheduler();
    backend.on('/v2/appointments/', () => refuse(500, { code: 'SCH09' }));
    Object.assign(state.form, bookedForm);
    store.openSection('CONTACT_INFO');
    await store.submit();
    expect(words()).toContain('(SCH09)');
    expect(markup()).toContain('value="Lovelace"');
  });

  it('[SC-115][SC-146][F-SC6][F-UX20] lets the visitor correct the number, and says that a new call is not available on a page without a scheduler', async () => {
    const { schedulers } = setUpSchedulers({ find: async () => undefined });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'a/b' }));
    expect(wordsIn(renderScheduler(schedulers))).toBe(
      'Book a call We could not find this call. Check the confirmation number. Confirmation number Find your call ' +
        'Book a new call',
    );
    schedulers.state.current?.startOver();
    expect(wordsIn(renderScheduler(schedulers))).toContain('Booking is not available on this page.');
  });

  it('[SC-116][SC-136] allows a cancellation if the form’s information could not be loaded', async () => {
    const { schedulers } = setUpSchedulers({ find: async () => refuse(500) });
    await schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1' }));
    expect(wordsIn(renderScheduler(schedulers))).toContain('Your call is booked');
    await schedulers.state.current?.bookedCall()?.chooseCancel();
    expect(wordsIn(renderScheduler(schedulers))).toContain('Why do you want to cancel?');
    schedulers.state.current?.bookedCall()?.keepAppointment();
    schedulers.state.current?.bookedCall()?.edit();
    expect(wordsIn(renderScheduler(schedulers))).toBe(
      'Book a call We could not load the booking form. Try again Back without changes',
    );
  });
});

describe('status', () => {
  it('[SC-030] is shown while information loads', async () => {
    let answer = (_source: ReturnType<typeof buildSource>): void => {};
    const { schedulers, clock } = setUpSchedulers({
      find: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const opened = schedulers.open();
    await clock.advance(0);
    expect(statuses(renderScheduler(schedulers))).toBe(1);
    answer(buildSource());
    await opened;
    expect(statuses(renderScheduler(schedulers))).toBe(0);
  });

  it('[SC-030] is shown during a lookup, with and without slots', async () => {
    const { store, state, markup } = await openScheduler();
    openCalendar(store);
    state.isAvailabilityPending = true;
    expect(statuses(markup())).toBe(1);
    const { days } = state;
    state.days = [];
    expect(statuses(markup())).toBe(1);
    state.days = days;
    state.isAvailabilityPending = false;
    expect(statuses(markup())).toBe(0);
  });

  it('[SC-030] is shown while a booking is sent or its details are fetched', async () => {
    const { store, state, words, markup } = await openScheduler();
    store.openSection('CONTACT_INFO');
    expect(words()).toContain('Book this call');
    state.isSubmitting = true;
    expect(words()).toContain('Booking your call…');
    // The number of a new call is there before its details.
    state.confirmationNumber = 'NW-1';
    expect(words()).toContain('Booking your call…');
    state.isEditing = true;
    expect(words()).toContain('Saving changes…');
    state.isEditing = false;
    state.isSubmitting = false;
    state.confirmationNumber = '';
    await store.find('NW-1');
    expect(statuses(markup())).toBe(0);
    state.isSubmitting = true;
    expect(statuses(markup())).toBe(1);
  });

  it.each(['CONTACT_INFO', 'CALENDAR', 'QUESTION'] as const)(
    '[SC-145] shows a failure once with its code in the open section %s',
    async (section) => {
      const { store, markup, words } = await openScheduler();
      store.openSection(section);
      store.dispatch({ type: 'ERROR', payload: { code: 'SCH07' } });
      expect(markup().split('role="alert"')).toHaveLength(2);
      expect(words()).toContain(
        'Something went wrong with your booking. Please try again or choose another way to reach us. (SCH07) Dismiss',
      );
      store.dispatch({ type: 'ERROR_CLEAR' });
      expect(markup()).not.toContain('role="alert"');
    },
  );

  it.each([
    ['taken', 'CALENDAR', 'That time was just taken. Please choose another.'],
    [
      'timedOut',
      'CONTACT_INFO',
      'We did not get an answer in time. Your call may already be booked; please check your email before you try again. (SCH02)',
    ],
    [
      'changeFailed',
      'CONTACT_INFO',
      'Something went wrong with your change. Please try again or choose another way to reach us. (SCH02)',
    ],
    [
      'changeTimedOut',
      'CONTACT_INFO',
      'We did not get an answer in time. Your call may already be changed; please check your email before you try again. (SCH02)',
    ],
  ] as const)('[SC-106][SC-107][SC-145] shows the problem’s own sentence: %s', async (problem, section, sentence) => {
    const { store, state, words } = await openScheduler();
    store.openSection(section);
    state.errorCode = 'SCH02';
    state.problem = problem;
    expect(words()).toContain(sentence);
    expect(words()).not.toContain('your booking');
  });
});

describe('fields', () => {
  const sentences: Readonly<Record<(typeof checkedFields)[number], string>> = {
    question: 'Tell us what you would like to discuss.',
    selectedTime: 'Choose a day and time.',
    firstName: 'Enter your first name.',
    lastName: 'Enter your last name.',
    company: 'Enter your company.',
    email: 'Enter a valid email address, such as name@example.com.',
    phoneNumber: 'Enter a valid phone number.',
    privacyViewed: 'Read the privacy notice before you book.',
  };

  it.each(checkedFields)('[SC-089] show the error of %s once it was left, until it is valid', async (name) => {
    const { store, state, words, markup } = await openScheduler();
    Object.assign(state.form, bookedForm);
    store.openSection(sectionOf(name));
    if (name === 'privacyViewed') state.form.privacyViewed = false;
    else state.form[name] = ' ';
    expect(words()).not.toContain(sentences[name]);
    store.blur(name);
    expect(words()).toContain(sentences[name]);
    expect(markup().split('role="alert"')).toHaveLength(2);
    Object.assign(state.form, bookedForm);
    expect(words()).not.toContain(sentences[name]);
  });

  it('[SC-089] show errors from fragments', async () => {
    const { store, words } = await openScheduler({
      find: async () => ({
        ...buildSource(),
        schedulerTextTranslations: [{ key: {}, textFragments: { errorCompany: 'Ihre Firma, bitte.' } }],
      }),
    });
    store.openSection('CONTACT_INFO');
    store.blur('company');
    expect(words()).toContain('Ihre Firma, bitte.');
  });

  it('[SC-079][F-SC27] offer states or provinces with the first one selected, and no empty list', async () => {
    const { store, markup } = await openScheduler();
    store.openSection('CONTACT_INFO');
    expect(markup()).toContain('aria-label="State or province: California"');
    const none = await openScheduler({ find: async () => buildSource({ stateOrProvinceNames: ' , ' }) });
    none.store.openSection('CONTACT_INFO');
    expect(none.words()).not.toContain('State or province');
  });

  it('[SC-054][SC-078][F-SC23] name the chosen zone and dialing entry, with the region of a shared code', async () => {
    const { store, words, markup } = await openScheduler();
    store.openSection('CONTACT_INFO');
    store.chooseDialing('CA');
    expect(words()).toContain('+1 CA');
    expect(markup()).toContain('aria-label="Country code: \u2066+1 CA\u2069, Canada"');
    openCalendar(store);
    // Without the current time, which would stand still.
    expect(markup()).toContain('aria-label="Time zone: New York\u00a0· GMT-5"');
    expect(words()).not.toContain('4:00 AM');
  });

  it('[SC-050] offer every known topic and None of these after a No', async () => {
    const { store, state, words } = await openScheduler();
    state.cognitiveClassification = { label: 'Pricing', text: 'Prices' };
    store.openSection('COGNITIVE');
    expect(words()).toContain('Is your question about “Prices”? Yes No');
    store.topic.answer(false);
    expect(words()).toContain('Which topic fits best? Prices Moving None of these');
  });
});

describe('calendar section', () => {
  it('[SC-071] says that the chosen time is gone in a region that was there before', async () => {
    const { store, state, words, markup } = await openScheduler();
    openCalendar(store);
    const regions = () => markup().split('role="status"').length;
    const before = regions();
    state.isSlotGone = true;
    expect(words()).toContain('The time you chose is no longer available.');
    expect(regions()).toBe(before);
  });

  it('[SC-037] requires a time to continue, and says so', async () => {
    const { store, state, words, markup } = await openScheduler();
    openCalendar(store);
    expect(markup()).toMatch(/<button[^>]*aria-disabled="true"[^>]*>Continue</);
    store.blur('selectedTime');
    expect(words()).toContain('Choose a day and time.');
    const [slot] = state.days[0]?.slots ?? [];
    if (!slot) throw new Error('the fixture has a slot');
    store.chooseSlot(slot);
    expect(markup()).not.toMatch(/<button[^>]*aria-disabled="true"[^>]*>Continue</);
  });

  it('[SC-066][SC-067] checks the chosen slot, and shows the ends of slots that start together', async () => {
    const slots = [
      buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T10:30:00-05:00'),
      buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T11:00:00-05:00'),
      buildSlot('2026-11-23T14:00:00-05:00', '2026-11-23T14:30:00-05:00'),
    ];
    const { store, state, markup, backend, clock } = await openScheduler();
    backend.on('/v2/availability/lookup/', () => [{ date: '', slots }]);
    openCalendar(store);
    await clock.advance(0);
    const labels = (markup().match(/<label[^>]*>.*?<\/label>/g) ?? []).map(wordsIn);
    expect(labels).toEqual(['12 h', '24 h', '10:00 AM – 10:30 AM', '10:00 AM – 11:00 AM', '2:00 PM']);
    const [, long] = state.days[0]?.slots ?? [];
    if (!long) throw new Error('the fixture has a long slot');
    store.chooseSlot(long);
    expect(markup().match(/name="scheduler-slot"[^>]*checked=""/g)).toHaveLength(1);
  });

  it('[SC-072][SC-073] says that slots could not be loaded or that there are none, each with an action', async () => {
    const { store, state, words } = await openScheduler();
    openCalendar(store);
    state.days = [];
    state.isAvailabilityPending = false;
    expect(words()).toContain(
      'No times are available right now. Try another time zone or another way to reach us. See other ways to reach us',
    );
    store.setLanding(true);
    expect(words()).not.toContain('See other ways to reach us');
    state.hasAvailabilityFailed = true;
    expect(words()).toContain('We could not load available times. Try again');
    expect(words()).not.toContain('No times are available');
  });

  it.each(['en_US', 'no such tag!', 'x'.repeat(200), '-'])(
    '[SC-019][SC-074] renders with an invalid language tag: %s',
    async (languageCode) => {
      const { store, words } = await openScheduler({ find: async () => buildSource({ languageCode }) });
      openCalendar(store);
      expect(words()).toContain('November 2026');
      expect(words()).toContain('10:00 AM');
    },
  );

  it('[SC-071] announces politely that a chosen time is no longer offered', async () => {
    const { store, state, markup } = await openScheduler();
    openCalendar(store);
    state.isSlotGone = true;
    expect(markup()).toMatch(/role="status"[^>]*>The time you chose is no longer available\. Please choose another/);
  });
});
