import { describe, expect, it } from 'vitest';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { Booking } from '../../../frame/scheduler/appointment.ts';
import type { SchedulerDeployment } from '../../../frame/scheduler/deployment.ts';
import { createRateLimit } from '../../../frame/scheduler/rateLimit.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createWholeSchedulerApi } from '../../support/schedulerApi.ts';

const deployment: SchedulerDeployment = {
  hosts: ['https://one.example', 'https://two.example'],
  classifierHosts: ['https://c.example'],
  classifierProduct: '',
  editFallback: 'not-found',
  cancelOrder: 'on-submit',
  noticeHosts: [],
  calendarUrl: '',
};

const lifetime = createLifetime();
const { signal } = lifetime;
const place = { regionCode: 'US', languageCode: 'en', focusArea: 'cloud', purpose: '(default)' };
const body = { startDateTime: 'x' } as Booking;

function setUp() {
  const clock = createFakeClock();
  const backend = createFakeBackend({
    '/v2/scheduler/availability': () => [],
    '/v2/availability/lookup/': () => [],
    '/v2/appointments/cancel/survey/': () => ({ result: 'SUCCESS' }),
    '/v2/appointments/lookup/': () => ({ startDateTime: 'x' }),
    '/v2/appointments/': (call) => (call.method === 'DELETE' ? { result: 'SUCCESS' } : { confirmationNumber: 'N-1' }),
    '/v2/message': () => ({}),
    '/v2/feedback': () => undefined,
  });
  const reported: unknown[] = [];
  const api = createWholeSchedulerApi({
    call: backend,
    clock,
    deployment,
    report: (failure) => reported.push(failure),
  });
  return { api, backend, clock, reported };
}

async function callAll({ api }: ReturnType<typeof setUp>): Promise<void> {
  await Promise.all([
    api.availability(place, signal),
    api.lookupAvailability({ ...place, clientTimezone: 'UTC', expertId: '' }, signal),
    api.book(body, 'k'),
    api.edit('N-1', body, 'k'),
    api.fetch('N-1'),
    api.cancel('N-1'),
    api.survey({ confirmationNumber: 'N-1', reason: 'r', comment: '' }),
    api.classify('p', 'q', signal),
    api.feedback({}),
  ]);
}

