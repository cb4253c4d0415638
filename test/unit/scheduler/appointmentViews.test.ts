import { beforeEach, describe, expect, it } from 'vitest';
import { toCalendarFile } from '../../../frame/scheduler/calendarFile.ts';
import { joinableAfterEndMs } from '../../../frame/scheduler/limits.ts';
import { openScheduler, renderScheduler, wordsIn } from '../../support/renderScheduler.ts';
import { loadedAppointment } from '../../support/schedulerFixtures.ts';
import { setUpSchedulers } from '../../support/schedulers.ts';

const button = (name: string): RegExp => new RegExp(`<button[^>]*>(?:<[^>]*>)*${name}<`);

describe('details screen', () => {
  async function found(appointment: object = {}, calendarUrl = '') {
    const all = setUpSchedulers();
    all.backend.on('/v2/appointments/lookup/', () => ({ ...loadedAppointment, ...appointment }));
    await all.schedulers.open();
    const store = all.schedulers.state.current;
    await store?.find('NW-1');
    if (!store) throw new Error('no scheduler opened');
    const markup = (): string => renderScheduler(all.schedulers, { calendarUrl });
    return { store, state: store.state, markup, words: () => wordsIn(markup()) };
  }

  it('[SC-108][SC-114] shows every value, with times in the appointment’s zone, and three actions', async () => {
    const { words, markup } = await found({ clientTimezone: 'Asia/Tokyo' });
    expect(words()).toContain('When Tuesday, November 24, 2026 12:00 AM – 12:30 AM Japan Standard Time (GMT+9)');
    for (const value of [
      'Confirmation number NW-1',
      'Your question How do we move?',
      'Topic Pricing',
      'Name Ada Lovelace',
      'Company Engines Ltd',
      'Email ada@engines.com',
      'Phone number +1 415 555 2671',
      'State or province California',
    ]) {
      expect(words()).toContain(value);
    }
    for (const name of ['Change', 'Cancel call', 'Close']) expect(markup()).toMatch(button(name));
  });

  it('[SC-108][SC-123] says that a call is over once it has ended, and offers only another one', async () => {
    const { store, words, markup } = await found();
    const end = Date.parse('2026-11-23T10:30:00-05:00');
    store.now = () => end;
    expect(words()).toContain('Your call is booked');
    expect(words()).toContain('We will call you at');
    store.now = () => end + 1;
    expect(words()).toContain('This call is over');
    expect(words()).not.toMatch(/Your call is booked|We will call you|Add to calendar/);
    for (const name of ['Change', 'Cancel call']) expect(markup()).not.toMatch(button(name));
    for (const name of ['Book another call', 'Close']) expect(markup()).toMatch(button(name));
  });

  it('[SC-108] lets the visitor join a call that runs late, for an hour after its end', async () => {
    const { store, words, markup } = await found({ meetingUrl: 'https://meet.example/42' });
    const end = Date.parse('2026-11-23T10:30:00-05:00');
    store.now = () => end + joinableAfterEndMs;
    expect(words()).toContain('This call is over');
    expect(markup()).toContain('href="https://meet.example/42"');
    store.now = () => end + joinableAfterEndMs + 1;
    expect(markup()).not.toContain('meet.example');
    expect(words()).not.toMatch(/\bHow\b(?! do)/);
  });

  it('[SC-108][SC-114] says that a confirmation was mailed after a booking and a change, and not of a call that was found', async () => {
    const { state, words } = await found();
    expect(words()).toContain('Your call is booked');
    expect(words()).not.toContain('We sent a confirmation');
    for (const outcome of ['booked', 'moved', 'changed'] as const) {
      state.outcome = outcome;
      expect(words()).toContain('We sent a confirmation');
    }
  });

  it('[F-SC24] links to web calendars do not carry the link that changes the call, which the file has', async () => {
    const { store, state, markup } = await found({}, 'https://calendar.google.com/calendar/render');
    state.manageUrl = 'https://p.example/?cm-scheduler-confirmation=NW-1';
    const event = store.bookedCall()?.calendarEvent();
    expect(event && toCalendarFile(event).replaceAll('\r\n ', '')).toContain(`cancel: ${state.manageUrl}`);
    const links = [...markup().matchAll(/href="(https:[^"]*)"/g)].map(([, href = '']) => decodeURIComponent(href));
    expect(links.filter((href) => href.includes('NW-1'))).toHaveLength(3);
    expect(links.filter((href) => href.includes('cm-scheduler-confirmation'))).toEqual([]);
  });

  it('[SC-157] keeps the number, e-mail address and phone left-to-right in every language', async () => {
    const { markup } = await found();
    for (const value of ['NW-1', 'ada@engines.com', '\\+1 415 555 2671']) {
      expect(markup()).toMatch(new RegExp(`<bdi dir="ltr">(?:<[^>]*>)?${value}<`));
    }
  });

  it('[SC-114] names the default zone for an unknown zone, and omits a missing end', async () => {
    const { words } = await found({ clientTimezone: 'Mars/Base', endDateTime: '' });
    expect(words()).toContain('10:00 AM Eastern Time (GMT-5)');
    expect(words()).not.toContain('Mars');
  });

  it('[SC-108][SC-110] omits missing values and an invalid time', async () => {
    const { words } = await found({ startDateTime: 'soon', topic: '', clientCompany: '', stateOrProvince: '' });
    for (const term of ['When', 'Topic', 'Company', 'State or province']) expect(words()).not.toContain(term);
    expect(words()).toContain('Name Ada Lovelace');
  });

  it('[SC-014][SC-114] has no Close button on a landing page', async () => {
    const { store, markup } = await found();
    store.setLanding(true);
    expect(markup()).toMatch(button('Change'));
    expect(markup()).not.toMatch(button('Close'));
  });

  it('[SC-024][SC-108] shows markup and a name of 10 kB as plain text', async () => {
    const { markup } = await found({
      clientFirstName: '<img src=x onerror=alert(1)>',
      clientLastName: 'y'.repeat(10_000),
    });
    expect(markup()).toContain('&lt;img src=x onerror=alert(1)&gt; yyy');
    expect(markup()).not.toContain('<img');
  });

  it('[SC-102] says that the call is booked if its details could not be fetched, with Try again', async () => {
    const { state, words } = await found();
    state.problem = 'detailsIncomplete';
    expect(words()).toContain('Your call is booked. Some details could not be loaded. Try again');
  });
});

