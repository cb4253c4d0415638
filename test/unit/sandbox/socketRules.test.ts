import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { setUpEchoSandbox } from './echoSandbox.ts';

const { post, json, connect } = setUpEchoSandbox();

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

  it('[CH-017] cut without a frame: closes open connections immediately, with its close code', async () => {
    const client = connect('/ws/a');
    await client.until(1);
    await post('/__sandbox/rules', { path: '/ws', action: 'cut', code: 4401, times: 1 });
    expect(await client.closed).toBe(4401);
    expect(await connect('/ws/a').until(1)).toHaveLength(1);
  });

  it('[CH-017] the log gives each handshake a number of its own, also one that is refused', async () => {
    await post('/__sandbox/rules', { path: '/ws', method: 'WS', status: 503, times: 1 });
    await connect('/ws/a').closed;
    await connect('/ws/a').until(1);
    const requests = (await json('/__sandbox/requests?path=/ws')) as { method: string; connection: number }[];
    const numbers = requests.map(({ method, connection }) => [method, connection]);
    const first = numbers[0]?.[1] as number;
    expect(numbers).toEqual([
      ['WS', first],
      ['WS', first + 1],
      ['FRAME', first + 1],
    ]);
  });

  it('[CH-017] cut without times: breaks new connections too', async () => {
    await post('/__sandbox/rules', { path: '/ws', action: 'cut' });
    expect(await connect('/ws/a').closed).toBe(1006);
    expect(await connect('/ws/a').closed).toBe(1006);
  });

  it('[CH-017] stall: keeps the connection open but passes nothing', async () => {
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

  it('[CH-017] stall in one direction: passes what the widget sends, but not the answers', async () => {
    await post('/__sandbox/rules', { path: '/ws', frame: 'echo one', action: 'stall', direction: 'out' });
    const client = connect('/ws/a');
    await client.until(1);
    client.socket.send('one');
    client.socket.send('two');
    await vi.waitFor(async () => {
      const entries = (await json('/__sandbox/requests?path=/ws')) as { direction?: string; body: unknown }[];
      expect(entries.filter(({ direction }) => direction === 'in').map(({ body }) => body)).toEqual(['one', 'two']);
    }, 30_000);
    expect(client.frames).toHaveLength(1);
  });

  it('[CH-017] duplicate, reorder and corrupt: change what the client receives', async () => {
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

  it('[CH-017] direction: applies a rule to one direction only', async () => {
    await post('/__sandbox/rules', { path: '/ws', frame: 'x', action: 'duplicate', direction: 'in' });
    const client = connect('/ws/a');
    client.socket.on('open', () => client.socket.send('x'));
    expect((await client.until(3)).slice(1)).toEqual(['echo x', 'echo x']);
  });

  it('[CH-017] status: refuses the handshake', async () => {
    await post('/__sandbox/rules', { path: '/ws', status: 503, times: 1 });
    const client = connect('/ws/a');
    const refused = new Promise((resolve) =>
      client.socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode)),
    );
    expect(await refused).toBe(503);
    expect(await connect('/ws/a').until(1)).toHaveLength(1);
  });
});
