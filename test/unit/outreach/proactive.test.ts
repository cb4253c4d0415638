import { describe, expect, it } from 'vitest';
import { createOutreach } from '../../../frame/outreach/outreach.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import {
  type Cookies,
  createFakeOutreach,
  inviteCookie,
  startOutreach,
  startOutreachAfter,
} from '../../support/fakeOutreach.ts';

const key = 'cm-proactive-state';

describe('the count', () => {
  it('[SH-115][CH-185] writes the type and the current time at the first tick, not earlier', async () => {
    const page = startOutreach();
    const startMs = page.clock.now();
    await page.clock.advance(999);
    expect(page.cookies.has(key)).toBe(false);
    await page.clock.advance(1);
    expect(page.cookies.get(key)).toBe(`{"type":"proactiveInvite","state":${startMs + 1_000}}`);
  });

  it('[SH-115] writes the bot type if a bot is active', async () => {
    const page = startOutreach({ facts: { isBot: true } });
    await page.clock.advance(1_000);
    expect(page.record()).toMatchObject({ type: 'botWelcomeMessage' });
  });

  it('[SH-116][SH-117][CH-186] shows the pop-up 55 s after the start, not a second earlier', async () => {
    const page = startOutreach();
    await page.clock.advance(55_900);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(100);
    expect(page.card()).toMatchObject({ kind: 'popUp', type: 'proactiveInvite', invitation: 'chat' });
  });

  it('[SH-116] prepares with 9 s left, not with 10 s, and only once', async () => {
    const page = startOutreachAfter(44_000);
    await page.clock.advance(1_000);
    expect(page.actions).toEqual([]);
    await page.clock.advance(1_000);
    expect(page.actions).toEqual(['views']);
    await page.clock.advance(7_000);
    expect(page.actions).toEqual(['views']);
  });

  it('[SH-116] continues across page loads: a start 50 s ago leaves 5 s', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(4_000);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1_000);
    expect(page.card()).toBeDefined();
    expect(page.record()).toEqual({ type: 'proactiveInvite', state: -1 });
  });

  it('[SH-116] shows a due pop-up at the next tick after throttling or sleep', async () => {
    const page = startOutreach();
    await page.clock.advance(2_000);
    page.clock.jump(3_600_000);
    await page.clock.advance(1_000);
    expect(page.card()).toBeDefined();
  });

  it('[SH-116] uses the configured time', async () => {
    const page = startOutreach({ deployment: { popUpTimeMs: 3_000 } });
    await page.clock.advance(4_000);
    expect(page.card()).toBeDefined();
  });

  it.each([0, -1, -2, -3, -4])('[SH-118] shows nothing and stops ticking if the page starts with %i', async (state) => {
    const page = startOutreach({ cookies: new Map([[key, inviteCookie(state)]]) });
    await page.clock.advance(1_000);
    expect(page.clock.pending).toBe(0);
    await page.clock.advance(600_000);
    expect(page.card()).toBeUndefined();
    expect(page.record()).toEqual({ type: 'proactiveInvite', state: -1 });
    expect(page.actions).toEqual([]);
  });

  it.each(['{', 'null', '[]', '"x"', '{"type":"proactiveInvite","state":"closed"}', '{"type":7}'])(
    'accepts the cookie %s',
    async (text) => {
      const page = startOutreach({ cookies: new Map([[key, text]]) });
      await page.clock.advance(120_000);
      expect(page.cookieWrites.length).toBeGreaterThan(0);
      expect(page.log.errors).toEqual([]);
    },
  );

  it('starts again if the clock was set back, so that it never waits for days', async () => {
    const page = startOutreachAfter(-86_400_000);
    await page.clock.advance(57_000);
    expect(page.card()).toBeDefined();
  });

  it('makes one read and one write over the bridge in 45 s', async () => {
    const page = startOutreach();
    const reads: string[] = [];
    const { hostStore } = page.ports;
    const read = hostStore.readJson;
    const counting: typeof read = (name) => {
      reads.push(name);
      return read(name);
    };
    Object.assign(hostStore, { readJson: counting });
    await page.clock.advance(45_000);
    expect(reads).toHaveLength(1);
    expect(page.cookieWrites).toHaveLength(1);
  });

  it('[SH-116] reads the cookie once to count, and once more under the lock when the pop-up is shown', async () => {
    const page = startOutreachAfter(50_000);
    const { hostStore } = page.ports;
    const read = hostStore.readJson;
    let reads = 0;
    const counting: typeof read = (name) => {
      reads += 1;
      return read(name);
    };
    Object.assign(hostStore, { readJson: counting });
    await page.clock.advance(4_000);
    expect(reads).toBe(1);
    await page.clock.advance(2_000);
    expect(page.card()).toBeDefined();
    expect(reads).toBe(2);
  });

  it('does not run without consent or if the deployment turns it off', async () => {
    for (const setUp of [{ refuses: ['proactive'] }, { deployment: { proactive: false } }]) {
      const page = startOutreach(setUp);
      await page.clock.advance(120_000);
      expect(page.card()).toBeUndefined();
      expect(page.cookies.size).toBe(0);
    }
  });

  it('leaves no timer when the widget ends', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    page.lifetime.end();
    expect(page.clock.pending).toBe(0);
    expect(page.card()).toBeUndefined();
  });
});

