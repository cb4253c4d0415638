import { createRandom } from '../../support/random.ts';
import type { Step } from '../story.ts';
import { checkHealed } from './check.ts';
import { tabActions } from './tabSteps.ts';
import { weatherActions } from './weatherSteps.ts';
import { type CoreWorld, calmAll, livePages } from './world.ts';
import { worldActions } from './worldSteps.ts';
import type { At } from './writing.ts';

/** Does the step and lets some time pass. */
export async function takeStep(world: CoreWorld, step: Step): Promise<void> {
  world.random = createRandom(step.dice);
  const tab = world.tabs[step.tab];
  const page = tab?.page;
  const words =
    worldActions[step.name]?.(world, step) ?? (tab && page ? tellTab(step, { world, tab, page }) : undefined);
  if (words === undefined) return;
  const isShort = world.random() < 0.7;
  const least = world.leastWaitMs ?? 0;
  const most = world.mostWaitMs ?? (isShort ? 120 : 40_000);
  world.leastWaitMs = undefined;
  world.mostWaitMs = undefined;
  const waitMs = Math.floor(least + world.random() * most);
  world.words.push(`${words}; ${waitMs} ms pass`);
  await world.clock.advance(waitMs);
}

function tellTab(step: Step, at: At): string | undefined {
  const words = (tabActions[step.name] ?? weatherActions[step.name])?.(at);
  return words === undefined ? undefined : `tab ${at.tab.name} ${words}`;
}

/** Everything works again, every page is awake, and time passes. */
export async function heal(world: CoreWorld): Promise<void> {
  world.random = createRandom(7);
  calmAll(world);
  world.browser.storageState = 'working';
  world.service.refusals.length = 0;
  const [first] = world.tabs;
  if (first && livePages(world).length === 0) world.load(first);
  for (const page of livePages(world)) {
    if (page.isCached) page.document.show();
    else page.document.thaw();
    page.isCached = false;
    if (page.channel.user === world.user) continue;
    for (const one of world.written) if (one.user === page.channel.user) one.mayBeMissing ??= 'its user has left';
    page.drafts.length = 0;
    page.channel.setUser(world.user);
  }
  await world.clock.advance(151_000);
  checkHealed(world);
  // A lost event is noticed by the next one or by the next connection.
  for (const page of livePages(world)) page.channel.reconnect();
  await world.clock.advance(30_000);
  if (world.setup.echoes) return;
  for (const page of livePages(world)) page.channel.reconnect();
  await world.clock.advance(1_000);
}
