import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { toCalendarFile, toCalendarLinks } from '../../../frame/scheduler/calendarFile.ts';
import { toManageUrl } from '../../../frame/scheduler/manageUrl.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { openScheduler } from '../../support/renderScheduler.ts';
import { loadedAppointment } from '../../support/schedulerFixtures.ts';
import { booked, ready, setUp } from '../../support/schedulerStore.ts';

const pageUrl = () => 'https://p.example/offer?cm-scheduler-form=true&id=7#top';

describe('finding an appointment', () => {
  const route = '/v2/appointments/lookup/';
  it.each([
    [404, 'notFound'],
    [410, 'notFound'],
    [503, 'unreachable'],
    [500, 'unreachable'],
    [403, 'unreachable'],
  ] as const)('[SC-115][F-SC7] after %i says %s', async (status, problem) => {
    const { store, state } = setUp({ routes: { [route]: () => refuse(status) } });
    await store.find('NW-1');
    expect(state.problem).toBe(problem);
  });

  it('[SC-115][F-SC7] after a timeout does not blame the number', async () => {
    const { store, state } = setUp({
      routes: {
        [route]: () => {
          throw createError('CALL_TIMEOUT', 'late');
        },
      },
    });
    await store.find('NW-1');
    expect(state.problem).toBe('unreachable');
    expect(store.read('unreachable')).not.toContain('number');
  });

  it('[SC-014][SC-115] after 404 and a press of Close, the scheduler opens with the form as it was', async () => {
    const { store, state } = await ready({ routes: { [route]: () => refuse(404) } });
    const form = { ...state.form };
    await store.find('NW-7');
    store.hide();
    store.show();
    expect(state).toMatchObject({ displayedScreen: 'FORM', confirmationNumber: '', problem: undefined, form });
  });

  it('[SC-115][F-SC7] after 503 and a press of Close, the scheduler still offers to try the number again', async () => {
    let answer = (): unknown => refuse(503);
    const { store, state } = await ready({ routes: { [route]: () => answer() } });
    await store.find('NW-7');
    store.hide();
    store.show();
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-7', problem: 'unreachable' });
    answer = () => loadedAppointment;
    await store.retryFetch();
    expect(state).toMatchObject({ appointment: { confirmationNumber: 'NW-7' }, problem: undefined, errorCode: '' });
  });

  it.each([404, 503])(
    '[SC-013][SC-115] after %i leaves the form as it was, with its time and topic',
    async (status) => {
      const { store, state } = await ready({ routes: { [route]: () => refuse(status) } });
      store.openSection('CONTACT_INFO');
      const form = { ...state.form };
      await store.find('NW-7');
      store.startOver();
      expect(state).toMatchObject({
        ...{
          displayedScreen: 'FORM',
          displayedAccordian: 'CONTACT_INFO',
          confirmationNumber: '',
          problem: undefined,
          form,
        },
      });
    },
  );

  const other = {
    ...loadedAppointment,
    clientQuestion: 'Old?',
    clientEmail: 'old@engines.com',
    clientFirstName: 'Old',
  };
  const found = { ...other, clientPhone: '+44 20 7946 0018', stateOrProvince: 'Texas', clientTimezone: 'Asia/Tokyo' };

  it('[SC-013][SC-123] keeps what was typed for the next call, except the topic', async () => {
    const { store, state } = await ready({ routes: { [route]: () => found } });
    store.chooseSubregion('California');
    store.chooseDialing('CA');
    const form = { ...state.form };
    await store.find('NW-7');
    expect(state.form).toMatchObject({ question: 'Old?', dialingCode: '+44', timezone: 'Asia/Tokyo' });
    store.edit();
    await store.leaveEdit();
    store.startOver();
    expect(state).toMatchObject({ form: { ...form, topic: '' }, dialingRegion: 'CA' });
  });

  it('[SC-123] gives the next call its person and question where nothing was typed', async () => {
    const { store, state } = setUp({ routes: { [route]: () => found } });
    await store.load();
    store.type('company', 'Mine');
    await store.find('NW-7');
    store.startOver();
    expect(state).toMatchObject({
      form: {
        question: 'Old?',
        firstName: 'Old',
        company: 'Mine',
        dialingCode: '+44',
        subregion: 'Texas',
        selectedTime: '',
      },
      dialingRegion: 'GB',
    });
    store.type('company', 'New');
    store.startOver();
    expect(state.form.company, 'given back once').toBe('New');
  });

  it('[SC-109] continues while the scheduler is closed', async () => {
    const { store, state } = await ready();
    const found = store.find('NW-7');
    store.hide();
    store.show();
    await found;
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-7' });
  });

  it('[SC-109][REL-29] waits for the answer to a booking', async () => {
    let answer = (_booked: unknown): void => {};
    const { store, state, calls, clock } = await ready({
      routes: { '/v2/appointments/': () => new Promise((resolve) => (answer = resolve)) },
    });
    const submitted = store.submit();
    await clock.advance(0);
    await store.find('NW-7');
    expect(calls(route)).toEqual([]);
    expect(state).toMatchObject({ displayedScreen: 'FORM', confirmationNumber: '', isSubmitting: true });
    answer({ confirmationNumber: 'NW-1' });
    await submitted;
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-1' });
  });

  it('[SC-109][F-SC6] is offered on the form, by the number that the visitor has kept', async () => {
    const { store, words, state } = await openScheduler();
    expect(words()).toContain('Already booked?');
    await store.find(' NW-1 ');
    expect(state).toMatchObject({ displayedScreen: 'DETAILS', confirmationNumber: 'NW-1' });
  });
});

