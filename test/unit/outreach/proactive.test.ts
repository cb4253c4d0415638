import { describe, expect, it } from 'vitest';
import { createOutreach } from '../../../frame/outreach/outreach.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import {
  createFakeOutreach,
  inviteCookie,
  type Jar,
  startOutreach,
  startOutreachAfter,
} from '../../support/fakeOutreach.ts';

const key = 'cm-proactive-state';

describe('the count', () => {
  it('[SH-115][CH-185] writes the type and the current time with the first tick, and not before', async () => {
    const page = startOutreach();
    const begunMs = page.clock.now();
    await page.clock.advance(999);
    expect(page.jar.has(key)).toBe(false);
    await page.clock.advance(1);
    expect(page.jar.get(key)).toBe(`{"type":"proactiveInvite","state":${begunMs + 1_000}}`);
  });

  it('[SH-115] writes the bot type where a bot is active', async () => {
    const page = startOutreach({ sight: { isBot: true } });
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
    expect(page.done).toEqual([]);
    await page.clock.advance(1_000);
    expect(page.done).toEqual(['views']);
    await page.clock.advance(7_000);
    expect(page.done).toEqual(['views']);
  });

  it('[SH-116] goes on across page loads: 50 s ago leaves 5 s', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(4_000);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1_000);
    expect(page.card()).toBeDefined();
    expect(page.record()).toEqual({ type: 'proactiveInvite', state: -1 });
  });

  it('[SH-116] is right in a throttled tab and after sleep: the next tick shows what is due', async () => {
    const page = startOutreach();
    await page.clock.advance(2_000);
    page.clock.jump(3_600_000);
    await page.clock.advance(1_000);
    expect(page.card()).toBeDefined();
  });

  it('[SH-116] takes the configured time', async () => {
    const page = startOutreach({ deployment: { popUpTimeMs: 3_000 } });
    await page.clock.advance(4_000);
    expect(page.card()).toBeDefined();
  });

  it.each([0, -1, -2, -3, -4])(
    '[SH-118] shows nothing and ticks no more when the page starts with %i',
    async (state) => {
      const page = startOutreach({ jar: new Map([[key, inviteCookie(state)]]) });
      await page.clock.advance(1_000);
      expect(page.clock.pending).toBe(0);
      await page.clock.advance(600_000);
      expect(page.card()).toBeUndefined();
      expect(page.record()).toEqual({ type: 'proactiveInvite', state: -1 });
      expect(page.done).toEqual([]);
    },
  );

  it.each(['{', 'null', '[]', '"x"', '{"type":"proactiveInvite","state":"closed"}', '{"type":7}'])(
    'survives the cookie %s',
    async (text) => {
      const page = startOutreach({ jar: new Map([[key, text]]) });
      await page.clock.advance(120_000);
      expect(page.writes.length).toBeGreaterThan(0);
      expect(page.log.errors).toEqual([]);
    },
  );

  it('begins anew when the clock was set back, so that it never waits for days', async () => {
    const page = startOutreachAfter(-86_400_000);
    await page.clock.advance(57_000);
    expect(page.card()).toBeDefined();
  });

  it('asks nothing of the page while it waits: one read and one write in 45 s', async () => {
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
    expect(page.writes).toHaveLength(1);
  });

  it('does not run without consent, nor where the deployment is silent', async () => {
    for (const setUp of [{ refuses: ['proactive'] }, { deployment: { proactive: false } }]) {
      const page = startOutreach(setUp);
      await page.clock.advance(120_000);
      expect(page.card()).toBeUndefined();
      expect(page.jar.size).toBe(0);
    }
  });

  it('leaves no timer behind when the widget is destroyed', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    page.lifetime.end();
    expect(page.clock.pending).toBe(0);
    expect(page.card()).toBeUndefined();
  });
});

describe('what is missing', () => {
  it('[SH-177] the room cannot be downloaded: one warning, and nothing is marked', async () => {
    const fake = createFakeOutreach();
    const outreach = createOutreach(fake.ports, () => Promise.reject(new Error('offline')));
    outreach.start();
    await fake.clock.advance(300_000);
    expect(fake.log.warnings).toHaveLength(1);
    expect(outreach.state.card).toBeUndefined();
    expect((fake.record() as { state: number }).state).toBeGreaterThan(0);
  });

  it('[SH-177] the views cannot be downloaded: no card, and a later page may still show it', async () => {
    const page = startOutreachAfter(50_000, { views: Promise.resolve(false) });
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect((page.record() as { state: number }).state).toBeGreaterThan(0);
  });
});

