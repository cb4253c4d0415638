import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import type { SandboxService } from '../../sandbox/service.ts';

const echo: SandboxService = {
  name: 'echo',
  routes: [
    {
      method: 'GET',
      path: '/echo/:word',
      answer: ({ params, query }) => ({ body: { word: params.word, q: query.get('q') } }),
    },
    { method: 'POST', path: '/count', answer: ({ body }) => ({ status: 201, body: { count: ++count, body } }) },
    { method: 'GET', path: '/broken', answer: () => Promise.reject(new Error('on purpose')) },
  ],
  sockets: [
    {
      path: '/ws/:room',
      connect(socket, { params }) {
        socket.send(JSON.stringify({ hello: params.room }));
        socket.on('message', (data: RawData) => socket.send(`echo ${data}`));
      },
    },
  ],
  control: (command, body) => (command === 'agent' ? { body: { played: body.action } } : undefined),
  reset() {
    count = 0;
  },
};

let count = 0;
let distDir: string;
let sandbox: Sandbox;

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'dist-'));
  mkdirSync(join(distDir, 'frame/assets'), { recursive: true });
  writeFileSync(join(distDir, 'loader.js'), 'void 0;');
  writeFileSync(join(distDir, 'frame/index.html'), '<!doctype html><title>frame</title>');
  writeFileSync(join(distDir, 'frame/assets/app-A1.js'), 'export {};');
  sandbox = await startSandbox({ port: 0, distDir, services: () => [echo] });
});

afterEach(async () => {
  await post('/__sandbox/reset', {});
});

afterAll(async () => {
  await sandbox.close();
  rmSync(distDir, { recursive: true });
});

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(sandbox.servicesUrl + path, init);
}