describe('cancellation survey', () => {
  let pane: Awaited<ReturnType<typeof openScheduler>>;
  beforeEach(async () => {
    pane = await openScheduler();
    await pane.store.find('NW-1');
    await pane.store.bookedCall()?.chooseCancel();
  });

  it('[SC-116][SC-117][F-SC25] names the call, and asks for one of four reasons and an optional comment', async () => {
    expect(pane.words()).toBe(
      'Cancel your call Monday, November 23, 2026 · 10:00 AM – 10:30 AM · Eastern Time (GMT-5) Why do you want to cancel? The time no longer works My question is answered I booked by mistake ' +
        'Other Anything you want to add (optional) Cancel call Never mind',
    );
    await pane.store.bookedCall()?.submitSurvey();
    expect(pane.markup()).toMatch(/role="alert"[^>]*>Choose a reason\./);
  });

  it('[SC-125] says that the call was not cancelled', () => {
    pane.state.problem = 'cancelFailed';
    expect(pane.words()).toContain('Your call was not cancelled. Please try again.');
  });

  it('[SC-126] says that only the feedback was not saved, with Try again and Close', () => {
    pane.state.appointmentDetails = undefined;
    pane.state.problem = 'surveyFailed';
    expect(pane.words()).toMatch(/Your call is cancelled, but we could not save your feedback\. Try again Close$/);
  });

  it('[SC-118][SC-126] can be closed without the survey once the appointment is deleted', () => {
    pane.state.appointmentDetails = undefined;
    expect(pane.words()).toMatch(/^Your call is cancelled Monday.*Send feedback Close$/);
    pane.store.bookedCall()?.finishCancel();
    expect(pane.state).toMatchObject({ isDisplayed: false, displayedScreen: 'FORM', confirmationNumber: '' });
  });

  it('[SC-121][SC-123] confirms the cancellation in landing mode and offers a new call', () => {
    pane.store.setLanding(true);
    pane.store.bookedCall()?.finishCancel();
    expect(pane.words()).toBe(
      'Your call is cancelled It was booked for Monday, November 23, 2026 · 10:00 AM – 10:30 AM · Eastern Time (GMT-5). ' +
        'Book a new call Remove it from your calendar',
    );
    pane.store.startOver();
    expect(pane.words()).toContain('What would you like to discuss?');
  });
});
