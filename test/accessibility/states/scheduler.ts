import { changeDeployment } from '../../browser/deploymentSteps.ts';
import { expect, hold } from '../../browser/fixtures.ts';
import { openEntry } from '../../browser/menuSteps.ts';
import {
  askAndSuggest,
  field,
  pickAndFill,
  proceed,
  readNotice,
  slots,
  submit,
  type Texts,
  texts,
} from '../../browser/schedulerSteps.ts';
import { openCalendar, openForm, openList, picker, question, section } from './schedulerVisit.ts';
import { lostTimes, times } from './times.ts';
import {
  button,
  changeLookup,
  disableTimeouts,
  type Journey,
  openMenu,
  openPage,
  pressCovered,
  refuseLookups,
  says,
  type Visit,
  word,
} from './visit.ts';

/** What the visitor types, and the words of the buttons. */
const textsOf = (visit: Visit): Texts =>
  visit.language === 'en' || visit.language === 'ar'
    ? texts[visit.language]
    : { ...texts.en, yes: word(visit, 'scheduler', 'yes') };

async function book(visit: Visit): Promise<string> {
  const pane = visit.host.frame();
  await openCalendar(visit);
  await pickAndFill(pane, textsOf(visit));
  await submit(pane).press('Enter');
  const number = pane.getByText(/^NW-\d+$/);
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? '';
}

/** As for a visitor who has not scrolled to the privacy notice. In most windows it is in view with the fields. */
async function leaveNoticeUnread({ page }: Visit): Promise<void> {
  await page.addInitScript(() => {
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function (target) {
      if (!target.matches('[data-field=privacyViewed]')) observe.call(this, target);
    };
  });
}

/** The company has no list of provinces for some countries. */
const giveProvinces = (visit: Visit): Promise<void> =>
  changeLookup(visit, (answer) =>
    answer.replaceAll(
      '"stateOrProvinceNames":""',
      `"stateOrProvinceNames":"${visit.language === 'ja' ? '東京都,大阪府' : 'الرياض,جدة'}"`,
    ),
  );

export async function* form(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  await leaveNoticeUnread(visit);
  await giveProvinces(visit);
  const pane = visit.host.frame();
  await openForm(visit);
  yield { name: 'scheduler: question', shows: pane.locator('textarea') };
  await proceed(pane).click();
  yield { name: 'scheduler: the question is missing', shows: says(visit, 'scheduler', 'errorQuestion') };
  const topic = await hold(visit.page, /\/classifier\/v2\/message/);
  await pane.locator('textarea').fill(question);
  await proceed(pane).click();
  yield { name: 'scheduler: looking for a topic', shows: button(visit, 'scheduler', 'skip') };
  topic.release();
  yield { name: 'scheduler: suggested topic', shows: button(visit, 'scheduler', 'yes') };
  await button(visit, 'scheduler', 'no').click();
  yield { name: 'scheduler: list of topics', shows: button(visit, 'scheduler', 'noneOfThese') };
  await button(visit, 'scheduler', 'noneOfThese').click();
  await expect(slots(pane).first()).toBeVisible();
  yield { name: 'scheduler: calendar', shows: pane.getByRole('grid') };
  await proceed(pane).press('Enter');
  yield { name: 'scheduler: the time is missing', shows: says(visit, 'scheduler', 'errorSelectedTime') };
  await picker(visit, 'zone').click();
  yield { name: 'scheduler: time zones', shows: pane.getByRole('option').first() };
  await pane.getByRole('combobox').fill('zzzz');
  yield { name: 'scheduler: no time zone', shows: says(visit, 'scheduler', 'zoneNone') };
  await pane.getByRole('combobox').press('Escape');
  await slots(pane).nth(1).check();
  yield { name: 'scheduler: chosen time', shows: pane.locator('input[name=scheduler-slot]:checked') };
  await proceed(pane).click();
  yield { name: 'scheduler: details', shows: field(pane, 'firstName') };
  for (const [label, none, listed] of [
    ['dialingCode', 'dialingNone', 'countries'],
    ['subregion', 'subregionNone', 'provinces'],
  ] as const) {
    await openList(visit, label);
    yield { name: `scheduler: ${listed}`, shows: pane.getByRole('option').first() };
    await pane.getByRole('combobox').fill('zzzz');
    yield { name: `scheduler: none of the ${listed}`, shows: says(visit, 'scheduler', none) };
    await pane.getByRole('combobox').press('Escape');
    await expect(picker(visit, label)).toBeFocused();
  }
  await submit(pane).press('Enter');
  yield { name: 'scheduler: errors', shows: says(visit, 'scheduler', 'errorSummary') };
}