describe('a failed download', () => {
  it('[SH-177] of the room logs one warning and keeps the start time', async () => {
    const fake = createFakeOutreach();
    const outreach = createOutreach(fake.ports, () => Promise.reject(new Error('offline')));
    outreach.start(fake.clock.now());
    await fake.clock.advance(300_000);
    expect(fake.log.warnings).toHaveLength(1);
    expect(outreach.state.card).toBeUndefined();
    expect((fake.record() as { state: number }).state).toBeGreaterThan(0);
  });

  it('[SH-177] of the views shows no card and keeps the start time', async () => {
    const page = startOutreachAfter(50_000, { views: Promise.resolve(false) });
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect((page.record() as { state: number }).state).toBeGreaterThan(0);
  });
});

describe('the outcome', () => {
  it('[SH-120][SH-122] is closed after a click on the close button, stored and reported once', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.close();
    page.outreach.opened()?.stage.close();
    await page.clock.advance(200_000);
    expect(page.record()).toEqual({ type: 'proactiveInvite', state: -2 });
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([{ outcome: 'closed', code: -2 }]);
  });

  it('[SH-120][SH-122][CH-186] is timeout after 120,000 ms on the screen', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    await page.clock.advance(119_000);
    expect(page.card()).toBeDefined();
    expect(page.record()).toMatchObject({ state: -1 });
    await page.clock.advance(1_000);
    expect(page.card()).toBeUndefined();
    expect(page.record()).toMatchObject({ state: -3 });
    expect(page.outcomes()).toEqual([{ outcome: 'timeout', code: -3 }]);
  });

  it('[SH-120] is opened while the pop-up is shown', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    expect(page.cookieWrites.at(-1)).toBe(inviteCookie(-1));
  });

  it.each([
    ['mobile', { facts: { isMobile: true } }],
    ['unavailable', { facts: { isChatAvailable: false } }],
    ['gate', { isGated: true }],
  ])(
    '[SH-121][SH-122] is blocked by %s: stored for the tab, reported once, start time unchanged',
    async (reason, setUp) => {
      const page = startOutreachAfter(50_000, setUp);
      const before = page.record();
      await page.clock.advance(30_000);
      expect(page.card()).toBeUndefined();
      expect(page.actions).toEqual([]);
      expect(JSON.parse(page.session.get('cm-proactive-block') ?? '')).toEqual({ state: -4, reasons: [reason] });
      expect(page.outcomes()).toEqual([{ outcome: 'blocked', code: -4 }]);
      expect(page.record()).toEqual(before);
    },
  );

  it('[SH-121] is no longer blocked on a later page without the reason', async () => {
    const session = new Map([['cm-proactive-block', '{"state":-4,"reasons":["mobile"]}']]);
    const page = startOutreachAfter(60_000, { session });
    await page.clock.advance(1_000);
    expect(page.session.has('cm-proactive-block')).toBe(false);
    expect(page.card()).toBeDefined();
  });

  it('[SH-122] is not reported as blocked again after an earlier page did', async () => {
    const session = new Map([['cm-proactive-block', '{"state":-4,"reasons":["gate"]}']]);
    const page = startOutreachAfter(60_000, { isGated: true, session });
    await page.clock.advance(10_000);
    expect(page.outcomes()).toEqual([]);
    expect(page.session.has('cm-proactive-block')).toBe(true);
  });

  it('[SH-121][SH-122][F-SH14] is reported as blocked by each tab, whose block is its own', async () => {
    const cookies: Cookies = new Map();
    const setUp = { isGated: true, cookies };
    const one = startOutreach(setUp);
    await one.clock.advance(60_000);
    const other = startOutreach({ ...setUp, clock: one.clock });
    await other.clock.advance(1_000);
    expect([one.outcomes().length, other.outcomes().length]).toEqual([1, 1]);
    expect([...cookies.keys()]).toEqual(['cm-proactive-state']);
  });

  it('is not blocked if chat becomes available within 6 s', async () => {
    const page = startOutreachAfter(60_000, { facts: { isChatAvailable: false } });
    await page.clock.advance(5_000);
    page.change({ isChatAvailable: true });
    await page.clock.advance(2_000);
    expect(page.card()).toBeDefined();
    expect(page.outcomes()).toEqual([]);
  });
});

