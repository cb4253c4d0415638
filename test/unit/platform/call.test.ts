import { describe, expect, it } from 'vitest';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { cascade } from '../../../frame/platform/backend/cascade.ts';
import { firstHost } from '../../../frame/platform/backend/firstHost.ts';
import type { BackendCall, CallBackend } from '../../../frame/platform/backend/plan.ts';
import { series, seriesWhile } from '../../../frame/platform/backend/series.ts';
import { isWidgetError, type WidgetError } from '../../../frame/platform/errors.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeFetch } from '../../support/fakeFetch.ts';

const hosts = ['https://a.example', 'https://b.example', 'https://c.example'];

function setUp() {
  const clock = createFakeClock();
  const network = createFakeFetch();
  const settings: (number | undefined)[] = [];
  const callBackend: CallBackend = createCallBackend({
    fetch: network.fetch,
    clock,
    authorize(setting) {
      settings.push(setting);
      return `generated-${settings.length}`;
    },
  });
  return { clock, network, settings, callBackend };
}

type Options = Partial<BackendCall<unknown>>;

/** Starts a call and records its outcome. */
function start(callBackend: CallBackend, options: Options = {}) {
  const outcome: { value?: unknown; error?: WidgetError; settled: boolean } = { settled: false };
  callBackend({ hosts, path: '/contact/lookup', parse: (body) => body, ...options }).then(
    (value) => Object.assign(outcome, { value, settled: true }),
    (error) => Object.assign(outcome, { error, settled: true }),
  );
  return outcome;
}

describe('one call', () => {
  it('[CH-187] posts JSON by default and resolves to the parsed body', async () => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, { body: { question: 'price' }, parse: (body) => ({ got: body }) });
    expect(network.call(0).url).toBe('https://a.example/contact/lookup');
    expect(network.call(0).init.method).toBe('POST');
    expect(network.call(0).init.headers['Content-Type']).toBe('application/json');
    expect(network.call(0).init.body).toBe('{"question":"price"}');
    await network.call(0).answer(200, { total: 3 });
    expect(outcome.value).toEqual({ got: { total: 3 } });
  });

  it('[CH-187] sends a JSON body with PUT', () => {
    const { network, callBackend } = setUp();
    start(callBackend, { method: 'PUT', body: { a: 1 } });
    expect(network.call(0).init.body).toBe('{"a":1}');
  });

  it.each(['GET', 'DELETE'] as const)('[CH-187] sends no body with %s, even if one is given', (method) => {
    const { network, callBackend } = setUp();
    start(callBackend, { method, body: { a: 1 } });
    expect(network.call(0).init.method).toBe(method);
    expect(network.call(0).init.body).toBeUndefined();
    expect(network.call(0).init.headers['Content-Type']).toBeUndefined();
  });

  it('[CH-187] appends defined query values, encoded, to a path with or without a query', () => {
    const { network, callBackend } = setUp();
    start(callBackend, { query: { name: 'A & B', page: 2, all: false, none: undefined } });
    start(callBackend, { path: '/keys?v=1', query: { page: 2 } });
    expect(network.call(0).url).toBe('https://a.example/contact/lookup?name=A+%26+B&page=2&all=false');
    expect(network.call(1).url).toBe('https://a.example/keys?v=1&page=2');
  });

  it.each([301, 400, 404, 429, 500, 503])('[CH-187] rejects on status %i, with status and body', async (status) => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost });
    await network.call(0).answer(status, { reason: 'no' });
    expect(outcome.error).toMatchObject({ code: 'CALL_FAILED', status, body: { reason: 'no' } });
  });

  it('[CH-187] rejects an answer that is not JSON', async () => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost });
    await network.call(0).answer(200, '<!doctype html><title>Sign in</title>');
    expect(outcome.error).toMatchObject({ code: 'CALL_FAILED', status: 200 });
  });

  it('[CH-187] rejects an HTML error page, with its status', async () => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost });
    await network.call(0).answer(502, '<h1>Bad gateway</h1>');
    expect(outcome.error).toMatchObject({ code: 'CALL_FAILED', status: 502 });
  });

  it('[CH-187] rejects an answer that its parser throws on', async () => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, {
      strategy: firstHost,
      parse() {
        throw new TypeError('not an array');
      },
    });
    await network.call(0).answer(200, { odd: true });
    expect(isWidgetError(outcome.error)).toBe(true);
    expect(outcome.error?.cause).toMatchObject({ code: 'ANSWER_INVALID' });
  });

  it('passes an empty answer to the parser as undefined', async () => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost, parse: (body) => body === undefined });
    await network.call(0).answer(204);
    expect(outcome.value).toBe(true);
  });

  it('omits cookies unless the call requires them', () => {
    const { network, callBackend } = setUp();
    start(callBackend);
    start(callBackend, { withCredentials: true });
    expect(network.calls.map((call) => call.init.credentials)).toEqual(['omit', 'include']);
  });
});