/** By keyboard, because a click does not arrive in the frame shortly after the window has changed its size. */
const chooseReason = (visit: Visit): Promise<void> =>
  visit.host
    .frame()
    .getByRole('radio', { name: word(visit, 'scheduler', 'reasonTime') })
    .press('Space');

const bookings = /\/v2\/appointments\/$/;

/** Somebody else has the time of the visitor's call too, so the service no longer offers it. */
async function takeBookedTime({ sandbox }: Visit): Promise<void> {
  const { appointments } = (await sandbox.command('scheduler')) as { appointments: { startDateTime: string }[] };
  await sandbox.command('scheduler', { taken: appointments.map(({ startDateTime }) => startDateTime) });
}

/** A booking that fails, then works. The call is updated, moved and cancelled. */
async function* booking(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  const pane = visit.host.frame();
  await openForm(visit);
  await askAndSuggest(pane, textsOf(visit));
  await pickAndFill(pane, textsOf(visit), 2);
  const first = await hold(visit.page, bookings);
  const request = visit.page.waitForRequest(bookings);
  await submit(pane).press('Enter');
  yield { name: 'scheduler: booking', shows: says(visit, 'scheduler', 'submitting') };
  // Before a booking without an answer: after one, the product cannot know who has the time.
  const { startDateTime } = (await request).postDataJSON() as { startDateTime: string };
  await visit.sandbox.command('scheduler', { taken: [startDateTime] });
  first.release();
  const nearest = pane.getByRole('group', { name: word(visit, 'scheduler', 'nearestTimes') });
  yield { name: 'scheduler: the time is taken', shows: nearest };
  await visit.page.unroute(bookings);
  await nearest.getByRole('button').first().click();
  await visit.page.route(bookings, (route) => route.fulfill({ status: 500 }));
  await submit(pane).press('Enter');
  yield { name: 'scheduler: not booked', shows: button(visit, 'scheduler', 'dismiss') };
  await visit.page.unroute(bookings);
  await visit.page.route(bookings, (route) => route.abort());
  await submit(pane).press('Enter');
  yield { name: 'scheduler: no answer', shows: says(visit, 'scheduler', 'timedOut') };
  await visit.page.unroute(bookings);
  await submit(pane).press('Enter');
  yield { name: 'scheduler: booked', shows: button(visit, 'scheduler', 'edit') };
  await button(visit, 'scheduler', 'copy').press('Enter');
  await button(visit, 'scheduler', 'copyLink').press('Enter');
  yield { name: 'scheduler: copied number and link', shows: button(visit, 'scheduler', 'linkCopied') };
  await button(visit, 'scheduler', 'edit').click();
  yield { name: 'scheduler: change', shows: button(visit, 'scheduler', 'back') };
  await section(visit, 'CONTACT_INFO').click();
  await readNotice(pane);
  yield { name: 'scheduler: changed details', shows: button(visit, 'scheduler', 'update') };
  await submit(pane).press('Enter');
  yield { name: 'scheduler: updated', shows: says(visit, 'scheduler', 'changedTitle') };
  await takeBookedTime(visit);
  await button(visit, 'scheduler', 'edit').click();
  await section(visit, 'CALENDAR').click();
  const settled = pane.locator('[data-field=selectedTime][aria-busy=false]');
  yield { name: 'scheduler: another time', shows: settled.getByRole('grid') };
  await slots(pane).last().check();
  await proceed(pane).click();
  await readNotice(pane);
  await submit(pane).press('Enter');
  yield { name: 'scheduler: moved', shows: says(visit, 'scheduler', 'movedTitle') };
  await button(visit, 'scheduler', 'cancel').click();
  yield { name: 'scheduler: cancel', shows: button(visit, 'scheduler', 'keep') };
  await submit(pane).press('Enter');
  yield { name: 'scheduler: the reason is missing', shows: says(visit, 'scheduler', 'errorReason') };
  await chooseReason(visit);
  await submit(pane).press('Enter');
  yield { name: 'scheduler: cancelled', shows: button(visit, 'scheduler', 'bookNew') };
}

