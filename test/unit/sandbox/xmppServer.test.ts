import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createServerProcess } from '../../sandbox/xmppServer.ts';

it('[F-AD2] a server that has died of a signal is stopped already', async () => {
  const websocket = createServer((_, response) => response.end());
  await once(websocket.listen(0, '127.0.0.1'), 'listening');
  let program: ChildProcess | undefined;
  const server = createServerProcess('a server', (websocket.address() as AddressInfo).port, () => {
    program = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    return program;
  });
  await server.start();
  program?.kill('SIGKILL');
  if (program) await once(program, 'exit');
  await server.stop();
  expect(server.pid).toBeUndefined();
  await new Promise((done) => websocket.close(done));
});
