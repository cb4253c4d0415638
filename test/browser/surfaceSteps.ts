import type { FrameLocator } from 'playwright/test';
import { openChat } from './chatSteps.ts';
import { expect, type HostPageHelper } from './fixtures.ts';
import { askAndSuggest, openFromMenu, proceed, slots, texts } from './schedulerSteps.ts';

/** Opens a surface in English, as a visitor first sees it. */
export type OpenSurface = (host: HostPageHelper) => Promise<FrameLocator>;

const attrs = { 'data-focus-area': 'cloud' };

async function openMenu(host: HostPageHelper): Promise<FrameLocator> {
  await host.open('/plain', { attrs });
  const pane = await host.openPane();
  await expect(pane.locator('[data-block]').first()).toBeVisible();
  return pane;
}

async function openScheduler(host: HostPageHelper): Promise<FrameLocator> {
  await host.open('/plain', { attrs });
  return openFromMenu(host);
}

async function openCalendar(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await openScheduler(host);
  await askAndSuggest(pane, texts.en);
  await expect(slots(pane).first()).toBeVisible();
  return pane;
}

async function openContactFields(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await openCalendar(host);
  await slots(pane).nth(1).check();
  await proceed(pane).click();
  await expect(pane.locator('[data-field=firstName] input')).toBeVisible();
  return pane;
}

async function openYourData(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await openMenu(host);
  await pane.getByRole('button', { name: 'Your data', exact: true }).click();
  await expect(pane.getByRole('heading', { name: 'Your data' })).toBeVisible();
  return pane;
}

async function openBot(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await openChat(host);
  await expect(pane.getByRole('button', { name: 'Talk to an agent' })).toBeVisible();
  return pane;
}

export const surfaces: Readonly<Record<string, OpenSurface>> = {
  menu: openMenu,
  chat: openBot,
  'scheduler’s question': openScheduler,
  'scheduler’s calendar': openCalendar,
  'scheduler’s contact fields': openContactFields,
  'your data': openYourData,
};