function post(path: string, body: unknown): Promise<Response> {
  return call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function json(path: string): Promise<unknown> {
  return (await call(path)).json();
}

interface Client {
  readonly socket: WebSocket;
  readonly frames: string[];
  readonly closed: Promise<number>;
  until(frameCount: number): Promise<string[]>;
}

function connect(path: string): Client {
  const socket = new WebSocket(sandbox.servicesUrl.replace('http', 'ws') + path);
  const frames: string[] = [];
  const waiting: { count: number; resolve: (frames: string[]) => void }[] = [];
  socket.on('message', (data: RawData) => {
    frames.push(String(data));
    for (const wait of waiting) if (frames.length >= wait.count) wait.resolve([...frames]);
  });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return {
    socket,
    frames,
    closed,
    until: (wanted) =>
      new Promise((resolve) => {
        if (frames.length >= wanted) resolve([...frames]);
        else waiting.push({ count: wanted, resolve });
      }),
  };
}

describe('services', () => {
  it('[SH-017] answers a route with the values of its path and query', async () => {
    expect(await json('/echo/a%20b?q=1')).toEqual({ word: 'a b', q: '1' });
  });

  it('[SH-017] says 404 for an unknown path and 405 for the wrong method', async () => {
    expect((await call('/nowhere')).status).toBe(404);
    expect((await post('/echo/a', {})).status).toBe(405);
  });

  it('[SH-017] answers 500 when a service fails', async () => {
    const silenced = console.error;
    console.error = () => {};
    expect((await call('/broken')).status).toBe(500);
    console.error = silenced;
  });

  it('[SH-017] lets a loopback page call with credentials and any header it asks for', async () => {
    const answer = await call('/count', {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:4601', 'access-control-request-headers': 'authorization, x-own' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:4601');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, x-own');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
  });

  it('[SH-017] gives a page elsewhere no credentials', async () => {
    const answer = await call('/echo/a', { headers: { origin: 'https://localhost.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('rules', () => {
  it('[SH-017][CH-017] answer status, body and headers in place of the service, under a path prefix', async () => {
    await post('/__sandbox/rules', {
      path: '/echo',
      status: 503,
      body: { message: 'busy' },
      headers: { 'Retry-After': '7' },
    });
    const answer = await call('/echo/a', { headers: { origin: 'http://localhost:1' } });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ message: 'busy' });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:1');
  });

  it('[SH-017] can answer HTML where JSON is due', async () => {
    await post('/__sandbox/rules', { path: '/echo', body: '<h1>Sorry</h1>', headers: { 'content-type': 'text/html' } });
    const answer = await call('/echo/a');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html');
    expect(await answer.text()).toBe('<h1>Sorry</h1>');
  });

  it('[SH-017] end after their times, and begin after the calls they let pass', async () => {
    await post('/__sandbox/rules', { path: '/echo', status: 500, after: 1, times: 2 });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await call('/echo/a')).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  it('[SH-017] hold only for their method, and newer ones win', async () => {
    await post('/__sandbox/rules', [
      { method: 'post', path: '/', status: 500 },
      { path: '/count', status: 404 },
    ]);
    expect((await call('/echo/a')).status).toBe(200);
    expect((await post('/count', {})).status).toBe(404);
  });

  it('[SH-017][CH-017] delay the real answer', async () => {
    await post('/__sandbox/rules', { path: '/echo', delayMs: 60 });
    const start = performance.now();
    expect((await call('/echo/a')).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it('[SH-017] leave a call without any answer, or cut its connection', async () => {
    await post('/__sandbox/rules', [
      { path: '/echo', hang: true },
      { path: '/count', drop: true },
    ]);
    await expect(call('/echo/a', { signal: AbortSignal.timeout(80) })).rejects.toThrow(/timeout/);
    await expect(post('/count', {})).rejects.toThrow();
    expect(count).toBe(0);
  });

  it('[SH-017] can lose the answer of a call that took effect', async () => {
    await post('/__sandbox/rules', { path: '/count', drop: 'after', times: 1 });
    await expect(post('/count', {})).rejects.toThrow();
    expect(await (await post('/count', { a: 1 })).json()).toEqual({ count: 2, body: { a: 1 } });
  });

  it('[SH-017] are refused with a sentence when they make no sense', async () => {
    for (const [rule, sentence] of [
      [{ path: 'echo', status: 500 }, 'path: begins with a slash'],
      [{ path: '/echo' }, /needs one of/],
      [{ path: '/echo', status: 99 }, 'status: from 200 to 599'],
      [{ path: '/echo', delayMs: -1 }, 'delayMs: a whole number'],
      [{ path: '/ws', action: 'melt' }, /action: one of/],
    ] as const) {
      const answer = await post('/__sandbox/rules', rule);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ message: expect.stringMatching(sentence) });
    }
  });

  it('[SH-017] are forgotten by DELETE, and by reset with everything else', async () => {
    await post('/__sandbox/rules', { path: '/echo', status: 500 });
    await call('/__sandbox/rules', { method: 'DELETE' });
    expect((await call('/echo/a')).status).toBe(200);
    await post('/count', {});
    await post('/__sandbox/rules', { path: '/count', status: 500 });
    await post('/__sandbox/reset', {});
    expect(await json('/__sandbox/requests')).toEqual([]);
    expect(await (await post('/count', 1)).json()).toEqual({ count: 1, body: 1 });
  });
});

describe('request log', () => {
  it('[SH-017] has method, path, query, headers, body and time of each call, by path prefix', async () => {
    await call('/count?x=1', { method: 'POST', headers: { authorization: 'Bearer t' }, body: '{"a":1}' });
    await call('/echo/a');
    expect(await json('/__sandbox/requests?path=/count')).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/count',
        query: { x: '1' },
        headers: expect.objectContaining({ authorization: 'Bearer t' }),
        body: { a: 1 },
        time: expect.any(Number),
      }),
    ]);
    expect(await json('/__sandbox/requests')).toHaveLength(2);
  });

  it('[CH-017] has websocket handshakes and frames of both directions', async () => {
    const client = connect('/ws/blue?v=3');
    await client.until(1);
    client.socket.send('{"kind":"req"}');
    await client.until(2);
    const entries = (await json('/__sandbox/requests?path=/ws')) as Record<string, unknown>[];
    expect(entries.map(({ method, direction, body }) => [method, direction, body])).toEqual([
      ['WS', undefined, null],
      ['FRAME', 'out', { hello: 'blue' }],
      ['FRAME', 'in', { kind: 'req' }],
      ['FRAME', 'out', 'echo {"kind":"req"}'],
    ]);
    expect(entries[0]).toMatchObject({ query: { v: '3' } });
  });
});

describe('websocket rules', () => {
  it('[CH-017] cut: breaks the connection at the matching frame, once', async () => {
    await post('/__sandbox/rules', { path: '/ws', frame: 'boom', action: 'cut', times: 1 });
    const first = connect('/ws/a');
    await first.until(1);
    first.socket.send('fine');
    await first.until(2);
    first.socket.send('boom');
    expect(await first.closed).toBe(1006);
    const second = connect('/ws/a');
    await second.until(1);
    second.socket.send('boom');
    expect(await second.until(2)).toContain('echo boom');
  });

  it('[CH-017] cut without a frame: breaks open connections at once, with the close code that it names', async () => {
    const client = connect('/ws/a');
    await client.until(1);
    await post('/__sandbox/rules', { path: '/ws', action: 'cut', code: 4401, times: 1 });
    expect(await client.closed).toBe(4401);
    expect(await connect('/ws/a').until(1)).toHaveLength(1);
  });

  it('[CH-017] cut for ever: new connections break as well', async () => {
    await post('/__sandbox/rules', { path: '/ws', action: 'cut' });
    expect(await connect('/ws/a').closed).toBe(1006);
    expect(await connect('/ws/a').closed).toBe(1006);
  });

  it('[CH-017] stall: the connection stays open and silent', async () => {
    await post('/__sandbox/rules', { path: '/ws', action: 'stall', after: 2, times: 1 });
    const client = connect('/ws/a');
    await client.until(1);
    client.socket.send('one');
    client.socket.send('two');
    const pong = new Promise((resolve) => client.socket.on('pong', () => resolve('pong')));
    client.socket.ping();
    const silence = new Promise((resolve) => setTimeout(() => resolve('silence'), 80));
    expect(await Promise.race([pong, silence])).toBe('silence');
    expect(client.frames).toHaveLength(1);
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('[CH-017] stall of one direction: what the widget sends arrives, the answers do not', async () => {
    await post('/__sandbox/rules', { path: '/ws', frame: 'echo one', action: 'stall', direction: 'out' });
    const client = connect('/ws/a');
    await client.until(1);
    client.socket.send('one');
    client.socket.send('two');
    await vi.waitFor(async () => {
      const entries = (await json('/__sandbox/requests?path=/ws')) as { direction?: string; body: unknown }[];
      expect(entries.filter(({ direction }) => direction === 'in').map(({ body }) => body)).toEqual(['one', 'two']);
    });
    expect(client.frames).toHaveLength(1);
  });

  it('[CH-017] duplicate, reorder and corrupt do so to what the client gets', async () => {
    await post('/__sandbox/rules', [
      { path: '/ws', frame: 'echo twice', action: 'duplicate' },
      { path: '/ws', frame: 'echo late', action: 'reorder', direction: 'out' },
      { path: '/ws', frame: 'echo bad', action: 'corrupt' },
    ]);
    const client = connect('/ws/a');
    await client.until(1);
    for (const word of ['twice', 'late', 'next', 'bad']) client.socket.send(word);
    expect((await client.until(6)).slice(1)).toEqual(['echo twice', 'echo twice', 'echo next', 'echo late', 'echo']);
  });

  it('[CH-017] frames of one direction only, when the rule says so', async () => {
    await post('/__sandbox/rules', { path: '/ws', frame: 'x', action: 'duplicate', direction: 'in' });
    const client = connect('/ws/a');
    client.socket.on('open', () => client.socket.send('x'));
    expect((await client.until(3)).slice(1)).toEqual(['echo x', 'echo x']);
  });

  it('[CH-017] a status refuses the handshake', async () => {
    await post('/__sandbox/rules', { path: '/ws', status: 503, times: 1 });
    const client = connect('/ws/a');
    const refused = new Promise((resolve) =>
      client.socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode)),
    );
    expect(await refused).toBe(503);
    expect(await connect('/ws/a').until(1)).toHaveLength(1);
  });
});

describe('commands', () => {
  it('[CH-017] go to the first service that knows them', async () => {
    expect(await (await post('/__sandbox/agent', { action: 'say' })).json()).toEqual({ played: 'say' });
  });

  it('[SH-017] list the services with the path prefixes that cover them', async () => {
    expect(await json('/__sandbox/services')).toEqual({
      services: [{ name: 'echo', paths: ['/echo/', '/count', '/broken', '/ws/'] }],
    });
  });

  it('[CH-017] that nobody knows are refused', async () => {
    expect((await post('/__sandbox/dance', {})).status).toBe(404);
  });
});

describe('widget origin', () => {
  it('[SH-017] serves the build with its types, for other origins, never sniffed', async () => {
    const loader = await fetch(`${sandbox.widgetUrl}/loader.js`);
    expect(loader.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(loader.headers.get('access-control-allow-origin')).toBe('*');
    expect(loader.headers.get('x-content-type-options')).toBe('nosniff');
    expect(loader.headers.get('content-encoding')).toBe('gzip');
    const frame = await fetch(`${sandbox.widgetUrl}/frame/`);
    expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:*');
    expect(frame.headers.get('cross-origin-embedder-policy')).not.toBeNull();
    expect(frame.headers.get('content-security-policy')).toContain(sandbox.servicesUrl.replace('http', 'ws'));
    const asset = await fetch(`${sandbox.widgetUrl}/frame/assets/app-A1.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
  });

  it('[SH-017] answers the sandbox deployment, whose services are the third port', async () => {
    const config = await (await fetch(`${sandbox.widgetUrl}/frame/config.json`)).text();
    expect(config).toContain(sandbox.servicesUrl);
  });

  it('[SH-017] gives nothing from outside the build', async () => {
    expect((await fetch(`${sandbox.widgetUrl}/..%2f..%2fetc/passwd`)).status).toBe(404);
    expect((await fetch(`${sandbox.widgetUrl}/frame`)).status).toBe(200);
    expect((await fetch(`${sandbox.widgetUrl}/frame/assets`)).status).toBe(404);
  });
});

it('[SH-017] stops at once, with calls and websockets still open', async () => {
  const other = await startSandbox({ port: 0, distDir, services: () => [echo] });
  await fetch(`${other.servicesUrl}/__sandbox/rules`, { method: 'POST', body: '{"path":"/echo","hang":true}' });
  const held = fetch(`${other.servicesUrl}/echo/a`).catch(() => 'cut');
  const socket = new WebSocket(`${other.servicesUrl.replace('http', 'ws')}/ws/a`);
  await new Promise((resolve) => socket.on('open', resolve));
  const start = performance.now();
  await other.close();
  expect(performance.now() - start).toBeLessThan(500);
  expect(await held).toBe('cut');
});

it('[SH-017] refuses to start on a taken port, and leaves none open', async () => {
  const port = Number(new URL(sandbox.widgetUrl).port);
  await expect(startSandbox({ port: port - 1, distDir, services: () => [] })).rejects.toThrow(/EADDRINUSE/);
});
