import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import {
  inviteCookie,
  type Jar,
  type OutreachSight,
  startOutreach,
  startOutreachAfter,
} from '../../support/fakeOutreach.ts';

const key = 'cm-proactive-state';

describe('beside another tab', () => {
  it('[SH-117][REL-39] a tab behind does not undo what the front one has marked', async () => {
    const clock = createFakeClock();
    const jar: Jar = new Map([[key, inviteCookie(clock.now() - 43_000)]]);
    const behind = startOutreach({ clock, jar, sight: { isBot: true, isTabVisible: false } });
    await clock.advance(1_500);
    jar.set(key, inviteCookie(-2)); // Shown and closed in front, before this one prepares.
    await clock.advance(30_000);
    expect(JSON.parse(jar.get(key) ?? '')).toMatchObject({ state: -2 });
    behind.look({ isTabVisible: true });
    await clock.advance(30_000);
    expect(behind.card()).toBeUndefined();
  });
});

describe('a tab that was behind when it fell due', () => {
  async function behind(sight: Partial<OutreachSight> = {}) {
    const page = startOutreachAfter(50_000, { sight: { isTabVisible: false, ...sight } });
    await page.clock.advance(3_600_000);
    return page;
  }

  it('[SH-121] is blocked by what holds when it comes to the front', async () => {
    const page = await behind();
    page.look({ isTabVisible: true, isChatAvailable: false });
    await page.clock.advance(10_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([{ outcome: 'blocked', code: -4 }]);
    expect((page.record() as { state: number }).state).toBeGreaterThan(0);
  });

  it('[SH-125] invites to what is possible by then', async () => {
    const page = await behind({ schedulerPurpose: 'sales' });
    page.look({ isTabVisible: true, isChatAvailable: false });
    await settle();
    expect(page.card()).toMatchObject({ invitation: 'scheduler', headingText: 'Would a call help?' });
  });

  it('[SH-125][CH-201] asks for the headline of the experiment only when it is seen', async () => {
    let asked = 0;
    const page = startOutreachAfter(50_000, { sight: { isTabVisible: false } });
    Object.assign(page.ports, {
      headline: () => {
        asked += 1;
        return 'Hello [name]';
      },
    });
    await page.clock.advance(60_000);
    expect(asked).toBe(0);
    page.look({ isTabVisible: true, firstName: 'Ada' });
    await settle();
    expect(page.card()).toMatchObject({ headingText: 'Hello Ada' });
    expect(asked).toBe(1);
  });

  it('[SH-125][CH-201] never asks for it for an invitation to a call', async () => {
    const page = startOutreachAfter(50_000, { sight: { isChatAvailable: false, schedulerPurpose: 'sales' } });
    let asked = 0;
    Object.assign(page.ports, {
      headline: () => {
        asked += 1;
      },
    });
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    expect(asked).toBe(0);
  });
});

describe('a pop-up that is held', () => {
  it('[SH-120][A11Y-24] does not time out under a pointer or the focus, but when these have gone', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    const stage = page.outreach.room()?.stage;
    stage?.hold(true);
    await page.clock.advance(200_000);
    expect(page.card()).toBeDefined();
    stage?.hold(false);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([{ outcome: 'timeout', code: -3 }]);
  });
});

it('[SH-123] opens the scheduler when the chat that it invites to has gone meanwhile', async () => {
  const page = startOutreachAfter(50_000, { sight: { schedulerPurpose: 'sales' } });
  await page.clock.advance(5_000);
  expect(page.card()).toMatchObject({ invitation: 'chat' });
  page.sight.isChatAvailable = false;
  page.outreach.room()?.stage.act();
  expect(page.done.at(-1)).toBe('scheduler');
});

it('[SH-038] a pane that was opened where the pop-up is blocked is remembered on later pages too', async () => {
  const page = startOutreachAfter(50_000, { isGated: true });
  await page.clock.advance(10_000);
  page.outreach.paneShown();
  await settle();
  expect(page.record()).toMatchObject({ state: -1 });
});