describe('the pop-up', () => {
  it('[SH-123] closes and starts a chat when the visitor clicks it', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.act();
    expect(page.card()).toBeUndefined();
    expect(page.actions.at(-1)).toBe('chat');
    await page.clock.advance(200_000);
    expect(page.outcomes()).toEqual([]);
    expect(page.record()).toMatchObject({ state: -1 });
  });

  it('[SH-123][SH-125] opens the scheduler when the visitor clicks it and chat is not available', async () => {
    const page = startOutreachAfter(50_000, { facts: { isChatAvailable: false, schedulerPurpose: 'sales' } });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ invitation: 'scheduler', headingText: 'Would a call help?' });
    page.outreach.opened()?.stage.act();
    expect(page.actions.at(-1)).toBe('scheduler');
  });

  it.each([5_000, 500, 40_000])(
    '[F-SH30][SH-038] is not shown, on this page or the next, if the pane was opened after %i ms',
    async (afterMs) => {
      const page = startOutreach();
      await page.clock.advance(afterMs);
      page.facts.isPaneShown = true;
      page.outreach.paneShown();
      page.facts.isPaneShown = false;
      page.outreach.sceneChanged();
      await page.clock.advance(300_000);
      expect(page.card()).toBeUndefined();
      expect(page.record()).toMatchObject({ state: -1 });
      expect(page.outcomes()).toEqual([]);
    },
  );

  it('[SH-038] is not shown on the next page if the pane was opened while its code was downloaded', async () => {
    const fake = createFakeOutreach();
    let arrive = (): void => {};
    const outreach = createOutreach(fake.ports, async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return fake.loadOutreach();
    });
    outreach.start(fake.clock.now());
    await fake.clock.advance(50_000);
    outreach.paneShown();
    arrive();
    await fake.clock.advance(300_000);
    expect(outreach.state.card).toBeUndefined();
    expect(fake.record()).toMatchObject({ state: -1 });
  });

  it.each([
    ['allows it', [], { state: -1 }],
    ['refuses it', ['proactive'], null],
  ])(
    '[SH-038][SH-111] is marked if the pane is open before the start of a visitor who %s',
    async (_, refuses, record) => {
      const fake = createFakeOutreach({ refuses });
      const outreach = createOutreach(fake.ports, fake.loadOutreach);
      outreach.paneShown();
      outreach.start(fake.clock.now());
      await fake.clock.advance(300_000);
      if (record) expect(fake.record()).toMatchObject(record);
      else expect(fake.record()).toBeNull();
    },
  );

  it('disappears when the pane opens, and is never shown again', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    page.facts.isPaneShown = true;
    page.outreach.paneShown();
    expect(page.card()).toBeUndefined();
    page.facts.isPaneShown = false;
    page.outreach.sceneChanged();
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([]);
  });
});

describe('two tabs', () => {
  it('[REL-39] show the pop-up once, in the foreground tab', async () => {
    const clock = createFakeClock();
    const cookies: Cookies = new Map([[key, inviteCookie(clock.now() - 50_000)]]);
    const foreground = startOutreach({ clock, cookies });
    const background = startOutreach({ clock, cookies, facts: { isTabVisible: false } });
    await clock.advance(10_000);
    expect(foreground.card()).toBeDefined();
    expect(background.card()).toBeUndefined();
    foreground.outreach.opened()?.stage.close();
    background.change({ isTabVisible: true });
    await settle();
    expect(background.card()).toBeUndefined();
    expect(foreground.record()).toMatchObject({ state: -2 });
  });

  it('[REL-39] show the pop-up once if both are visible, because the cookie is read under the lock', async () => {
    const clock = createFakeClock();
    const cookies: Cookies = new Map([[key, inviteCookie(clock.now() - 50_000)]]);
    let queue: Promise<void> = Promise.resolve();
    const takeTurn = (): Promise<() => void> =>
      new Promise((resolve) => {
        const before = queue;
        queue = new Promise((release) => void before.then(() => resolve(release)));
      });
    const tabs = [startOutreach({ clock, cookies, takeTurn }), startOutreach({ clock, cookies, takeTurn })];
    await clock.advance(10_000);
    expect(tabs.filter(({ card }) => card())).toHaveLength(1);
    for (const { outreach } of tabs) outreach.opened()?.stage.close();
    await clock.advance(10_000);
    expect(tabs.filter(({ card }) => card())).toHaveLength(0);
  });
});
