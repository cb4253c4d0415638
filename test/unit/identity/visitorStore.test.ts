import { describe, expect, it, vi } from 'vitest';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createGeoApi, type Geo } from '../../../frame/identity/geoApi.ts';
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
  const store = createVisitorStore({ clock, lifetime, log, fetchGeo: geo }, query);
  return { clock, lifetime, log, geo, store };
}

function watch(promise: Promise<unknown>): () => boolean {
  let isDone = false;
  void promise.then(() => {
    isDone = true;
  });
  return () => isDone;
}

describe('waiting for user info', () => {
  it('[SH-106] ends after 500 ms, not after 499 ms', async () => {
    const { store, clock } = setUp();
    const isDone = watch(store.whenReady());
    await clock.advance(499);
    expect(isDone()).toBe(false);
    await clock.advance(1);
    expect(isDone()).toBe(true);
  });

  it('[SH-106] ends as soon as everything is known, from any sources', async () => {
    const { store, clock } = setUp('cm-country=DE');
    const isDone = watch(store.whenReady());
    store.pageSeen({ support: { iui: 'u-1' } });
    await clock.advance(0);
    expect(isDone()).toBe(false);
    store.pageSeen({ support: { iui: 'u-1' }, profile: { authenticated: true } });
    await clock.advance(0);
    expect(isDone()).toBe(true);
  });

  it('[SH-106] is not repeated for later data, which updates the state', async () => {
    const { store, clock } = setUp();
    await clock.advance(600);
    await store.whenReady();
    store.pageSeen({ page: { country: 'DE', signedin: true, iui: 'u-1' } });
    expect(store.state).toMatchObject({ country: 'DE', signedIn: true, uniqueId: 'u-1' });
  });

  it('[SH-106] replaces a source’s earlier data', () => {
    const { store } = setUp();
    store.pageSeen({ page: { signedin: true, iui: 'u-1', email: 'mia@example.com' } });
    store.pageSeen({ page: { signedin: false } });
    expect(store.state).toMatchObject({ signedIn: false, uniqueId: undefined, info: { signedin: false } });
  });

  it('[SH-106] ends with the widget and leaves no timer', async () => {
    const { store, clock, lifetime } = setUp();
    const isDone = watch(store.whenReady());
    lifetime.end();
    await clock.advance(0);
    expect([clock.pending, isDone()]).toEqual([0, true]);
  });
});

describe('the geo service', () => {
  it('[SH-108] provides IP address and country if no other source does', async () => {
    const { store } = setUp('', () => Promise.resolve({ ip: '203.0.113.7', country: 'US' }));
    store.pageSeen({ page: { country: 'DE' } });
    await store.start();
    expect(store.state.info).toEqual({ ip: '203.0.113.7', country: 'DE' });
  });

  it('[CH-115] is called once for two callers, and again after a failure', async () => {
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

  it('[SH-108] is not called if overrides provide both', async () => {
    const { store, geo } = setUp('cm-country=DE&cm-ip=203.0.113.7');
    await store.start();
    expect(geo).not.toHaveBeenCalled();
  });

  it('[SH-108] leaves both unknown and logs one warning if it fails', async () => {
    const { store, log } = setUp('', () => Promise.reject(new Error('down')));
    await store.start();
    expect(store.state.info).toEqual({});
    expect(log.warnings).toHaveLength(1);
  });

  const api = (answer: () => unknown) => {
    const call = createFakeBackend({ '/client': answer });
    return { call, fetchGeo: createGeoApi({ call, hosts: ['https://geo.example.com'] }) };
  };

  it('[SH-108] is called with GET /client and a timeout of 5,000 ms', async () => {
    const { call, fetchGeo } = api(() => ({ ip: '203.0.113.7', country: 'de' }));
    expect(await fetchGeo()).toEqual({ ip: '203.0.113.7', country: 'de' });
    expect(call.calls[0]).toMatchObject({ path: '/client', method: 'GET', limitMs: 5_000 });
  });

  it('[SH-107][SH-108] may answer invalid values, which are dropped', async () => {
    expect(await api(() => ({ ip: '::1', country: 'Germany' })).fetchGeo()).toEqual({});
    expect(await api(() => ({})).fetchGeo()).toEqual({});
  });

  it('[SH-108] rejects on a server error', async () => {
    await expect(api(() => refuse(500)).fetchGeo()).rejects.toMatchObject({ code: 'CALL_FAILED', status: 500 });
  });

  it('[SH-108] rejects if the answer is not an object', async () => {
    await expect(api(() => 'hello').fetchGeo()).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
  });

  it('[SH-108] times out after 5,000 ms', async () => {
    const clock = createFakeClock();
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    // With two hosts, because the default timeout of a call grows with their number.
    const fetchGeo = createGeoApi({ hosts: ['https://geo.example.com', 'https://geo2.example.com'], call });
    const onError = vi.fn();
    fetchGeo().catch(onError);
    await clock.advance(4_999);
    expect(onError).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: 'CALL_TIMEOUT' });
    expect(clock.pending).toBe(0);
  });

  it('[SH-108] is not called if the deployment has none', async () => {
    const call = createFakeBackend();
    expect(await createGeoApi({ call, hosts: [] })()).toEqual({});
    expect(call.calls).toHaveLength(0);
  });
});