describe('scheduler calls', () => {
  it('[SC-127] starts every path with /v2', async () => {
    const all = setUp();
    const done = callAll(all);
    await all.clock.advance(5_000);
    await done;
    expect(all.backend.calls).toHaveLength(9);
    for (const { path } of all.backend.calls) expect(path).toMatch(/^\/v2\//);
    expect(all.backend.calls.map(({ method, path }) => `${method ?? 'POST'} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /v2/scheduler/availability',
        'POST /v2/availability/lookup/',
        'POST /v2/appointments/',
        'PUT /v2/appointments/N-1',
        'GET /v2/appointments/lookup/N-1',
        'DELETE /v2/appointments/N-1',
        'POST /v2/appointments/cancel/survey/',
        'POST /v2/message',
        'POST /v2/feedback',
      ]),
    );
  });

  it('[SC-128] sends the scheduler’s calls with setting 3 and starts three per second', async () => {
    const all = setUp();
    const done = callAll(all);
    await all.clock.advance(0);
    const ofScheduler = () => all.backend.calls.filter(({ authorizationSetting }) => authorizationSetting === 3);
    expect(ofScheduler()).toHaveLength(3);
    await all.clock.advance(1_000);
    expect(ofScheduler()).toHaveLength(6);
    await all.clock.advance(1_000);
    await done;
    expect(ofScheduler()).toHaveLength(7);
  });

  it('[SC-128] starts three of five tasks at once and the others a second later, in order, even if one fails', async () => {
    const clock = createFakeClock();
    const limit = createRateLimit(clock);
    const started: number[] = [];
    const results = [1, 2, 3, 4, 5].map((number) =>
      limit(async () => {
        started.push(number);
        if (number === 2) throw new Error('no');
        return number;
      }).catch(() => 0),
    );
    await clock.advance(999);
    expect(started).toEqual([1, 2, 3]);
    await clock.advance(1);
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(await Promise.all(results)).toEqual([1, 0, 3, 4, 5]);
    clock.jump(-3_600_000);
    const after = limit(async () => 'after');
    await clock.advance(1_000);
    expect(await after).toBe('after');
  });

  it('[SC-128] starts three tasks per second, counts again when the clock is set back, and sets a timer only for waiting tasks', async () => {
    const clock = createFakeClock();
    const limit = createRateLimit(clock);
    let started = 0;
    const task = async () => {
      started += 1;
    };
    const start = (count: number) => {
      for (let at = 0; at < count; at += 1) void limit(task);
    };
    start(3);
    expect(clock.pending).toBe(0);
    await clock.advance(400);
    start(1);
    await clock.advance(599);
    expect(started).toBe(3);
    await clock.advance(1);
    expect([started, clock.pending]).toEqual([4, 0]);
    start(2);
    clock.jump(-3_600_000);
    start(3);
    expect(started).toBe(9);
  });

  it('[SC-129] times out after 20 s', async () => {
    const clock = createFakeClock();
    let aborted = false;
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: (_url, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          }),
        ),
    });
    const reported: unknown[] = [];
    const one = { ...deployment, hosts: ['https://one.example'] };
    const api = createWholeSchedulerApi({ call, clock, deployment: one, report: (failure) => reported.push(failure) });
    const failed = api.fetch('N-1').catch((error) => error);
    await clock.advance(19_999);
    expect(aborted).toBe(false);
    await clock.advance(1);
    expect(await failed).toMatchObject({ code: 'CALL_TIMEOUT' });
    expect(reported).toHaveLength(1);
  });

  /** The real backend client with a fake network. */
  function withNetwork(answer: (url: string) => Response | 'silent') {
    const clock = createFakeClock();
    const asked: string[] = [];
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: async (input, init) => {
        asked.push(String(input));
        const response = answer(String(input));
        if (response !== 'silent') return response;
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      },
    });
    return { api: createWholeSchedulerApi({ call, clock, deployment, report: () => {} }), clock, asked };
  }

  it('[SC-130] tries the next host for a booking after a 5xx answer only', async () => {
    const busy = withNetwork((url) =>
      url.includes('one.') ? new Response('', { status: 503 }) : Response.json({ confirmationNumber: 'N-1' }),
    );
    expect(await busy.api.book(body, 'k')).toBe('N-1');
    expect(busy.asked).toHaveLength(2);
    const refused = withNetwork(() => Response.json({}, { status: 400 }));
    await expect(refused.api.book(body, 'k')).rejects.toMatchObject({ status: 400 });
    expect(refused.asked).toHaveLength(1);
  });

  it.each(['book', 'edit', 'cancel', 'survey'] as const)(
    '[SC-130][REL-29] does not repeat %s after a timeout',
    async (name) => {
      const { api, clock, asked } = withNetwork(() => 'silent');
      const calls = {
        book: () => api.book(body, 'k'),
        edit: () => api.edit('N-1', body, 'k'),
        cancel: () => api.cancel('N-1'),
        survey: () => api.survey({ confirmationNumber: 'N-1', reason: 'r', comment: '' }),
      };
      const failed = calls[name]().catch((error) => error);
      await clock.advance(60_000);
      expect(await failed).toMatchObject({ code: 'CALL_TIMEOUT' });
      expect(asked).toHaveLength(1);
    },
  );

  it('[SC-131] encodes the confirmation number in the path', async () => {
    const { api, backend } = setUp();
    await api.fetch('a b/c');
    expect(backend.calls[0]?.path).toBe('/v2/appointments/lookup/a%20b%2Fc');
  });

  it('[SC-130] tries the next host for an edit, a cancellation and a survey after a 5xx answer', async () => {
    const done = { confirmationNumber: 'N-1', result: 'SUCCESS' };
    const { api, asked, clock } = withNetwork((url) =>
      url.includes('one.') ? new Response('', { status: 502 }) : Response.json(done),
    );
    const all = Promise.all([
      api.edit('N-1', body, 'k'),
      api.cancel('N-1'),
      api.survey({ confirmationNumber: 'N-1', reason: 'r', comment: '' }),
    ]);
    await clock.advance(0);
    await all;
    expect(asked.filter((url) => url.includes('one.'))).toHaveLength(3);
    expect(asked.filter((url) => url.includes('two.'))).toHaveLength(3);
  });

  it.each([
    [500, 2],
    [499, 1],
    [504, 1],
  ])('[SC-130] after the status %i asks %i hosts', async (status, hosts) => {
    const { api, asked } = withNetwork(() => Response.json({}, { status }));
    await expect(api.book(body, 'k')).rejects.toMatchObject({ status });
    expect(asked).toHaveLength(hosts);
  });

  it.each([
    ['SUCCESS', { confirmationNumber: 7 }, { startDateTime: 'x', topic: 'a' }],
    [{ result: 'SUCCESS' }, { data: { confirmationNumber: '7' } }, { data: { startDateTime: 'x', topic: 'a' } }],
    [{ result: 'SUCCESS' }, { confirmationNumber: '7' }, { data: null, startDateTime: 'x', topic: 'a' }],
    [{ result: 'SUCCESS' }, { confirmationNumber: '7' }, { data: 'y', startDateTime: 'x', topic: 'a' }],
  ])('[SC-101][SC-124] reads each form of an answer: %j, %j, %j', async (done, bookedAnswer, appointment) => {
    const { api, backend } = setUp();
    backend.on('/v2/appointments/cancel/survey/', () => done);
    backend.on('/v2/appointments/lookup/', () => appointment);
    backend.on('/v2/appointments/', () => bookedAnswer);
    await api.survey({ confirmationNumber: 'N-1', reason: 'r', comment: '' });
    expect(await api.fetch('N-1')).toMatchObject({ startDateTime: 'x', topic: 'a' });
    expect(await api.book(body, 'k')).toBe('7');
  });

  it.each([
    ['the times', 'availability', {}, 'the availability is not an array'],
    ['the survey', 'survey', { result: 'FAIL' }, 'the result is not SUCCESS'],
    ['the booking', 'book', {}, 'the booking has no confirmation number'],
  ] as const)('[SC-139] says what is wrong with the answer to %s', async (_, name, answer, message) => {
    const { api, backend } = setUp();
    for (const path of ['/v2/scheduler/availability', '/v2/appointments/cancel/survey/', '/v2/appointments/'])
      backend.on(path, () => answer);
    const calls = {
      availability: () => api.availability(place, signal),
      survey: () => api.survey({ confirmationNumber: 'N-1', reason: 'r', comment: '' }),
      book: () => api.book(body, 'k'),
    };
    await expect(calls[name]()).rejects.toMatchObject({ code: 'ANSWER_INVALID', message });
  });

  it.each([null, 'text', 17, [], {}, { data: null }, { result: 'FAIL' }, { confirmationNumber: 'a/b' }])(
    '[SC-101][SC-124][SC-139] rejects the answer %j where content is required, and reports it once',
    async (answer) => {
      const { api, backend, reported, clock } = setUp();
      for (const path of ['/v2/appointments/cancel/survey/', '/v2/appointments/lookup/', '/v2/appointments/']) {
        backend.on(path, () => answer);
      }
      const outcomes = Promise.allSettled([
        api.book(body, 'k'),
        api.fetch('N-1'),
        api.cancel('N-1'),
        api.survey({ confirmationNumber: 'N-1', reason: 'r', comment: '' }),
      ]);
      await clock.advance(2_000);
      expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
      expect(reported).toHaveLength(4);
    },
  );

  it('[SC-147] reports each failed scheduler call once by its path, and no classifier call', async () => {
    const all = setUp();
    for (const path of [
      '/v2/scheduler/availability',
      '/v2/availability/lookup/',
      '/v2/appointments/cancel/survey/',
      '/v2/appointments/lookup/',
      '/v2/appointments/',
      '/v2/message',
      '/v2/feedback',
    ]) {
      all.backend.on(path, () => refuse(503));
    }
    const ignoreFailure = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);
    const done = Promise.all([
      ignoreFailure(all.api.availability(place, signal)),
      ignoreFailure(all.api.lookupAvailability({ ...place, clientTimezone: 'UTC', expertId: 'ex-1' }, signal)),
      ignoreFailure(all.api.book(body, 'k')),
      ignoreFailure(all.api.edit('N-1', body, 'k')),
      ignoreFailure(all.api.fetch('N-1')),
      ignoreFailure(all.api.cancel('N-1')),
      ignoreFailure(all.api.survey({ confirmationNumber: 'N-1', reason: 'private', comment: 'private' })),
      ignoreFailure(all.api.classify('p', 'private', signal)),
      ignoreFailure(all.api.feedback({ input: { text: 'private' } })),
    ]);
    await all.clock.advance(5_000);
    await done;
    expect(all.reported).toEqual(
      [
        '/v2/scheduler/availability',
        '/v2/availability/lookup/',
        '/v2/appointments/',
        '/v2/appointments/{confirmationNumber}',
        '/v2/appointments/lookup/{confirmationNumber}',
        '/v2/appointments/{confirmationNumber}',
        '/v2/appointments/cancel/survey/',
      ].map((call) => ({ call, status: 503, code: 'SCH02' })),
    );
  });

  it('[SC-147] reports no call that a newer one has aborted', async () => {
    const { api, backend, reported } = setUp();
    backend.on('/v2/scheduler/availability', () => {
      throw createError('CALL_ABORTED', 'aborted');
    });
    await expect(api.availability(place, signal)).rejects.toMatchObject({ code: 'CALL_ABORTED' });
    expect(reported).toEqual([]);
  });

  it('[SC-147] reports path, status and code, without the confirmation number', async () => {
    const { api, backend, reported } = setUp();
    backend.on('/v2/appointments/', () => refuse(500, { code: 'SCH07' }));
    await api.edit('N-1', { clientEmail: 'ada@engines.com' } as Booking, 'k').catch(() => {});
    expect(reported).toEqual([{ call: '/v2/appointments/{confirmationNumber}', status: 500, code: 'SCH07' }]);
    expect(JSON.stringify(reported)).not.toMatch(/N-1|ada@/);
  });
});