async function* surveyFailed(visit: Visit): ReturnType<Journey> {
  const pane = visit.host.frame();
  await visit.sandbox.rules({ path: '/v2/appointments/lookup', status: 500, body: {} });
  await book(visit);
  yield { name: 'scheduler: details are missing', shows: says(visit, 'scheduler', 'detailsIncomplete') };
  await button(visit, 'scheduler', 'cancel').click();
  await chooseReason(visit);
  await visit.sandbox.rules({ path: '/v2/appointments/cancel/survey', status: 500, body: {} });
  await submit(pane).press('Enter');
  yield { name: 'scheduler: the survey failed', shows: says(visit, 'scheduler', 'surveyFailed') };
}

async function* notCancelled(visit: Visit): ReturnType<Journey> {
  const pane = visit.host.frame();
  await book(visit);
  await button(visit, 'scheduler', 'cancel').click();
  await chooseReason(visit);
  const refused = says(visit, 'scheduler', 'pressAgain');
  await pressCovered(visit, submit(pane), refused);
  yield { name: 'scheduler: refused press', shows: refused };
  await visit.sandbox.rules({ path: '/v2/appointments/', method: 'DELETE', status: 500, body: {} });
  await submit(pane).press('Enter');
  yield { name: 'scheduler: not cancelled', shows: says(visit, 'scheduler', 'cancelFailed') };
  await visit.sandbox.forgetRules();
  await visit.sandbox.rules({ path: '/v2/appointments/', method: 'DELETE', drop: 'after' });
  await submit(pane).press('Enter');
  yield { name: 'scheduler: perhaps cancelled', shows: says(visit, 'scheduler', 'cancelUnanswered') };
}

async function* find(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  const pane = visit.host.frame();
  const number = pane.getByRole('textbox', { name: word(visit, 'scheduler', 'confirmation') });
  await openForm(visit);
  await button(visit, 'scheduler', 'alreadyBooked').click();
  yield { name: 'scheduler: find a call', shows: number };
  await number.press('Enter');
  yield { name: 'scheduler: the number is missing', shows: says(visit, 'scheduler', 'errorConfirmation') };
  const lookup = await hold(visit.page, /\/v2\/appointments\/lookup/);
  await number.fill('NW-000000');
  await number.press('Enter');
  yield {
    name: 'scheduler: loading a call',
    shows: pane
      .getByRole('status')
      .filter({ hasText: word(visit, 'scheduler', 'loading') })
      .first(),
  };
  lookup.release();
  yield { name: 'scheduler: no such call', shows: says(visit, 'scheduler', 'notFound') };
  await visit.sandbox.rules({ path: '/v2/appointments/lookup', status: 500, body: {} });
  await number.fill('NW-000001');
  await number.press('Enter');
  yield { name: 'scheduler: the call cannot be shown', shows: says(visit, 'scheduler', 'unreachable') };
}

