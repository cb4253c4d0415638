import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import {
  type Cookies,
  inviteCookie,
  type OutreachFacts,
  startOutreach,
  startOutreachAfter,
} from '../../support/fakeOutreach.ts';

const key = 'cm-proactive-state';

describe('a background tab', () => {
  it('[SH-117][REL-39] does not overwrite the mark of the foreground tab', async () => {
    const clock = createFakeClock();
    const cookies: Cookies = new Map([[key, inviteCookie(clock.now() - 43_000)]]);
    const background = startOutreach({ clock, cookies, facts: { isBot: true, isTabVisible: false } });
    await clock.advance(1_500);
    cookies.set(key, inviteCookie(-2)); // The foreground tab shows and closes the pop-up before this tab prepares it.
    await clock.advance(30_000);
    expect(JSON.parse(cookies.get(key) ?? '')).toMatchObject({ state: -2 });
    background.change({ isTabVisible: true });
    await clock.advance(30_000);
    expect(background.card()).toBeUndefined();
  });
});

describe('a tab that was in the background when the pop-up was due', () => {
  async function startInBackground(facts: Partial<OutreachFacts> = {}) {
    const page = startOutreachAfter(50_000, { facts: { isTabVisible: false, ...facts } });
    await page.clock.advance(3_600_000);
    return page;
  }

  it('[SH-121] checks blocks when it comes to the foreground', async () => {
    const page = await startInBackground();
    page.change({ isTabVisible: true, isChatAvailable: false });
    await page.clock.advance(10_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([{ outcome: 'blocked', code: -4 }]);
    expect((page.record() as { state: number }).state).toBeGreaterThan(0);
  });

  it('[SH-125] chooses the invitation when it comes to the foreground', async () => {
    const page = await startInBackground({ schedulerPurpose: 'sales' });
    page.change({ isTabVisible: true, isChatAvailable: false });
    await settle();
    expect(page.card()).toMatchObject({ invitation: 'scheduler', headingText: 'Would a call help?' });
  });

  it('[SH-125][CH-201] reads the experiment’s headline only when it is shown', async () => {
    let reads = 0;
    const page = startOutreachAfter(50_000, { facts: { isTabVisible: false } });
    Object.assign(page.ports, {
      headline: () => {
        reads += 1;
        return 'Hello [name]';
      },
    });
    await page.clock.advance(60_000);
    expect(reads).toBe(0);
    page.change({ isTabVisible: true, firstName: 'Ada' });
    await settle();
    expect(page.card()).toMatchObject({ headingText: 'Hello Ada' });
    expect(reads).toBe(1);
  });

  it('[SH-125][CH-201] does not read the headline for an invitation to a call', async () => {
    const page = startOutreachAfter(50_000, { facts: { isChatAvailable: false, schedulerPurpose: 'sales' } });
    let reads = 0;
    Object.assign(page.ports, {
      headline: () => {
        reads += 1;
      },
    });
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    expect(reads).toBe(0);
  });
});

describe('a pop-up that is held', () => {
  it('[SH-120][A11Y-24] times out only when the pointer and the focus have left', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    const stage = page.outreach.opened()?.stage;
    stage?.hold(true);
    await page.clock.advance(200_000);
    expect(page.card()).toBeDefined();
    stage?.hold(false);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([{ outcome: 'timeout', code: -3 }]);
  });
});

it('[SH-123] opens the scheduler if chat has become unavailable since the invitation was shown', async () => {
  const page = startOutreachAfter(50_000, { facts: { schedulerPurpose: 'sales' } });
  await page.clock.advance(5_000);
  expect(page.card()).toMatchObject({ invitation: 'chat' });
  page.facts.isChatAvailable = false;
  page.outreach.opened()?.stage.act();
  expect(page.actions.at(-1)).toBe('scheduler');
});

it('[SH-038] marks the cookie if the pane is opened where the pop-up is blocked', async () => {
  const page = startOutreachAfter(50_000, { isGated: true });
  await page.clock.advance(10_000);
  page.outreach.paneShown();
  await settle();
  expect(page.record()).toMatchObject({ state: -1 });
});

it('[SH-038][SH-117] keeps the mark if the pane opens while the pop-up becomes the bot’s welcome', async () => {
  const page = startOutreachAfter(44_000, { facts: { isBot: true } });
  const { readJson } = page.ports.hostStore;
  let reads = 0;
  Object.assign(page.ports.hostStore, {
    async readJson(name: Parameters<typeof readJson>[0]) {
      const stored = await readJson(name);
      reads += 1;
      if (reads === 3) page.outreach.paneShown(); // The page answers after the visitor has opened the pane.
      return stored;
    },
  });
  await page.clock.advance(300_000);
  expect(page.record()).toMatchObject({ state: -1 });
});
