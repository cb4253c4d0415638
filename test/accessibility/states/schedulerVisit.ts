import type { Locator } from 'playwright/test';
import { expect } from '../../browser/fixtures.ts';
import { openEntry } from '../../browser/menuSteps.ts';
import { slots } from '../../browser/schedulerSteps.ts';
import { openMenu, type Visit, word } from './visit.ts';

/** Steps to the booking form and through its sections. */

export const question = 'We plan a migration of forty servers.';

export async function openForm(visit: Visit): Promise<void> {
  await openMenu(visit);
  const entry = await openEntry(visit.host.frame(), 'scheduler');
  await entry.getByRole('button').last().click();
  await expect(visit.host.frame().locator('textarea')).toBeVisible();
}

export const section = ({ host }: Visit, name: 'QUESTION' | 'CALENDAR' | 'CONTACT_INFO'): Locator =>
  host.frame().locator(`button[aria-controls$=${name}]`);

export async function openCalendar(visit: Visit): Promise<void> {
  await openForm(visit);
  await visit.host.frame().locator('textarea').fill(question);
  await section(visit, 'CALENDAR').click();
  await expect(slots(visit.host.frame()).first()).toBeVisible();
}

export const picker = (visit: Visit, label: 'zone' | 'dialingCode' | 'subregion'): Locator =>
  visit.host.frame().getByRole('button', { name: word(visit, 'scheduler', label) });

export async function openList(visit: Visit, label: Parameters<typeof picker>[1]): Promise<void> {
  await picker(visit, label).press('Enter');
  await expect(visit.host.frame().getByRole('option').first()).toBeVisible();
}