async function* notLoaded(visit: Visit): ReturnType<Journey> {
  await refuseLookups(visit, 500);
  await openPage(visit, 'cloud', { query: { 'cm-scheduler-form': 'true' } });
  // The translations come with the answer.
  const shows = says({ ...visit, language: 'en' }, 'scheduler', 'infoFailed');
  yield { name: 'scheduler: the form cannot be loaded', shows, isInEnglish: true };
}

async function* notHere(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { without: ['scheduling'] });
  await openPage(visit, 'cloud', { query: { 'cm-scheduler-form': 'true' } });
  // Without a scheduler the service sends no translation of this sentence.
  yield { name: 'scheduler: not available', shows: visit.host.frame().getByRole('alert').locator('visible=true') };
}

async function* code(visit: Visit): ReturnType<Journey> {
  await openPage(visit, 'cloud', { query: { 'cm-scheduler-form': 'true', 'cm-scheduler-error': 'SCH05' } });
  yield { name: 'scheduler: error code', shows: visit.host.frame().getByText('SCH05') };
}

async function* elsewhere(visit: Visit): ReturnType<Journey> {
  await visit.page.addInitScript(() => {
    window.open = () => null;
  });
  await openPage(visit, 'security', { query: { 'cm-scheduler-form': 'true' } });
  yield { name: 'scheduler: blocked booking page', shows: says(visit, 'scheduler', 'tabBlocked') };
}

async function* notDownloaded(visit: Visit): ReturnType<Journey> {
  await visit.page.route(/\/frame\/assets\/(SchedulerSurface|createSchedulers)/, (route) => route.abort());
  await openMenu(visit);
  const entry = await openEntry(visit.host.frame(), 'scheduler');
  await entry.getByRole('button').last().click();
  yield { name: 'scheduler: cannot be downloaded', shows: says(visit, 'pane', 'crashed') };
}

async function* landing(visit: Visit): ReturnType<Journey> {
  const pane = visit.host.frame();
  await openPage(visit, 'cloud', { query: { 'cm-scheduler-landing': 'true' } });
  yield { name: 'landing page: question', shows: pane.getByRole('main').locator('textarea') };
  await pane.locator('textarea').fill(question);
  await section(visit, 'CALENDAR').click();
  await expect(slots(pane).first()).toBeVisible();
  yield { name: 'landing page: calendar', shows: pane.getByRole('grid') };
  await pickAndFill(pane, textsOf(visit));
  await submit(pane).press('Enter');
  yield { name: 'landing page: booked', shows: button(visit, 'scheduler', 'edit') };
  await button(visit, 'scheduler', 'cancel').click();
  await chooseReason(visit);
  await submit(pane).press('Enter');
  yield { name: 'landing page: cancelled', shows: says(visit, 'scheduler', 'cancelled') };
}

async function* meeting(visit: Visit): ReturnType<Journey> {
  await changeDeployment(visit.page, visit.sandbox, ({ scheduler, ...deployment }) => ({
    ...deployment,
    scheduler: { ...scheduler, privacyUrl: undefined, cancelOrder: 'on-choose' },
  }));
  const number = await book(visit);
  await visit.page.route(/\/v2\/appointments\/lookup/, async (route) => {
    const response = await route.fetch();
    const json = { ...((await response.json()) as object), meetingUrl: 'https://meet.northwind.example/1' };
    await route.fulfill({ response, json });
  });
  await openPage(visit, 'cloud', { query: { 'cm-scheduler-confirmation': number } });
  yield {
    name: 'scheduler: call with a link',
    shows: visit.host.frame().getByRole('link', { name: word(visit, 'scheduler', 'join') }),
  };
  await button(visit, 'scheduler', 'cancel').press('Enter');
  yield { name: 'scheduler: feedback after the cancellation', shows: button(visit, 'scheduler', 'sendFeedback') };
}

export const schedulerJourneys: readonly Journey[] = [
  form,
  booking,
  surveyFailed,
  notCancelled,
  find,
  times,
  lostTimes,
  notLoaded,
  notHere,
  code,
  elsewhere,
  notDownloaded,
  landing,
  meeting,
];
