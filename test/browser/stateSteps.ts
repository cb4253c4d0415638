import type { FrameLocator } from 'playwright/test';
import { answers } from '../accessibility/states/bots.ts';
import { blocks, menuJourneys, yourData } from '../accessibility/states/menu.ts';
import { form } from '../accessibility/states/scheduler.ts';
import type { Journey, Visit } from '../accessibility/states/visit.ts';
import { expect } from './fixtures.ts';

function menuJourney(name: string): Journey {
  const found = menuJourneys.find((journey) => journey.name === name);
  if (!found) throw new Error(`the menu has no journey ${name}`);
  return found;
}

/** Some states of `accessibility/states`, for the checks that take long in each of them. */
const journeyTo: Readonly<Record<string, Journey>> = {
  menu: blocks,
  chat: answers,
  'scheduler: question': form,
  'scheduler: calendar': form,
  'scheduler: details': form,
  'your data': yourData,
};

const otherJourneyTo: Readonly<Record<string, Journey>> = {
  'scheduler: chosen time': form,
  'consent: asked for': menuJourney('consent'),
  'pane: a view failed': menuJourney('crashed'),
};

export const stateNames: readonly string[] = Object.keys(journeyTo);

/** Opens a state in English, and stays there. */
export async function openState(visit: Omit<Visit, 'language'>, name: string): Promise<FrameLocator> {
  const journey = journeyTo[name] ?? otherJourneyTo[name];
  for await (const state of journey?.({ ...visit, language: 'en' }) ?? []) {
    await expect(state.shows).toBeVisible();
    if (state.name === name) return visit.host.frame();
  }
  throw new Error(`no journey leads to ${name}`);
}