describe('the outcome', () => {
  it('[SH-120][SH-122] is closed: stored, hidden, told once', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.close();
    page.outreach.room()?.stage.close();
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

  it('[SH-120] a shown pop-up is marked opened, whatever the state was', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    expect(page.writes.at(-1)).toBe(inviteCookie(-1));
  });

  it.each([
    ['mobile', { sight: { isMobile: true } }],
    ['unavailable', { sight: { isChatAvailable: false } }],
    ['gate', { isGated: true }],
  ])('[SH-121][SH-122] is blocked by %s: stored for the tab, told once, the start kept', async (reason, setUp) => {
    const page = startOutreachAfter(50_000, setUp);
    const before = page.record();
    await page.clock.advance(30_000);
    expect(page.card()).toBeUndefined();
    expect(page.done).toEqual([]);
    expect(JSON.parse(page.session.get('cm-proactive-block') ?? '')).toEqual({ state: -4, reasons: [reason] });
    expect(page.outcomes()).toEqual([{ outcome: 'blocked', code: -4 }]);
    expect(page.record()).toEqual(before);
  });

  it('[SH-121] a later page without the reason removes the block and shows the pop-up', async () => {
    const page = startOutreachAfter(60_000);
    page.session.set('cm-proactive-block', '{"state":-4,"reasons":["mobile"]}');
    await page.clock.advance(1_000);
    expect(page.session.has('cm-proactive-block')).toBe(false);
    expect(page.card()).toBeDefined();
  });

  it('[SH-122] a block that an earlier page told is not told again', async () => {
    const page = startOutreachAfter(60_000, { isGated: true });
    page.session.set('cm-proactive-block', '{"state":-4,"reasons":["gate"]}');
    await page.clock.advance(10_000);
    expect(page.outcomes()).toEqual([]);
    expect(page.session.has('cm-proactive-block')).toBe(true);
  });

  it('waits up to 6 s for a chat that is still coming up', async () => {
    const page = startOutreachAfter(60_000, { sight: { isChatAvailable: false } });
    await page.clock.advance(5_000);
    page.look({ isChatAvailable: true });
    await page.clock.advance(2_000);
    expect(page.card()).toBeDefined();
    expect(page.outcomes()).toEqual([]);
  });
});

describe('the visitor', () => {
  it('[SH-123] follows it: hidden, chat begun', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.act();
    expect(page.card()).toBeUndefined();
    expect(page.done.at(-1)).toBe('chat');
    await page.clock.advance(200_000);
    expect(page.outcomes()).toEqual([]);
    expect(page.record()).toMatchObject({ state: -1 });
  });

  it('[SH-123][SH-125] opens the scheduler where only that is possible', async () => {
    const page = startOutreachAfter(50_000, { sight: { isChatAvailable: false, schedulerPurpose: 'sales' } });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ invitation: 'scheduler', headingText: 'Would a call help?' });
    page.outreach.room()?.stage.act();
    expect(page.done.at(-1)).toBe('scheduler');
  });

  it.each([5_000, 500, 40_000])(
    '[SH-038] opens the pane after %i ms: no invitation is needed any more, on later pages either',
    async (afterMs) => {
      const page = startOutreach();
      await page.clock.advance(afterMs);
      page.sight.isPaneShown = true;
      page.outreach.paneShown();
      page.sight.isPaneShown = false;
      page.outreach.sceneChanged();
      await page.clock.advance(300_000);
      expect(page.card()).toBeUndefined();
      expect(page.record()).toMatchObject({ state: -1 });
      expect(page.outcomes()).toEqual([]);
    },
  );

  it('opens the pane with the pop-up on the screen: it goes, and never comes again', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    page.sight.isPaneShown = true;
    page.outreach.paneShown();
    expect(page.card()).toBeUndefined();
    page.sight.isPaneShown = false;
    page.outreach.sceneChanged();
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([]);
  });

  it('is typing when it falls due: it waits until they are done', async () => {
    const page = startOutreachAfter(50_000, { sight: { isTyping: true } });
    await page.clock.advance(20_000);
    expect(page.card()).toBeUndefined();
    expect(page.record()).not.toMatchObject({ state: -1 });
    page.sight.isTyping = false;
    page.outreach.sceneChanged();
    await settle();
    expect(page.card()).toBeDefined();
  });
});

describe('two tabs', () => {
  it('[REL-39] show it in the front one only, once', async () => {
    const clock = createFakeClock();
    const jar: Jar = new Map([[key, inviteCookie(clock.now() - 50_000)]]);
    const front = startOutreach({ clock, jar });
    const behind = startOutreach({ clock, jar, sight: { isTabVisible: false } });
    await clock.advance(10_000);
    expect(front.card()).toBeDefined();
    expect(behind.card()).toBeUndefined();
    front.outreach.room()?.stage.close();
    behind.look({ isTabVisible: true });
    await settle();
    expect(behind.card()).toBeUndefined();
    expect(front.record()).toMatchObject({ state: -2 });
  });

  it('[REL-39] side by side: the cookie decides, under the lock', async () => {
    const clock = createFakeClock();
    const jar: Jar = new Map([[key, inviteCookie(clock.now() - 50_000)]]);
    let queue: Promise<void> = Promise.resolve();
    const takeTurn = (): Promise<() => void> =>
      new Promise((resolve) => {
        const before = queue;
        queue = new Promise((release) => void before.then(() => resolve(release)));
      });
    const tabs = [startOutreach({ clock, jar, takeTurn }), startOutreach({ clock, jar, takeTurn })];
    await clock.advance(10_000);
    expect(tabs.filter(({ card }) => card())).toHaveLength(1);
    for (const { outreach } of tabs) outreach.room()?.stage.close();
    await clock.advance(10_000);
    expect(tabs.filter(({ card }) => card())).toHaveLength(0);
  });
});