describe('authorization', () => {
  it('[CH-188] is generated once per call and sent with every attempt', async () => {
    const { clock, network, settings, callBackend } = setUp();
    start(callBackend, { authorizationSetting: 3 });
    await clock.advance(3_000);
    expect(network.calls.map((call) => call.init.headers.Authorization)).toEqual([
      'generated-1',
      'generated-1',
      'generated-1',
    ]);
    start(callBackend);
    expect(network.call(3).init.headers.Authorization).toBe('generated-2');
    expect(settings).toEqual([3, undefined]);
  });

  it("[CH-188] is not sent to another company's service", () => {
    const { network, settings, callBackend } = setUp();
    start(callBackend, { method: 'GET', isForeign: true });
    expect([network.call(0).init.headers.Authorization, settings]).toEqual([undefined, []]);
  });
});

describe('limits', () => {
  it('[CH-189] abort an attempt after 30 s with the timeout message', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost });
    await clock.advance(29_999);
    expect(network.call(0).aborted).toBe(false);
    await clock.advance(1);
    expect(network.call(0).aborted).toBe(true);
    expect(outcome.error?.code).toBe('CALL_TIMEOUT');
    expect(outcome.error?.cause).toMatchObject({
      message: 'Request to https://a.example/contact/lookup timed out after 30000 ms',
    });
  });

  it('[CH-189] can be set by the call', async () => {
    const { clock, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost, attemptTimeoutMs: 5_000 });
    await clock.advance(4_999);
    expect(outcome.settled).toBe(false);
    await clock.advance(1);
    expect(outcome.error?.cause).toMatchObject({
      message: 'Request to https://a.example/contact/lookup timed out after 5000 ms',
    });
  });

  it('[CH-189] abort the whole call after 60 s per host with the timeout message', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: series, attemptTimeoutMs: 500_000 });
    await clock.advance(179_999);
    expect(outcome.settled).toBe(false);
    await clock.advance(1);
    expect(outcome.error).toMatchObject({
      code: 'CALL_TIMEOUT',
      message: 'Request to https://a.example/contact/lookup timed out after 180000 ms',
    });
    expect(network.call(0).aborted).toBe(true);
  });

  it('leave no timer after the call has settled', async () => {
    const { clock, network, callBackend } = setUp();
    start(callBackend);
    await clock.advance(2_000);
    await network.call(1).answer(200, {});
    expect(clock.pending).toBe(0);
  });
});

describe('cascade', () => {
  it('[CH-190] is the default and starts the next host every 1.5 s', async () => {
    const { clock, network, callBackend } = setUp();
    start(callBackend);
    expect(network.calls).toHaveLength(1);
    await clock.advance(1_499);
    expect(network.calls).toHaveLength(1);
    await clock.advance(1);
    expect(network.calls).toHaveLength(2);
    await clock.advance(1_500);
    expect(network.calls.map((call) => new URL(call.url).origin)).toEqual(hosts);
  });

  it('[CH-190] resolves to the first success and aborts the other attempts', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend);
    await clock.advance(3_000);
    await network.call(1).answer(200, { from: 'b' });
    expect(outcome.value).toEqual({ from: 'b' });
    expect([network.call(0).aborted, network.call(2).aborted]).toEqual([true, true]);
  });

  it('[CH-190] starts no other host after a success', async () => {
    const { clock, network, callBackend } = setUp();
    start(callBackend);
    await network.call(0).answer(200, {});
    await clock.advance(10_000);
    expect(network.calls).toHaveLength(1);
  });

  it('[CH-190] starts the next host immediately when all started ones have failed', async () => {
    const { network, callBackend } = setUp();
    start(callBackend);
    await network.call(0).answer(500, {});
    expect(network.calls).toHaveLength(2);
  });

  it('[CH-190] waits for earlier hosts when a later one fails', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend);
    await clock.advance(3_000);
    await network.call(2).fail();
    await network.call(1).answer(503);
    expect(outcome.settled).toBe(false);
    await network.call(0).answer(200, { from: 'a' });
    expect(outcome.value).toEqual({ from: 'a' });
  });
});

