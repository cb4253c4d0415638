import { describe, expect, it } from 'vitest';
import { parsePageSettings } from '../../../frame/host/pageSettings.ts';
import { createAnalytics } from '../../../frame/insight/analytics/analytics.ts';
import { type AnalyticsPorts, createAnalyticsStore } from '../../../frame/insight/analytics/analyticsStore.ts';
import { toCallName } from '../../../frame/insight/analytics/callName.ts';
import { type AdapterAnswer, toChatAvailability } from '../../../frame/insight/analytics/chatAvailability.ts';
import { analyticsEvents } from '../../../frame/insight/analytics/events.ts';
import { batchDelayMs, batchSize } from '../../../frame/insight/analytics/limits.ts';
import { reportFailedCalls } from '../../../frame/insight/analytics/reportCalls.ts';
import { createBeacon } from '../../../frame/platform/backend/beacon.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

interface Posted {
  readonly url: string;
  readonly type: string | undefined;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

function setUp(parts: Partial<AnalyticsPorts> = {}, answer: () => Promise<Response> = async () => new Response('{}')) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const lifetime = createLifetime();
  const posts: Posted[] = [];
  const beacons: Posted[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  const hideListeners: (() => void)[] = [];
  const inner = createAnalyticsStore({
    clock,
    log,
    lifetime,
    beacon: createBeacon({
      clock,
      fetch: (url, init) => {
        const type = new Headers(init?.headers).get('content-type') ?? undefined;
        // Only what leaves with the page has no type.
        const sent = type === undefined ? beacons : posts;
        sent.push({ url: String(url), type, events: JSON.parse(String(init?.body)).events });
        return answer();
      },
    }),
    host: { emit: async (name, detail) => void emitted.push({ name, detail }) },
    deployment: { url: 'https://events.example/track' },
    version: '1.2.3',
    isAllowed: () => true,
    emitsOnPage: false,
    pageUrl: () => 'https://www.northwind.example/cloud?email=a@b.example#x',
    chatAvailability: () => 'available',
    onHide: (_, listener) => void hideListeners.push(listener),
    ...parts,
  });
  const track = (name: string, detail: Readonly<Record<string, unknown>>): void =>
    inner.record(name, detail, clock.now());
  return {
    store: { state: inner.state, track, trackNamed: track },
    inner,
    clock,
    log,
    lifetime,
    posts,
    beacons,
    emitted,
    hide() {
      for (const listener of hideListeners) listener();
    },
  };
}

const chat = { adapterId: 'liveperson', skill: 'sales' };

describe('events', () => {
  it.each([
    [undefined, false],
    ['', true],
    ['true', true],
    ['false', false],
    ['no', false],
    ['off', false],
    ['0', false],
  ])(
    '[CH-209] go to a page with data-analytics-events="%s": %s, as every other switch',
    (analyticsEvents, expected) => {
      const page = { lang: 'en', settings: analyticsEvents === undefined ? {} : { analyticsEvents } };
      expect(parsePageSettings({ page, config: undefined, query: { consent: {} } }).wantsEvents).toBe(expected);
    },
  );

  it('[CH-209] are listed in one table', () => {
    expect(Object.keys(analyticsEvents)).toEqual(
      expect.arrayContaining([
        'CM_CHAT_START',
        'CM_CHAT_CONNECT',
        'CM_CHAT_FIRST_MESSAGE',
        'CM_CHAT_TRANSFER',
        'CM_CHAT_END',
        'CM_API_ERROR',
      ]),
    );
  });

  it('[CH-209] are posted as one JSON batch, each with page URL, adapter id and skill', async () => {
    const { store, clock, posts } = setUp();
    store.track('CM_CHAT_START', { ...chat, startType: 'menu' });
    store.track('CM_CHAT_CONNECT', chat);
    expect(posts).toEqual([]);
    await clock.advance(batchDelayMs);
    expect(posts).toEqual([
      {
        url: 'https://events.example/track',
        type: 'application/json',
        events: [
          {
            name: 'CM_CHAT_START',
            time: clock.now() - batchDelayMs,
            pageUrl: 'https://www.northwind.example/cloud',
            chatAvailability: 'available',
            detail: { ...chat, startType: 'menu' },
          },
          {
            name: 'CM_CHAT_CONNECT',
            time: clock.now() - batchDelayMs,
            pageUrl: 'https://www.northwind.example/cloud',
            chatAvailability: 'available',
            detail: chat,
          },
        ],
      },
    ]);
  });

  it('[CH-209] are dropped without a warning when the service answers 500, hangs or is unreachable', async () => {
    for (const answer of [
      async () => new Response('no', { status: 500 }),
      () => new Promise<Response>(() => {}),
      () => Promise.reject(new TypeError('offline')),
    ]) {
      const { store, clock, log, posts } = setUp({}, answer);
      store.track('CM_CHAT_START', chat);
      await clock.advance(60_000);
      expect(posts).toHaveLength(1);
      expect([log.errors, log.warnings]).toEqual([[], []]);
    }
  });

  it('[CH-209] are posted immediately when a batch is full', () => {
    const { store, posts } = setUp();
    for (let count = 0; count < batchSize; count += 1) store.track('CM_PANE_SHOWN', {});
    expect(posts[0]?.events).toHaveLength(batchSize);
  });

  it('[CH-209] are sent by beacon, once, when the page is left before the batch is posted', async () => {
    const { store, clock, posts, beacons, hide, lifetime } = setUp();
    store.track('CM_CHAT_END', chat);
    hide();
    hide();
    lifetime.end();
    await clock.advance(batchDelayMs);
    expect(posts).toEqual([]);
    expect(beacons.map(({ events }) => events.map(({ name }) => name))).toEqual([['CM_CHAT_END']]);
  });

  it('[CH-209] are sent by beacon when the widget is destroyed', () => {
    const { store, beacons, lifetime } = setUp();
    store.track('CM_CHAT_END', chat);
    lifetime.end();
    expect(beacons).toHaveLength(1);
  });

  it('[CH-210] carry only their listed fields, with personal data redacted', async () => {
    const { store, clock, posts } = setUp();
    store.trackNamed('CM_CHAT_START', {
      adapterId: 'bot',
      skill: 'ask ann.lee@northwind.example at 10.1.2.3',
      email: 'ann.lee@northwind.example',
      firstName: 'Ann',
      text: 'my order',
      startType: undefined,
    });
    await clock.advance(batchDelayMs);
    expect(posts[0]?.events[0]?.detail).toEqual({ adapterId: 'bot', skill: 'ask (e-mail) at (ip)' });
  });

  it('[CH-209] with an unlisted name are dropped with a warning', () => {
    const { store, log } = setUp();
    store.trackNamed('CM_NOPE', {});
    store.trackNamed('constructor', {});
    expect(store.state.events).toEqual([]);
    expect(log.warnings).toHaveLength(2);
  });

  it('[CH-209] are not sent without consent, not even to the page', async () => {
    const { store, clock, posts, emitted } = setUp({ isAllowed: () => false, emitsOnPage: true });
    store.track('CM_CHAT_START', chat);
    await clock.advance(batchDelayMs);
    expect([posts, emitted]).toEqual([[], []]);
    expect(store.state.events[0]?.outcome).toBe('no consent');
  });

  it('[CH-209] are not posted when consent is withdrawn before the batch is due', async () => {
    let isAllowed = true;
    const { store, clock, posts } = setUp({ isAllowed: () => isAllowed });
    store.track('CM_CHAT_START', chat);
    isAllowed = false;
    await clock.advance(batchDelayMs);
    expect(posts).toEqual([]);
  });

  it('[CH-209] are emitted as cm- events on a page that asked for them, even without a service', () => {
    const { store, emitted } = setUp({ emitsOnPage: true, deployment: undefined });
    store.track('CM_CHAT_FIRST_MESSAGE', chat);
    expect(emitted).toMatchObject([{ name: 'cm-chat-first-message', detail: chat }]);
  });

  it('[CH-209] that every page receives anyway are not emitted twice', () => {
    const { store, emitted, posts } = setUp({ emitsOnPage: true });
    store.track('CM_PANE_SHOWN', {});
    store.track('CM_PANE_HIDDEN', {});
    expect([emitted, posts]).toEqual([[], []]);
    expect(store.state.events).toHaveLength(2);
  });

  it('[CH-209] do not fail when the page does not answer', async () => {
    const { store } = setUp({
      emitsOnPage: true,
      host: { emit: () => Promise.reject(createError('BRIDGE_TIMEOUT', 'late')) },
    });
    expect(() => store.track('CM_PANE_SHOWN', {})).not.toThrow();
  });
});

describe('the door', () => {
  function setUpDoor(parts: { hasListener?: boolean; fails?: boolean } = {}) {
    const bench = setUp();
    const measured: string[] = [];
    let loads = 0;
    const analytics = createAnalytics({
      clock: bench.clock,
      log: bench.log,
      hasListener: () => parts.hasListener ?? true,
      load: async () => {
        loads += 1;
        if (parts.fails) throw new Error('chunk');
        return bench.inner;
      },
      also: (name) => void measured.push(name),
    });
    return { ...bench, analytics, measured, loads: () => loads };
  }

  it('[CH-209] downloads the store with the first event and queues events until then, in order and with their time', async () => {
    const { analytics, clock, posts, loads } = setUpDoor();
    analytics.track('CM_CHAT_START', chat);
    analytics.track('CM_CHAT_CONNECT', chat);
    const startedMs = clock.now();
    await clock.advance(batchDelayMs);
    analytics.track('CM_CHAT_END', chat);
    await clock.advance(batchDelayMs);
    expect(loads()).toBe(1);
    expect(posts.map(({ events }) => events.map(({ name }) => name))).toEqual([
      ['CM_CHAT_START', 'CM_CHAT_CONNECT'],
      ['CM_CHAT_END'],
    ]);
    expect(posts[0]?.events[0]?.time).toBe(startedMs);
  });

  it('[CH-209] downloads nothing when no one listens to the events, and still passes them to experiments', async () => {
    const { analytics, measured, loads } = setUpDoor({ hasListener: false });
    analytics.track('CM_CHAT_START', chat);
    expect([loads(), measured]).toEqual([0, ['CM_CHAT_START']]);
  });

  it('[CH-209] drops events without a warning when the store cannot be downloaded', async () => {
    const { analytics, clock, log, loads } = setUpDoor({ fails: true });
    analytics.track('CM_CHAT_START', chat);
    await clock.advance(0);
    analytics.track('CM_CHAT_END', chat);
    expect(await analytics.open()).toBeUndefined();
    expect([loads(), log.errors, log.warnings]).toEqual([1, [], []]);
  });
});

describe('failed calls', () => {
  it('[CH-210] are tracked once each, by name and status, and still reject', async () => {
    const failures: unknown[] = [];
    const backend = createFakeBackend({ '/v2/message/9381-22': () => refuse(503, { email: 'ann@northwind.example' }) });
    const call = reportFailedCalls(backend, (detail) => failures.push(detail));
    const request = { hosts: ['https://bot.example'], path: '/v2/message/9381-22', parse: (body: unknown) => body };
    await expect(call(request)).rejects.toMatchObject({ status: 503 });
    expect(failures).toMatchObject([{ call: '/v2/message/9381-22', status: 503, code: 'CALL_FAILED' }]);
    const { store, clock, posts } = setUp();
    for (const failure of failures) store.track('CM_API_ERROR', failure as Record<string, unknown>);
    await clock.advance(batchDelayMs);
    expect(posts[0]?.events).toMatchObject([
      { name: 'CM_API_ERROR', detail: { call: '/v2/message/:id', status: 503, code: 'CALL_FAILED' } },
    ]);
  });

  it('[CH-210] are not tracked when the caller aborted the call', async () => {
    const failures: unknown[] = [];
    const call = reportFailedCalls(
      () => Promise.reject(createError('CALL_ABORTED', 'left')),
      (detail) => failures.push(detail),
    );
    await expect(call({ hosts: ['https://a.example'], path: '/x', parse: () => undefined })).rejects.toBeDefined();
    expect(failures).toEqual([]);
  });

  it.each([
    ['/contact/lookup', '/contact/lookup'],
    ['/api/account/31487986/app/engagement/visitors/Q2YzE0', '/api/account/:id/app/engagement/visitors/:id'],
    ['/v2/message/history', '/v2/message/history'],
    ['/appointments/NW-1002?mail=a@b.example', '/appointments/:id'],
    ['/users/ann%40northwind', '/users/:id'],
  ])('[CH-210] are named without ids: %s as %s', (path, name) => {
    expect(toCallName(path)).toBe(name);
  });
});

describe('chat availability', () => {
  it('[CH-211] is unknown until the first adapter has answered, then available or unavailable', async () => {
    let answer: AdapterAnswer = 'unknown';
    const { store, clock, posts } = setUp({ chatAvailability: () => toChatAvailability(answer) });
    for (answer of ['unknown', 'standBy', 'available', 'unavailable'] as const) store.track('CM_PANE_SHOWN', {});
    await clock.advance(batchDelayMs);
    expect(posts[0]?.events.map(({ chatAvailability }) => chatAvailability)).toEqual([
      'unknown',
      'unavailable',
      'available',
      'unavailable',
    ]);
  });
});
