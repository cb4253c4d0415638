import { describe, expect, it, vi } from 'vitest';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createGeoApi, type Geo } from '../../../frame/identity/geoApi.ts';
import { toQueryUserInfo } from '../../../frame/identity/queryUserInfo.ts';
import { createVisitorStore } from '../../../frame/identity/visitorStore.ts';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function setUp(text = '', fetchGeo: () => Promise<Geo> = () => Promise.resolve({})) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const geo = vi.fn(fetchGeo);
  const query = parseQueryParameters(`https://www.example.com/?${text}`);
  const store = createVisitorStore({ clock, lifetime, log, fetchGeo: geo }, query, toQueryUserInfo(query));
  return { clock, lifetime, log, geo, store };
}

function watch(promise: Promise<unknown>): () => boolean {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  return () => done;
}

describe('waiting for user info', () => {
  it('[SH-106] waits 499 ms and goes on at 500', async () => {
    const { store, clock } = setUp();
    const isDone = watch(store.whenKnown());
    await clock.advance(499);
    expect(isDone()).toBe(false);
    await clock.advance(1);
    expect(isDone()).toBe(true);
  });

  it('[SH-106] goes on as soon as everything is known, whichever sources said it', async () => {
    const { store, clock } = setUp('cm-country=DE');
    const isDone = watch(store.whenKnown());
    store.pageSeen({ support: { iui: 'u-1' } });
    await clock.advance(0);
    expect(isDone()).toBe(false);
    store.pageSeen({ support: { iui: 'u-1' }, profile: { authenticated: true } });
    await clock.advance(0);
    expect(isDone()).toBe(true);
  });

  it('[SH-106] later data only updates the state', async () => {
    const { store, clock } = setUp();
    await clock.advance(600);
    await store.whenKnown();
    store.pageSeen({ page: { country: 'DE', signedin: true, iui: 'u-1' } });
    expect(store.state).toMatchObject({ country: 'DE', signedIn: true, uniqueId: 'u-1' });
  });

  it('[SH-106] a source that speaks again replaces its older word', () => {
    const { store } = setUp();
    store.pageSeen({ page: { signedin: true, iui: 'u-1', email: 'mia@example.com' } });
    store.pageSeen({ page: { signedin: false } });
    expect(store.state).toMatchObject({ signedIn: false, uniqueId: undefined, info: { signedin: false } });
  });

  it('[SH-106] the end of the widget leaves no timer and nobody waiting', async () => {
    const { store, clock, lifetime } = setUp();
    const isDone = watch(store.whenKnown());
    lifetime.end();
    await clock.advance(0);
    expect([clock.pending, isDone()]).toEqual([0, true]);
  });
});

describe('the geo service', () => {
  it('[SH-108] fills IP and country where no other source names them', async () => {
    const { store } = setUp('', () => Promise.resolve({ ip: '203.0.113.7', country: 'US' }));
    store.pageSeen({ page: { country: 'DE' } });
    await store.start();
    expect(store.state.info).toEqual({ ip: '203.0.113.7', country: 'DE' });
  });

  it('[CH-115] answers two who ask at once from one call, and is asked again after a failure', async () => {
    let isDown = true;
    const { store, geo } = setUp('', async () => {
      if (isDown) throw new Error('down');
      return { ip: '203.0.113.7', country: 'US' };
    });
    await Promise.all([store.start(), store.start()]);
    expect(geo).toHaveBeenCalledTimes(1);
    isDown = false;
    await store.start();
    expect(store.state.info.ip).toBe('203.0.113.7');
    expect(geo).toHaveBeenCalledTimes(2);
  });

  it('[SH-108] is not asked when overrides name both', async () => {
    const { store, geo } = setUp('cm-country=DE&cm-ip=203.0.113.7');
    await store.start();
    expect(geo).not.toHaveBeenCalled();
  });

  it('[SH-108] a failure leaves both unknown, warns once and stops nothing', async () => {
    const { store, log } = setUp('', () => Promise.reject(new Error('down')));
    await store.start();
    expect(store.state.info).toEqual({});
    expect(log.warnings).toHaveLength(1);
  });

  const api = (answer: () => unknown) => {
    const call = createFakeBackend({ '/client': answer });
    return { call, fetchGeo: createGeoApi({ call, hosts: ['https://geo.example.com'] }) };
  };

  it('[SH-108] is GET /client with a limit of 5,000 ms', async () => {
    const { call, fetchGeo } = api(() => ({ ip: '203.0.113.7', country: 'de' }));
    expect(await fetchGeo()).toEqual({ ip: '203.0.113.7', country: 'de' });
    expect(call.calls[0]).toMatchObject({ path: '/client', method: 'GET', limitMs: 5_000 });
  });

  it('[SH-107][SH-108] drops values of a wrong form', async () => {
    expect(await api(() => ({ ip: '::1', country: 'Germany' })).fetchGeo()).toEqual({});
    expect(await api(() => ({})).fetchGeo()).toEqual({});
  });

  it('[SH-108] rejects on a server error', async () => {
    await expect(api(() => refuse(500)).fetchGeo()).rejects.toMatchObject({ code: 'CALL_FAILED', status: 500 });
  });

  it('[SH-108] rejects an answer that is not an object', async () => {
    await expect(api(() => 'hello').fetchGeo()).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
  });

  it('[SH-108] is given up after 5,000 ms', async () => {
    const clock = createFakeClock();
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    // With a second host, which the call would give a minute of its own.
    const fetchGeo = createGeoApi({ hosts: ['https://geo.example.com', 'https://geo2.example.com'], call });
    const told = vi.fn();
    fetchGeo().catch(told);
    await clock.advance(4_999);
    expect(told).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(told.mock.calls[0]?.[0]).toMatchObject({ code: 'CALL_TIMEOUT' });
    expect(clock.pending).toBe(0);
  });

  it('[SH-108] a deployment without one asks nobody', async () => {
    const call = createFakeBackend();
    expect(await createGeoApi({ call, hosts: [] })()).toEqual({});
    expect(call.calls).toHaveLength(0);
  });
});
