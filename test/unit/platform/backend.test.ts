import { describe, expect, it, vi } from 'vitest';
import { createBeacon } from '../../../frame/platform/backend/beacon.ts';
import { loadDeployment } from '../../../frame/platform/backend/loadDeployment.ts';
import { putFile } from '../../../frame/platform/backend/putFile.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

type Answer = () => Promise<Partial<Response>>;

/** `answer` is undefined for a service that never answers. */
function setUp(answer?: Answer) {
  const clock = createFakeClock();
  const request = vi.fn((_: unknown, init?: RequestInit) =>
    answer
      ? (answer() as Promise<Response>)
      : new Promise<Response>((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        }),
  );
  return { clock, request, beacon: createBeacon({ fetch: request, clock }) };
}

const refused: Answer = async () => ({ ok: false, status: 503 });
const unreachable: Answer = () => Promise.reject(new TypeError('offline'));
const accepted: Answer = async () => ({ ok: true });

describe('a report', () => {
  it('outlives the page and carries no cookies', async () => {
    const { beacon, request, clock } = setUp(accepted);
    expect(await beacon.post('https://reports.example/a', { n: 1 })).toBe(true);
    expect(await beacon.get('https://reports.example/b')).toBe(true);
    const [posted, got] = request.mock.calls;
    expect(posted).toEqual([
      'https://reports.example/a',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"n":1}',
        keepalive: true,
        credentials: 'omit',
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(got).toEqual([
      'https://reports.example/b',
      { method: 'GET', keepalive: true, credentials: 'omit', signal: expect.any(AbortSignal) },
    ]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['is refused', refused],
    ['does not arrive', unreachable],
  ])('resolves to false when it %s, and leaves no timer', async (_, answer) => {
    const { beacon, clock } = setUp(answer);
    expect(await beacon.post('https://reports.example/', {})).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('gives up after ten seconds', async () => {
    const { beacon, clock } = setUp();
    const sent = beacon.get('https://reports.example/');
    await clock.advance(10_000);
    expect(await sent).toBe(false);
  });

  it('[F-SE28] leaves with the page as plain text and without cookies, and survives a refused address', async () => {
    const { beacon, request, clock } = setUp();
    beacon.leave('https://reports.example/', { n: 1 });
    expect(request.mock.calls).toEqual([
      [
        'https://reports.example/',
        { method: 'POST', body: '{"n":1}', keepalive: true, credentials: 'omit', signal: expect.any(AbortSignal) },
      ],
    ]);
    request.mockImplementationOnce(() => {
      throw new TypeError('not an address');
    });
    expect(() => beacon.leave('x', {})).not.toThrow();
    await clock.advance(10_000);
  });
});

describe('the deployment file', () => {
  it('is read as JSON from beside the document, and leaves no timer', async () => {
    const { request, clock } = setUp(async () => ({ ok: true, json: async () => ({ brand: {} }) }));
    expect(await loadDeployment(request as typeof fetch, clock)).toEqual({ brand: {} });
    expect(request.mock.calls).toEqual([['config.json', { signal: expect.any(AbortSignal) }]]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['is missing', async () => ({ ok: false, status: 404 }), 'config.json could not be read: 404'],
    ['cannot be reached', unreachable, 'config.json could not be read: TypeError: offline'],
  ])('says what to fix when it %s', async (_, answer, message) => {
    const { request, clock } = setUp(answer);
    const failure = loadDeployment(request as typeof fetch, clock);
    await expect(failure).rejects.toMatchObject({ code: 'CONFIG_INVALID', message, cause: expect.anything() });
    expect(clock.pending).toBe(0);
  });

  it('[SH-172] is given up after ten seconds', async () => {
    const { request, clock } = setUp();
    const failure = loadDeployment(request as typeof fetch, clock);
    failure.catch(() => {});
    await clock.advance(10_000);
    const message = 'config.json could not be read: it took too long';
    await expect(failure).rejects.toMatchObject({ code: 'CONFIG_INVALID', message });
  });
});

describe('a file', () => {
  const upload = (file: Blob, signal = new AbortController().signal) => ({
    ...{ url: 'https://files.example/a/b?token=1', headers: { 'x-id': '1' }, limitMs: 1_000 },
    ...{ file, signal },
  });
  const file = new Blob(['text']);

  it('is put to its address, without cookies and redirects', async () => {
    const { request, clock } = setUp(accepted);
    await putFile(upload(file), { fetch: request as typeof fetch, clock });
    expect(request.mock.calls).toEqual([
      [
        'https://files.example/a/b?token=1',
        {
          method: 'PUT',
          headers: { 'x-id': '1' },
          body: file,
          credentials: 'omit',
          redirect: 'error',
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['refuses it', refused, { code: 'CALL_FAILED', message: 'https://files.example answered 503', status: 503 }],
    [
      'cannot be reached',
      unreachable,
      { code: 'CALL_FAILED', message: 'https://files.example could not be reached', cause: new TypeError('offline') },
    ],
  ])('fails when the service %s, and leaves no timer', async (_, answer, error) => {
    const { request, clock } = setUp(answer);
    const put = putFile(upload(file), { fetch: request as typeof fetch, clock });
    await expect(put).rejects.toMatchObject(error);
    expect(clock.pending).toBe(0);
  });

  it('fails when it is late', async () => {
    const { request, clock } = setUp();
    const put = putFile(upload(file), { fetch: request as typeof fetch, clock }).catch((error) => error);
    await clock.advance(1_000);
    expect(await put).toMatchObject({
      code: 'CALL_TIMEOUT',
      message: 'https://files.example took longer than 1000 ms for a file',
    });
  });

  it.each(['before', 'while'])('fails when it is taken back %s it is sent', async (when) => {
    const { request, clock } = setUp();
    const controller = new AbortController();
    if (when === 'before') {
      controller.abort();
      request.mockImplementationOnce((_: unknown, init?: RequestInit) =>
        init?.signal?.aborted ? Promise.reject(new DOMException('aborted')) : new Promise(() => {}),
      );
    }
    const put = putFile(upload(file, controller.signal), { fetch: request as typeof fetch, clock }).catch(
      (error) => error,
    );
    controller.abort();
    expect(await put).toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The upload to https://files.example was cancelled',
    });
    expect(clock.pending).toBe(0);
  });
});
