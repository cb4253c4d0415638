import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startSandbox } from '../../sandbox/server.ts';
import { startFaultyProxy } from '../../support/faultyProxy.ts';
import { countSoFar, echo, setUpEchoSandbox } from './echoSandbox.ts';

const { sandbox, call, post, json, connect } = setUpEchoSandbox();

describe('services', () => {
  it('[SH-017] passes a route the values of its path and query', async () => {
    expect(await json('/echo/a%20b?q=1')).toEqual({ word: 'a b', q: '1' });
  });

  it('[SH-017] answers 404 for an unknown path and 405 for the wrong method', async () => {
    expect((await call('/nowhere')).status).toBe(404);
    expect((await post('/echo/a', {})).status).toBe(405);
  });

  it('[SH-017] answers 404 for a path that begins with two slashes', async () => {
    expect((await call('//')).status).toBe(404);
    expect((await call('//echo/a')).status).toBe(404);
  });

  it('[SH-017] answers 500 when a service fails', async () => {
    const { error } = console;
    onTestFinished(() => {
      console.error = error;
    });
    console.error = () => {};
    expect((await call('/broken')).status).toBe(500);
  });

  it('[SH-017] allows a loopback page to send credentials and any header it asks for', async () => {
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

  it('[SH-017] does not allow any other page to send credentials', async () => {
    const answer = await call('/echo/a', { headers: { origin: 'https://localhost.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('rules', () => {
  it('[SH-017][CH-017] replace the service’s status, body and headers under a path prefix', async () => {
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
  });

  it.each([
    [429, undefined, null],
    [502, undefined, null],
    [503, undefined, null],
    [504, undefined, null],
    [503, true, 'http://localhost:1'],
    [500, undefined, 'http://localhost:1'],
    [404, undefined, 'http://localhost:1'],
    [500, false, null],
  ])('[SH-017] answer %i with `cors` %s for other origins: %s', async (status, cors, allowed) => {
    await post('/__sandbox/rules', { path: '/echo', status, ...(cors === undefined ? {} : { cors }) });
    const answer = await call('/echo/a', { headers: { origin: 'http://localhost:1' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, allowed]);
  });

  it('[SH-017] can answer HTML where JSON is expected', async () => {
    await post('/__sandbox/rules', { path: '/echo', body: '<h1>Sorry</h1>', headers: { 'content-type': 'text/html' } });
    const answer = await call('/echo/a');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html');
    expect(await answer.text()).toBe('<h1>Sorry</h1>');
  });

  it('[SH-017] start after the calls they let pass, and end after their number of times', async () => {
    await post('/__sandbox/rules', { path: '/echo', status: 500, after: 1, times: 2 });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await call('/echo/a')).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  it('[SH-017] apply only to their method, and newer rules take precedence', async () => {
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

  it('[SH-017] leave a call unanswered, or cut its connection', async () => {
    await post('/__sandbox/rules', [
      { path: '/echo', hang: true },
      { path: '/count', drop: true },
    ]);
    await expect(call('/echo/a', { signal: AbortSignal.timeout(80) })).rejects.toThrow(/timeout/);
    await expect(post('/count', {})).rejects.toThrow();
    expect(countSoFar()).toBe(0);
  });

  it('[SH-017] can drop the answer of a call that was handled', async () => {
    await post('/__sandbox/rules', { path: '/count', drop: 'after', times: 1 });
    await expect(post('/count', {})).rejects.toThrow();
    expect(await (await post('/count', { a: 1 })).json()).toEqual({ count: 2, body: { a: 1 } });
  });

  it('[SH-017] are refused with an explanation when they are invalid', async () => {
    for (const [rule, sentence] of [
      [{ path: 'echo', status: 500 }, 'path: must start with a slash'],
      [{ path: '/echo' }, /needs one of/],
      [{ path: '/echo', status: 99 }, 'status: must be from 200 to 599'],
      [{ path: '/echo', status: 503, cors: 'yes' }, 'cors: must be true or false'],
      [{ path: '/echo', delayMs: -1 }, 'delayMs: must be a whole number'],
      [{ path: '/ws', action: 'melt' }, /action: must be one of/],
    ] as const) {
      const answer = await post('/__sandbox/rules', rule);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ message: expect.stringMatching(sentence) });
    }
  });

  it('[SH-017] are removed by DELETE, and by a reset together with everything else', async () => {
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
  it('[SH-017] lists method, path, query, headers, body and time of each call, by path prefix', async () => {
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

  it('[CH-017] lists websocket handshakes, and frames in both directions', async () => {
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

describe('commands', () => {
  it('[CH-017] go to the first service that handles them', async () => {
    expect(await (await post('/__sandbox/agent', { action: 'say' })).json()).toEqual({ played: 'say' });
  });

  it('[SH-017] list the services with the path prefixes that cover them', async () => {
    expect(await json('/__sandbox/services')).toEqual({
      services: [{ name: 'echo', paths: ['/echo/', '/count', '/broken', '/ws/'] }],
    });
  });

  it('[CH-017] are refused if no service handles them', async () => {
    expect((await post('/__sandbox/dance', {})).status).toBe(404);
  });
});

describe('widget origin', () => {
  it('[SH-017] serves the build to other origins with its content types and without sniffing', async () => {
    const loader = await fetch(`${sandbox().widgetUrl}/loader.js`);
    expect(loader.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(loader.headers.get('access-control-allow-origin')).toBe('*');
    expect(loader.headers.get('x-content-type-options')).toBe('nosniff');
    expect(loader.headers.get('content-encoding')).toBe('gzip');
    const frame = await fetch(`${sandbox().widgetUrl}/frame/`);
    expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:*');
    expect(frame.headers.get('cross-origin-embedder-policy')).not.toBeNull();
    expect(frame.headers.get('content-security-policy')).toContain(sandbox().vendorsUrl.replace('http', 'ws'));
    const asset = await fetch(`${sandbox().widgetUrl}/frame/assets/app-A1.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
  });

  it('[SH-017] serves the sandbox’s deployment, whose services are on the third port', async () => {
    const config = await (await fetch(`${sandbox().widgetUrl}/frame/config.json`)).text();
    expect(config).toContain(sandbox().servicesUrl);
  });

  it('[SH-017] confirms what the browser already has without sending it again', async () => {
    for (const path of ['/loader.js', '/frame/config.json']) {
      const first = await fetch(`${sandbox().widgetUrl}${path}`);
      const etag = first.headers.get('etag') ?? '';
      expect((await first.text()).length).toBeGreaterThan(0);
      const again = await fetch(`${sandbox().widgetUrl}${path}`, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      const other = await fetch(`${sandbox().widgetUrl}${path}`, { headers: { 'if-none-match': '"other"' } });
      expect(other.status).toBe(200);
    }
  });

  it('[SH-017] serves no file outside the build', async () => {
    expect((await fetch(`${sandbox().widgetUrl}/..%2f..%2fetc/passwd`)).status).toBe(404);
    expect((await fetch(`${sandbox().widgetUrl}/frame`)).status).toBe(200);
    expect((await fetch(`${sandbox().widgetUrl}/frame/assets`)).status).toBe(404);
  });
});

it('[SH-017] stops immediately, even with calls and websockets open', async () => {
  const other = await startSandbox({ port: 0, distDir: sandbox().distDir, services: () => [echo] });
  await fetch(`${other.servicesUrl}/__sandbox/rules`, { method: 'POST', body: '{"path":"/echo","hang":true}' });
  const held = fetch(`${other.servicesUrl}/echo/a`).catch(() => 'cut');
  const socket = new WebSocket(`${other.servicesUrl.replace('http', 'ws')}/ws/a`);
  await new Promise((resolve) => socket.on('open', resolve));
  const start = performance.now();
  await other.close();
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(await held).toBe('cut');
});

it('[SH-017] names the proxy in front of its services to clients, and leads past it to the control interface', async () => {
  const ports: number[] = [];
  const other = await startSandbox({
    ...{ port: 0, distDir: sandbox().distDir, services: () => [echo] },
    async servicesProxy(servicesPort) {
      const proxy = await startFaultyProxy(servicesPort);
      onTestFinished(proxy.close);
      ports.push(servicesPort, proxy.port);
      return proxy.port;
    },
  });
  onTestFinished(other.close);
  const [servicesPort, proxyPort] = ports;
  expect(other.servicesUrl).toBe(`http://localhost:${proxyPort}`);
  expect(other.controlUrl).toBe(`http://localhost:${servicesPort}`);
  expect(await (await fetch(`${other.widgetUrl}/frame/config.json`)).text()).not.toContain(String(servicesPort));
  const policy = (await fetch(`${other.widgetUrl}/frame/`)).headers.get('content-security-policy');
  expect(policy).toContain(`ws://localhost:${proxyPort}`);
  expect(policy).not.toContain(String(servicesPort));
  for (const url of [other.servicesUrl, other.controlUrl]) expect((await fetch(`${url}/echo/a`)).status).toBe(200);
});

it('[SH-017] refuses to start on a port in use, and leaves no port open', async () => {
  const port = Number(new URL(sandbox().widgetUrl).port);
  await expect(startSandbox({ port: port - 1, distDir: sandbox().distDir, services: () => [] })).rejects.toThrow(
    /EADDRINUSE/,
  );
});