describe('the address of an appointment', () => {
  it('[SC-150][F-SC6] is the page’s own with the number, and opens nothing else', async () => {
    const { state, store } = await booked({ ports: { pageUrl } });
    const url = 'https://p.example/offer?id=7&cm-scheduler-confirmation=NW-1';
    expect(state.manageUrl).toBe(url);
    expect(store.calendarEvent()).toMatchObject({ url, urlLine: `Change or cancel: ${url}` });
    expect(toManageUrl('https://p.example/', 'NW-1', true)).toBe(
      'https://p.example/?cm-scheduler-confirmation=NW-1&cm-scheduler-landing=true',
    );
    for (const wrong of ['', 'about:blank', 'javascript:alert(1)']) expect(toManageUrl(wrong, 'NW-1', false)).toBe('');
  });

  it('[SC-150][SC-151] names the purpose, so that the call is moved to a time of the same team', async () => {
    const { state } = await booked({ ports: { pageUrl }, config: { purpose: 'sales' } });
    expect(state.manageUrl).toBe(
      'https://p.example/offer?id=7&cm-scheduler-confirmation=NW-1&cm-scheduler-purpose=sales',
    );
  });

  it('[SC-150][SC-151] names no purpose of another focus area, which the page does not have', async () => {
    for (const purpose of ['', 'sales']) {
      const { state } = await booked({ ports: { pageUrl }, config: { purpose: 'sales' }, focusArea: 'cloud', purpose });
      expect(state.manageUrl).toBe('https://p.example/offer?id=7&cm-scheduler-confirmation=NW-1');
    }
  });

  it('[SC-150][SC-151] keeps the purpose that it was opened with, even before the information is loaded', async () => {
    const { store, state, clock } = setUp({ purpose: 'sales', ports: { pageUrl, find: () => new Promise(() => {}) } });
    void store.load();
    await store.find('NW-1');
    await clock.advance(0);
    expect(new URL(state.manageUrl).searchParams.get('cm-scheduler-purpose')).toBe('sales');
  });
});

