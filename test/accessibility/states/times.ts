import { Temporal } from 'temporal-polyfill';
import { hold } from '../../browser/fixtures.ts';
import { pickAndFill, slots, submit, texts } from '../../browser/schedulerSteps.ts';
import { openCalendar, openForm, openList, picker, section } from './schedulerVisit.ts';
import { button, changeLookup, disableTimeouts, type Journey, says, type Visit, word } from './visit.ts';

/** The times that the service offers, and does not. */

export async function* times(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  await visit.sandbox.rules({ path: '/v2/scheduler/availability', status: 500 });
  const lookup = await hold(visit.page, /\/v2\/availability\/lookup/);
  await openForm(visit);
  await section(visit, 'CALENDAR').click();
  yield {
    name: 'scheduler: loading times',
    shows: visit.host
      .frame()
      .getByRole('status')
      .filter({ hasText: word(visit, 'scheduler', 'loading') })
      .first(),
  };
  lookup.release({ status: 500 });
  yield { name: 'scheduler: times failed', shows: says(visit, 'scheduler', 'timesFailed') };
  await visit.page.unroute(/\/v2\/availability\/lookup/);
  await visit.sandbox.command('scheduler', { free: false });
  await button(visit, 'scheduler', 'tryAgain').click();
  yield { name: 'scheduler: no times', shows: says(visit, 'scheduler', 'noTimes') };
}

/** From now on the service offers calls at these times. */
async function offer({ sandbox }: Visit, ...starts: readonly Temporal.ZonedDateTime[]): Promise<void> {
  const wireTime = (time: Temporal.ZonedDateTime): string => time.toString({ timeZoneName: 'never' });
  const availability = starts.map((start) => ({
    date: start.toPlainDate().toString(),
    slots: [
      {
        startDateTime: wireTime(start),
        endDateTime: wireTime(start.add({ minutes: 30 })),
        timezone: start.timeZoneId,
        expertId: 'mara-lindqvist',
      },
    ],
  }));
  const paths = ['/v2/scheduler/availability', '/v2/availability/lookup'];
  await sandbox.rules(...paths.map((path) => ({ path, body: { data: { availability } } })));
}

/** The next clock change in New York that is at least a day away, as an expert in Dubai sees it. */
function nextClockChange(): Temporal.ZonedDateTime {
  const tomorrow = Temporal.Now.zonedDateTimeISO('America/New_York').add({ days: 1 });
  const change = tomorrow.getTimeZoneTransition('next');
  if (!change) throw new Error('New York no longer changes its clocks');
  return change.withTimeZone('Asia/Dubai');
}

/** Times around a clock change, then none for a month. The chosen time is no longer offered, and the next one passes. */
export async function* lostTimes(visit: Visit): ReturnType<Journey> {
  await changeLookup(visit, (answer) =>
    answer
      .replaceAll(/("appointmentTimeZones"):"[^"]*"/g, '$1:"America/New_York,America/Chicago"')
      .replaceAll(/("appointmentTimeZonePreferred"):"[^"]*"/g, '$1:"America/New_York"'),
  );
  const pane = visit.host.frame();
  const change = nextClockChange();
  const later = change.add({ days: 62 });
  const latest = later.add({ days: 1 });
  await offer(visit, change.subtract({ hours: 1 }), change.add({ hours: 1 }), later, latest);
  // From the start, because the list is downloaded as soon as the mouse passes over its button.
  await visit.page.route(/\/SearchableDropdown-/, (route) => route.abort());
  await openCalendar(visit);
  yield { name: 'scheduler: the clocks change', shows: says(visit, 'scheduler', 'clockChange') };
  await pane.locator('[role=grid] button[tabindex="0"]').press('PageDown');
  yield { name: 'scheduler: month without times', shows: says(visit, 'scheduler', 'noTimesInMonth') };
  await slots(pane).first().check();
  await offer(visit, later, latest);
  await picker(visit, 'zone').press('Enter');
  yield { name: 'scheduler: the list cannot be downloaded', shows: says(visit, 'scheduler', 'listFailed') };
  await visit.page.unroute(/\/SearchableDropdown-/);
  await openList(visit, 'zone');
  await pane.getByRole('option').last().click();
  yield { name: 'scheduler: the time is no longer offered', shows: says(visit, 'scheduler', 'slotGone') };
  await pickAndFill(pane, texts[visit.language === 'ar' ? 'ar' : 'en'], 0);
  await visit.page.clock.setFixedTime(later.epochMilliseconds);
  await submit(pane).press('Enter');
  yield { name: 'scheduler: the time has passed', shows: says(visit, 'scheduler', 'slotPast') };
}
