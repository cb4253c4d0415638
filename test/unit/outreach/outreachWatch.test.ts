import { describe, expect, it, vi } from 'vitest';
import type { Viewport } from '../../../bridge/records.ts';
import { watchOutreach } from '../../../frame/compose/outreachWatch.ts';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createState } from '../../../frame/platform/state.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const short: Viewport = {
  width: 1280,
  height: 800,
  visibleHeight: 800,
  documentHeight: 900,
  scrollY: 0,
};

interface SetUp {
  readonly viewport?: Viewport;
  readonly services?: readonly string[];
  readonly outreach?: object;
  readonly refused?: readonly string[];
  readonly cookie?: object;
  readonly rules?: readonly unknown[];
  readonly stored?: Readonly<Record<string, string>>;
}

function setUp({ viewport = short, services = ['bot'], outreach = {}, refused = [], ...more }: SetUp = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const cookies: unknown[] = [];
  const wake = vi.fn();
  const page = { actedMs: 0, refused: [...refused] };
  const { watch: watchConsent, change, state: consentState } = createState({ version: 0 });
  const core = {
    clock,
    lifetime,
    self: { localStorage: {}, sessionStorage: more.stored ?? {} },
    settings: { rules: more.rules ?? [] },
    deployment: parseDeployment({ allowedHosts: [], contact: { hosts: ['https://contact.example.com'] }, outreach }),
    hostStore: {
      readJson: async () => cookies.at(-1) ?? more.cookie,
      writeCookie: async (_: string, value: unknown) => void cookies.push(structuredClone(value)),
    },
    consent: { watch: watchConsent, isAllowed: (product: string) => !page.refused.includes(product) },
    viewport: { state: { viewport } },
    contact: {
      state: { information: { first: { chatInformation: services.map((chatService) => ({ chatService })) } } },
    },
  } as unknown as Parameters<typeof watchOutreach>[0];
  const startedMs = clock.now();
  const watch = watchOutreach(core, { startedMs, actedMs: () => page.actedMs, wake });
  const withdraw = (product: string): void => {
    page.refused.push(product);
    change({ version: consentState.version + 1 });
  };
  return { clock, lifetime, cookies, wake, page, watch, withdraw };
}

describe('the pop-up', () => {
  it('[SH-115][SH-116][F-PG4] downloads nothing until ten seconds before it is due', async () => {
    const { clock, wake, cookies } = setUp({ services: ['liveperson'] });
    await clock.advance(1_000);
    expect(cookies).toEqual([{ type: 'proactiveInvite', state: expect.any(Number) }]);
    await clock.advance(44_000);
    expect(wake).not.toHaveBeenCalled();
    await clock.advance(2_000);
    expect(wake).toHaveBeenCalledOnce();
  });

  it('[SH-118] is not counted again for a visitor who has seen it', async () => {
    const { clock, wake } = setUp({ cookie: { type: 'proactiveInvite', state: -1 } });
    await clock.advance(100_000);
    expect(wake).not.toHaveBeenCalled();
    expect(clock.pending).toBe(0);
  });

  it('[F-SH30][SH-038][SH-118] is marked opened when the visitor opens the pane, and wakes nothing', async () => {
    const { clock, wake, watch, cookies } = setUp();
    await clock.advance(2_000);
    watch.paneShown();
    await clock.advance(100_000);
    expect(cookies.at(-1)).toEqual({ type: 'proactiveInvite', state: -1 });
    expect(wake).not.toHaveBeenCalled();
  });

  it('[SH-038] is marked opened if the visitor opens the pane while the rooms are downloaded', async () => {
    const { clock, lifetime, wake, watch, cookies } = setUp();
    await clock.advance(50_000);
    expect(wake).toHaveBeenCalledOnce();
    watch.paneShown();
    await clock.advance(0);
    expect(cookies.at(-1)).toEqual({ type: 'proactiveInvite', state: -1 });
    cookies.length = 0;
    lifetime.end();
    watch.paneShown();
    await clock.advance(0);
    expect(cookies).toEqual([]);
  });

  it('[SH-111] is neither counted nor downloaded without consent, and an unfinished count is deleted', async () => {
    const without = setUp({ refused: ['proactive'] });
    await without.clock.advance(100_000);
    expect(without.cookies).toEqual([]);
    expect(without.wake).not.toHaveBeenCalled();

    const withdrawn = setUp();
    await withdrawn.clock.advance(2_000);
    withdrawn.withdraw('proactive');
    await withdrawn.clock.advance(0);
    // The rooms delete it.
    expect(withdrawn.wake).toHaveBeenCalledOnce();
    expect(withdrawn.clock.pending).toBe(0);
  });

  it('[SH-012] leaves no timer when the rooms take over', async () => {
    const { clock, lifetime } = setUp();
    await clock.advance(2_000);
    lifetime.end();
    expect(clock.pending).toBe(0);
  });
});

describe('the bot’s welcome', () => {
  it('[SH-119][F-PG4] downloads nothing on a short page before three seconds and something that the visitor does then', async () => {
    const { clock, wake, page } = setUp();
    page.actedMs = clock.now() + 2_999;
    await clock.advance(20_000);
    expect(wake).not.toHaveBeenCalled();
    page.actedMs = clock.now();
    await clock.advance(1_000);
    expect(wake).toHaveBeenCalledOnce();
  });

  it.each([
    [399, 0],
    [400, 1],
  ])('[SH-119] on a tall page that is scrolled by %i px wakes %i times', async (scrollY, times) => {
    const { clock, wake } = setUp({ viewport: { ...short, documentHeight: 2_400, scrollY } });
    await clock.advance(5_000);
    expect(wake).toHaveBeenCalledTimes(times);
  });

  it('[SH-119] wakes nothing on a page without a bot', async () => {
    const { clock, wake, page } = setUp({ services: ['liveperson', 'salesforce'] });
    page.actedMs = clock.now() + 10_000;
    await clock.advance(20_000);
    expect(wake).not.toHaveBeenCalled();
  });
});

it.each([
  ['offers', { outreach: { offers: { hosts: { prod: ['https://offers.example.com'] } } } }],
  ['in-app messages', { outreach: { inApp: { enabled: true, scriptUrl: 'https://inapp.example.com/sdk.js' } } }],
  ['rules of the page', { rules: [{}] }],
  ['offers that may no longer be stored', { stored: { 'cm-offers': '{}' }, refused: ['interact'] }],
  ['closed notifications that may no longer be stored', { stored: { 'cm-closed': '[]' }, refused: ['proactive'] }],
])('[SH-147][SH-111] wakes at once for %s', (_, given: SetUp) => {
  expect(setUp(given).wake).toHaveBeenCalledOnce();
});

it.each([
  ['offers', { outreach: { offers: { hosts: { prod: ['https://offers.example.com'] } } }, refused: ['interact'] }],
  ['rules of the page', { rules: [{}], refused: ['proactive'] }],
])('[SH-111] wakes nothing for %s that the visitor refuses', async (_, given: SetUp) => {
  const { clock, wake } = setUp({ ...given, services: [] });
  await clock.advance(5_000);
  expect(wake).not.toHaveBeenCalled();
});