describe('series', () => {
  it('[CH-191] starts the next host only after a failure', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: series });
    await clock.advance(20_000);
    expect(network.calls).toHaveLength(1);
    await network.call(0).answer(500, {});
    expect(network.calls.map((call) => new URL(call.url).origin)).toEqual(hosts.slice(0, 2));
    await network.call(1).answer(200, { from: 'b' });
    expect(outcome.value).toEqual({ from: 'b' });
    expect(network.calls).toHaveLength(2);
  });

  it('[CH-191] stops when shouldTryNext returns false', async () => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, {
      strategy: seriesWhile((error) => !isWidgetError(error) || (error.status ?? 500) >= 500),
    });
    await network.call(0).answer(409, { state: 'taken' });
    expect(network.calls).toHaveLength(1);
    expect(outcome.error).toMatchObject({ status: 409, body: { state: 'taken' } });
  });
});

describe('first host', () => {
  it("[CH-192] tries the first host only and rejects with 'Failed fetching data'", async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend, { strategy: firstHost });
    await network.call(0).fail();
    await clock.advance(60_000);
    expect(network.calls).toHaveLength(1);
    expect(outcome.error?.message).toBe('Failed fetching data');
  });
});

describe('failures', () => {
  it('[CH-193] contain the sentence and every reason in host order when all hosts fail', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend, { hosts: hosts.slice(0, 2) });
    await clock.advance(1_500);
    await network.call(1).answer(404, {});
    await network.call(0).fail();
    const message = outcome.error?.message ?? '';
    expect(message).toMatch(/^Failed fetching data from all endpoints/);
    expect(message.indexOf('https://a.example')).toBeGreaterThan(0);
    expect(message.indexOf('https://b.example')).toBeGreaterThan(message.indexOf('https://a.example'));
    expect(outcome.error?.cause).toMatchObject([{ code: 'CALL_FAILED' }, { code: 'CALL_FAILED', status: 404 }]);
  });

  it('[CH-193] are a timeout when every host timed out', async () => {
    const { clock, callBackend } = setUp();
    const outcome = start(callBackend);
    await clock.advance(34_000);
    expect(outcome.error).toMatchObject({ code: 'CALL_TIMEOUT' });
    expect(outcome.error?.message).toContain('Failed fetching data from all endpoints');
  });

  it.each([
    ['host', { hosts: [] }],
    ['path', { path: '' }],
  ] as const)('[CH-194] include a call without %s, which sends nothing', async (_, options) => {
    const { network, callBackend } = setUp();
    const outcome = start(callBackend, options);
    await settle();
    expect(outcome.error).toMatchObject({
      code: 'CALL_INVALID',
      message: 'ajaxWithFallback: cannot make ajax call without host/path',
    });
    expect(network.calls).toHaveLength(0);
  });
});

describe('abort', () => {
  it.each([
    ['cascade', cascade],
    ['series', series],
    ['first-host', firstHost],
  ] as const)('ends a %s call and its attempts at once', async (_, strategy) => {
    const { clock, network, callBackend } = setUp();
    const controller = new AbortController();
    const outcome = start(callBackend, { strategy, signal: controller.signal });
    controller.abort();
    await settle();
    expect(outcome.error?.code).toBe('CALL_ABORTED');
    expect(network.calls.every((call) => call.aborted)).toBe(true);
    await clock.advance(60_000);
    expect(network.calls).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('sends nothing when the signal has already aborted', async () => {
    const { clock, network, callBackend } = setUp();
    const outcome = start(callBackend, { signal: AbortSignal.abort() });
    await settle();
    expect(outcome.error?.code).toBe('CALL_ABORTED');
    expect(network.calls).toHaveLength(0);
    expect(clock.pending).toBe(0);
  });
});
