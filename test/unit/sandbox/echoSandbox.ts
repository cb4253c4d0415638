import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import type { SandboxService } from '../../sandbox/service.ts';

let count = 0;

/** How often `POST /count` was handled. */
export const countSoFar = (): number => count;

export const echo: SandboxService = {
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

export interface Client {
  readonly socket: WebSocket;
  readonly frames: string[];
  readonly closed: Promise<number>;
  until(frameCount: number): Promise<string[]>;
}

export interface EchoSandbox extends Sandbox {
  readonly distDir: string;
  call(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  json(path: string): Promise<unknown>;
  connect(path: string): Client;
}

/** A real sandbox on free ports, with one echo service and a build of three small files. */
async function startEchoSandbox(): Promise<EchoSandbox> {
  const distDir = mkdtempSync(join(tmpdir(), 'dist-'));
  mkdirSync(join(distDir, 'frame/assets'), { recursive: true });
  writeFileSync(join(distDir, 'loader.js'), 'void 0;');
  writeFileSync(join(distDir, 'frame/index.html'), '<!doctype html><title>frame</title>');
  writeFileSync(join(distDir, 'frame/assets/app-A1.js'), 'export {};');
  const sandbox = await startSandbox({ port: 0, distDir, services: () => [echo] });
  const call = (path: string, init: RequestInit = {}): Promise<Response> => fetch(sandbox.servicesUrl + path, init);
  return {
    ...sandbox,
    distDir,
    call,
    post: (path, body) =>
      call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    json: async (path) => (await call(path)).json(),
    connect: (path) => connect(sandbox.servicesUrl.replace('http', 'ws') + path),
    async close() {
      await sandbox.close();
      rmSync(distDir, { recursive: true });
    },
  };
}

/** One sandbox for all tests of a file, reset after each test. */
export function setUpEchoSandbox() {
  let sandbox: EchoSandbox;
  beforeAll(async () => {
    sandbox = await startEchoSandbox();
  });
  afterEach(async () => {
    await sandbox.post('/__sandbox/reset', {});
  });
  afterAll(() => sandbox.close());
  return {
    sandbox: () => sandbox,
    call: (...args: Parameters<EchoSandbox['call']>) => sandbox.call(...args),
    post: (...args: Parameters<EchoSandbox['post']>) => sandbox.post(...args),
    json: (path: string) => sandbox.json(path),
    connect: (path: string) => sandbox.connect(path),
  };
}

function connect(address: string): Client {
  const socket = new WebSocket(address);
  const frames: string[] = [];
  const waiting: { count: number; resolve: (frames: string[]) => void }[] = [];
  socket.on('message', (data: RawData) => {
    frames.push(String(data));
    for (const wait of waiting) if (frames.length >= wait.count) wait.resolve([...frames]);
  });
  socket.on('error', () => {});
  return {
    socket,
    frames,
    closed: new Promise<number>((resolve) => socket.on('close', resolve)),
    until: (frameCount) =>
      new Promise((resolve) => {
        if (frames.length >= frameCount) resolve([...frames]);
        else waiting.push({ count: frameCount, resolve });
      }),
  };
}
