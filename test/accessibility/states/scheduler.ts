import type { Locator } from 'playwright/test';
import { changeDeployment } from '../../browser/deploymentSteps.ts';
import { expect, hold } from '../../browser/fixtures.ts';
import { openEntry } from '../../browser/menuSteps.ts';
import { field, pickAndFill, proceed, readNotice, slots, submit, texts } from '../../browser/schedulerSteps.ts';
import { button, disableTimeouts, type Journey, openMenu, openPage, says, type Visit, word } from './visit.ts';

const question = 'We plan a migration of forty servers.';

async function openForm(visit: Visit): Promise<void> {
  await openMenu(visit);
  const entry = await openEntry(visit.host.frame(), 'scheduler');
  await entry.getByRole('button').last().click();
  await expect(visit.host.frame().locator('textarea')).toBeVisible();
}

const section = ({ host }: Visit, name: 'QUESTION' | 'CALENDAR' | 'CONTACT_INFO'): Locator =>
  host.frame().locator(`button[aria-controls$=${name}]`);

async function openCalendar(visit: Visit): Promise<void> {
  await openForm(visit);
  await visit.host.frame().locator('textarea').fill(question);
  await section(visit, 'CALENDAR').click();
  await expect(slots(visit.host.frame()).first()).toBeVisible();
}

async function book(visit: Visit): Promise<string> {
  const pane = visit.host.frame();
  await openCalendar(visit);
  await pickAndFill(pane, texts[visit.language]);
  await submit(pane).press('Enter');
  const number = pane.getByText(/^NW-\d+$/);
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? '';
}

export async function* form(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
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
  await pane.getByRole('button', { name: word(visit, 'scheduler', 'zone') }).click();
  yield { name: 'scheduler: time zones', shows: pane.getByRole('option').first() };
  await pane.getByRole('combobox').fill('zzzz');
  yield { name: 'scheduler: no time zone', shows: says(visit, 'scheduler', 'zoneNone') };
  await pane.getByRole('combobox').press('Escape');
  await pane
    .getByText(word(visit, 'scheduler', 'week'), { exact: true })
    .first()
    .click();
  yield { name: 'scheduler: week', shows: pane.getByRole('grid') };
  await slots(pane).nth(1).check();
  yield { name: 'scheduler: chosen time', shows: pane.locator('input[name=scheduler-slot]:checked') };
  await proceed(pane).click();
  yield { name: 'scheduler: details', shows: field(pane, 'firstName') };
  await pane.getByRole('button', { name: word(visit, 'scheduler', 'dialingCode') }).press('Enter');
  yield { name: 'scheduler: countries', shows: pane.getByRole('option').first() };
  await pane.getByRole('combobox').press('Escape');
  await submit(pane).press('Enter');
  yield { name: 'scheduler: errors', shows: says(visit, 'scheduler', 'errorSummary') };
}

/** By keyboard, because a click does not arrive in the frame shortly after the window has changed its size. */
const chooseReason = (visit: Visit): Promise<void> =>
  visit.host
    .frame()
    .getByRole('radio', { name: word(visit, 'scheduler', 'reasonTime') })
    .press('Space');

/** A booking that fails, then works. The call is moved and cancelled. */
async function* booking(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  const pane = visit.host.frame();
  await openCalendar(visit);
  await pickAndFill(pane, texts[visit.language], 2);
  const refused = await hold(visit.page, /\/v2\/appointments\/$/);
  await submit(pane).press('Enter');
  yield { name: 'scheduler: booking', shows: says(visit, 'scheduler', 'submitting') };
  refused.release({ status: 500 });
  yield { name: 'scheduler: not booked', shows: button(visit, 'scheduler', 'dismiss') };
  await visit.page.unroute(/\/v2\/appointments\/$/);
  await visit.page.route(/\/v2\/appointments\/$/, async (route) => {
    const { startDateTime } = route.request().postDataJSON() as { startDateTime: string };
    await visit.sandbox.command('scheduler', { taken: [startDateTime] });
    await route.continue();
  });
  await submit(pane).press('Enter');
  const nearest = pane.getByRole('group', { name: word(visit, 'scheduler', 'nearestTimes') });
  yield { name: 'scheduler: the time is taken', shows: nearest };
  await visit.page.unroute(/\/v2\/appointments\/$/);
  await nearest.getByRole('button').first().click();
  await submit(pane).press('Enter');
  yield { name: 'scheduler: booked', shows: button(visit, 'scheduler', 'edit') };
  await button(visit, 'scheduler', 'edit').click();
  yield { name: 'scheduler: change', shows: button(visit, 'scheduler', 'back') };
  await section(visit, 'CALENDAR').click();
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
  yield { name: 'scheduler: cancelled', shows: says(visit, 'scheduler', 'cancelled') };
}

async function* surveyFailed(visit: Visit): ReturnType<Journey> {
  const pane = visit.host.frame();
  await book(visit);
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
  await visit.sandbox.rules({ path: '/v2/appointments/', method: 'DELETE', status: 500, body: {} });
  await submit(pane).press('Enter');
  yield { name: 'scheduler: not cancelled', shows: says(visit, 'scheduler', 'cancelFailed') };
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
    shows: pane.getByRole('status', { name: word(visit, 'scheduler', 'loading') }).first(),
  };
  lookup.release();
  yield { name: 'scheduler: no such call', shows: says(visit, 'scheduler', 'notFound') };
  await visit.sandbox.rules({ path: '/v2/appointments/lookup', status: 500, body: {} });
  await number.fill('NW-000001');
  await number.press('Enter');
  yield { name: 'scheduler: the call cannot be shown', shows: says(visit, 'scheduler', 'unreachable') };
}

async function* times(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  await visit.sandbox.rules({ path: '/v2/scheduler/availability', status: 500 });
  const lookup = await hold(visit.page, /\/v2\/availability\/lookup/);
  await openForm(visit);
  await section(visit, 'CALENDAR').click();
  yield {
    name: 'scheduler: loading times',
    shows: visit.host
      .frame()
      .getByRole('status', { name: word(visit, 'scheduler', 'loading') })
      .first(),
  };
  lookup.release({ status: 500 });
  yield { name: 'scheduler: times failed', shows: says(visit, 'scheduler', 'timesFailed') };
  await visit.page.unroute(/\/v2\/availability\/lookup/);
  await visit.sandbox.command('scheduler', { free: false });
  await button(visit, 'scheduler', 'tryAgain').click();
  yield { name: 'scheduler: no times', shows: says(visit, 'scheduler', 'noTimes') };
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
  await openMenu(visit, 'security');
  const entry = await openEntry(visit.host.frame(), 'scheduler');
  await entry.getByRole('button').last().click();
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
  await pickAndFill(pane, texts[visit.language]);
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
    scheduler: { ...scheduler, privacyUrl: undefined },
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
}

export const schedulerJourneys: readonly Journey[] = [
  form,
  booking,
  surveyFailed,
  notCancelled,
  find,
  times,
  notHere,
  code,
  elsewhere,
  notDownloaded,
  landing,
  meeting,
];