describe('the calendar entry', () => {
  const organizer = { name: 'Northwind "Cloud"\r\nX:1', email: 'calls@n.example' };

  it('[F-SC24] says who calls which number, with a reminder, an organizer and a link', async () => {
    const { store, clock } = await booked({
      ports: { pageUrl },
      deployment: { organizer },
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, expertName: 'Mara Lindqvist' }) },
    });
    const event = store.calendarEvent();
    if (!event) throw new Error('no event');
    const lines = toCalendarFile(event).replaceAll('\r\n ', '').split('\r\n');
    for (const line of [
      'METHOD:PUBLISH',
      'UID:NW-1@contact-widget',
      'STATUS:CONFIRMED',
      'SUMMARY:Call with Mara Lindqvist',
      'LOCATION:We will call you at +1 415 555 2671.',
      'ORGANIZER;CN="Northwind CloudX:1":mailto:calls@n.example',
      'URL:https://p.example/offer?id=7&cm-scheduler-confirmation=NW-1',
      `DESCRIPTION:${[
        'We will call you at +1 415 555 2671.',
        'Confirmation number: NW-1',
        'How do we move?',
        'Change or cancel: https://p.example/offer?id=7&cm-scheduler-confirmation=NW-1',
      ].join('\\n')}`,
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
    ]) {
      expect(lines).toContain(line);
    }
    const sequence = (text: string): number => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    await clock.advance(60_000);
    const later = store.calendarEvent({ isCancelled: true });
    if (!later) throw new Error('no event');
    const cancelled = toCalendarFile(later);
    // The same entry, newer, and taken back.
    expect(cancelled).toContain('METHOD:CANCEL\r\n');
    expect(cancelled).toContain('UID:NW-1@contact-widget\r\n');
    expect(cancelled).toContain('STATUS:CANCELLED\r\n');
    expect(cancelled).not.toContain('VALARM');
    expect(sequence(cancelled)).toBeGreaterThan(sequence(toCalendarFile(event)));
  });

  it('[F-SC24] takes place at the meeting’s address if there is one', async () => {
    const meetingUrl = 'https://meet.example/42';
    const { store } = await booked({
      routes: { '/v2/appointments/lookup/': () => ({ ...loadedAppointment, meetingUrl }) },
    });
    expect(store.calendarEvent()).toMatchObject({ location: meetingUrl });
  });

  it('[F-SC6][F-SC24] opens in the web calendars of Google, Outlook and Yahoo', () => {
    const startMs = Date.parse('2026-11-23T15:00:00Z');
    const event = { uid: '1', stampMs: 0, startMs, endMs: startMs + 1_800_000, title: 'A & b', description: 'c' };
    const links = toCalendarLinks('https://calendar.google.com/calendar/render?action=TEMPLATE', event);
    expect(links.map(({ name }) => name)).toEqual(['Google', 'Outlook', 'Yahoo']);
    const [google, outlook, yahoo] = links.map(({ href }) => new URL(href).searchParams);
    expect(google?.get('dates')).toBe('20261123T150000Z/20261123T153000Z');
    expect([outlook?.get('startdt'), outlook?.get('subject')]).toEqual(['2026-11-23T15:00:00Z', 'A & b']);
    expect([yahoo?.get('st'), yahoo?.get('et')]).toEqual(['20261123T150000Z', '20261123T153000Z']);
  });
});

describe('after an appointment', () => {
  it('[F-SC26] another call can be booked without a reload, with the same contact details', async () => {
    const { store, state } = await booked();
    store.startOver();
    expect(state).toMatchObject({ displayedScreen: 'FORM', confirmationNumber: '', appointment: undefined });
    expect(state.form).toMatchObject({ firstName: 'Ada', selectedTime: '' });
    await store.submit();
    expect(state.pendingFocus).toBe('selectedTime');
  });

  it('[SC-122][SC-123][F-SC25] a cancellation is named with its time, and can be removed from the calendar', async () => {
    const { store, state, words, markup } = await openScheduler();
    await store.find('NW-1');
    await store.bookedCall()?.chooseCancel();
    store.bookedCall()?.finishCancel();
    expect(state).toMatchObject({ isDisplayed: false, displayedScreen: 'FORM' });
    expect(words()).toContain('Your call is cancelled It was booked for');
    expect(words()).toContain('Monday, November 23, 2026 · 10:00 AM – 10:30 AM · Eastern Time (GMT-5)');
    expect(words()).toContain('Remove it from your calendar');
    expect(markup()).toContain('role="status"');
    store.dismissCancelled();
    expect(words()).toBe('');
    store.show();
    expect(words()).toContain('What would you like to discuss?');
  });

  it('[F-SC24][SC-108] the details say when, who and how before anything else, and its actions next', async () => {
    const { store, words } = await openScheduler({
      pageUrl,
    });
    store.state.info = 'ready';
    await store.find('NW-1');
    if (store.state.appointment) {
      store.state.appointment = { ...loadedAppointment, expertName: 'Mara Lindqvist', expertRole: 'Cloud architect' };
    }
    const text = words();
    expect(text).toContain('Who ML Mara Lindqvist Cloud architect How We will call you at');
    const order = ['When', 'Who', 'How', 'Add to calendar', 'Change', 'Confirmation number', 'Copy link', 'Company'];
    expect(order.map((word) => text.indexOf(` ${word}`)).every((at, index, all) => at > (all[index - 1] ?? 0))).toBe(
      true,
    );
  });
});
