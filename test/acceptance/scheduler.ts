import type { FrameLocator, Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl } from '../browser/fixtures.ts';
import { openEntry } from '../browser/menuSteps.ts';
import { field, readNotice, slots } from '../browser/schedulerSteps.ts';

/** What several stories of the scheduler do. */

type Fields = Record<string, unknown>;

export const cloud = { attrs: { 'data-focus-area': 'cloud' } };
export const questionOf = (host: HostPageHelper) => host.frame().locator('textarea');

/** The sections that the form shows, and the one that is open. */
export const headings = (pane: FrameLocator): Promise<readonly string[]> =>
  pane
    .locator('h3 button')
    .evaluateAll((all) =>
      all.map((one) => `${one.textContent?.replace(/^\d/, '')}${one.ariaExpanded === 'true' ? ' (open)' : ''}`),
    );

export const section = (pane: FrameLocator, name: 'QUESTION' | 'COGNITIVE' | 'CALENDAR' | 'CONTACT_INFO') =>
  pane.locator(`button[aria-controls$=${name}]`);

export async function openFromMenu(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await host.openPane();
  await (await openEntry(pane, 'scheduler')).getByRole('button').last().click();
  await expect(pane.locator('textarea')).toBeVisible();
  return pane;
}

export async function openCalendar(host: HostPageHelper): Promise<FrameLocator> {
  const pane = host.frame();
  await section(pane, 'CALENDAR').click();
  await expect(slots(pane).first()).toBeVisible();
  return pane;
}

export async function fillDetails(pane: FrameLocator, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  const details = {
    firstName: 'Amélie',
    lastName: 'Okonkwo',
    company: 'Fjord Freight',
    email: 'amelie@fjordfreight.com',
    phoneNumber: '415 555 2671',
    ...changes,
  };
  for (const [name, value] of Object.entries(details)) await field(pane, name).fill(value);
  await readNotice(pane);
}

/** The times that the calendar shows for its day. */
export const shownTimes = (pane: FrameLocator): Promise<readonly string[]> =>
  pane.locator('label:has(input[name=scheduler-slot]) > span').allTextContents();

/** A working day in a week, `2026-12-08`. */
export function workingDay(): string {
  const day = new Date(Date.now() + 7 * 86_400_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

export const slotAt = (start: string, fields: Fields = {}): Fields => ({
  startDateTime: start,
  endDateTime: start.replace(/T\d\d:\d\d/, (time) => `T${String(Number(time.slice(1, 3))).padStart(2, '0')}:59`),
  timezone: 'America/New_York',
  ...fields,
});

/** From now on, the service offers these slots. */
export const offer = (sandbox: SandboxControl, ...offered: readonly Fields[]): Promise<void> => {
  const days = new Map<string, Fields[]>();
  for (const slot of offered) {
    const date = String(slot.startDateTime).slice(0, 10);
    days.set(date, [...(days.get(date) ?? []), slot]);
  }
  const availability = [...days].map(([date, list]) => ({ date, slots: list }));
  return sandbox.rules(
    { path: '/v2/scheduler/availability', body: { data: { availability } } },
    { path: '/v2/availability/lookup', body: availability },
  );
};

/** An appointment that the service has, from an earlier visit. */
export async function bookBefore(sandbox: SandboxControl, changes: Fields = {}): Promise<string> {
  const start = `${workingDay()}T10:00:00-05:00`;
  const body = {
    ...{ clientQuestion: 'Forty servers', startDateTime: start, endDateTime: start.replace('T10:00', 'T10:30') },
    ...{ clientTimezone: 'America/New_York', topic: 'Migration', expertId: 'mara-lindqvist', regionCode: 'US' },
    ...{ clientFirstName: 'Amélie', clientLastName: 'Okonkwo', clientEmail: 'amelie@fjordfreight.com' },
    ...{ clientCompany: 'Fjord Freight', stateOrProvince: 'New York', clientDialingCountryCode: '+1' },
    ...{ clientPhone: '+1 415 555 2671', ...changes },
  };
  const response = await fetch(`${sandbox.controlUrl}/v2/appointments/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { confirmationNumber: string }).confirmationNumber;
}

export const callsOf = async (sandbox: SandboxControl, method: string, path: string) =>
  (await sandbox.requests(path)).filter((call) => call.method === method);

/** Changes the first scheduling entry that the contact service answers with. */
export const entryOf = (bundle: Fields): Fields => (bundle.schedulingInformation as Fields[])[0] ?? {};

export const addressOf = (page: Page) => page.evaluate(() => [location.href, history.length]);
