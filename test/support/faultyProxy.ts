import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A TCP proxy that misbehaves on demand, between a real client and a real server. */
export interface FaultyProxy {
  readonly port: number;
  /** Connections that stand now. */
  readonly connections: number;
  /** `pass`; `refuse` new connections at once; hold bytes back in one direction until it passes again. */
  mode: 'pass' | 'refuse' | 'stallDown' | 'stallUp';
  /** Breaks every connection without a goodbye. */
  reset(): void;
  /** Breaks the connection as soon as the client has sent this text; before or after the server gets it. */
  resetAt(text: string, when: 'before' | 'after'): void;
  close(): Promise<void>;
}

export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const pairs = new Set<{ client: Socket; server: Socket }>();
  let trap: { text: string; when: 'before' | 'after' } | undefined;

  const listener = createServer((client) => {
    if (proxy.mode === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const server = createConnection(targetPort, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    let isDeaf = false;
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    const pump = (from: Socket, to: Socket, stalled: FaultyProxy['mode']): void => {
      let held: Buffer[] = [];
      from.on('data', (chunk: Buffer) => {
        if (isDeaf && from === server) return;
        if (from === client && trap && unmasked(chunk).includes(trap.text)) {
          const { when } = trap;
          trap = undefined;
          isDeaf = true;
          if (when === 'before') client.resetAndDestroy();
          else to.write(chunk, () => setTimeout(() => client.resetAndDestroy(), 20));
          return;
        }
        held.push(chunk);
        if (proxy.mode === stalled) return;
        for (const one of held) to.write(one);
        held = [];
      });
    };
    pump(client, server, 'stallUp');
    pump(server, client, 'stallDown');
    for (const one of [client, server]) {
      one.on('error', () => {});
      one.on('close', end);
    }
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));

  const proxy: FaultyProxy = {
    port: (listener.address() as AddressInfo).port,
    mode: 'pass',
    get connections() {
      return pairs.size;
    },
    reset() {
      for (const { client } of pairs) client.resetAndDestroy();
    },
    resetAt(text, when) {
      trap = { text, when };
    },
    async close() {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      await new Promise((done) => listener.close(done));
    },
  };
  return proxy;
}

/** A client's websocket frames are masked; short of a parser, the mask of the first frame in the chunk is taken off. */
function unmasked(chunk: Buffer): string {
  const second = chunk[1] ?? 0;
  if ((second & 0x80) === 0) return chunk.toString('latin1');
  const lengthBytes = (second & 0x7f) === 126 ? 2 : (second & 0x7f) === 127 ? 8 : 0;
  const mask = chunk.subarray(2 + lengthBytes, 6 + lengthBytes);
  const payload = chunk.subarray(6 + lengthBytes);
  return Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))).toString('utf8');
}
