import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { createPieceReader, encodeTextFrame, type WirePiece } from './websocketFrames.ts';

export type Direction = 'up' | 'down';

/**
 * What happens to one websocket frame, or to one chunk of a plain connection. `repeat`: it comes three times. `hold`: it
 * waits for `releaseHeld`. `corrupt`: half of it comes, as a frame of its own. `cutBefore`, `cutAfter`: the connection
 * breaks instead of handing it on, or once the other side has answered it.
 */
export type PieceFault = 'pass' | 'drop' | 'repeat' | 'hold' | 'corrupt' | 'cutBefore' | 'cutAfter';

/** A TCP proxy that misbehaves on demand, between a real client and a real server. */
export interface FaultyProxy {
  readonly port: number;
  /** Connections that stand now, those that hang included. */
  readonly connections: number;
  /** Connections that were asked for so far. */
  readonly opened: number;
  /**
   * `refuse` new connections at once; `hang`: take them and say nothing; hold back what goes in one direction, also on
   * the connections that stand, until the mode changes.
   */
  mode: 'pass' | 'refuse' | 'hang' | 'stallDown' | 'stallUp';
  /** Asked for every piece that has a text. */
  fault: (direction: Direction, text: string) => PieceFault;
  /** Hands on what was held, in the order it came. */
  releaseHeld(): void;
  /** A frame that no server has sent, to every client with a websocket. */
  inject(text: string): void;
  /** Breaks every connection without a goodbye. */
  reset(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket | undefined;
  readonly flow: () => void;
  isWebsocket: boolean;
}

export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const pairs = new Set<Pair>();
  let mode: FaultyProxy['mode'] = 'pass';
  let opened = 0;
  let held: (() => void)[] = [];

  const listener = createServer((client) => {
    opened += 1;
    client.on('error', () => {});
    if (mode === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const server = mode === 'hang' ? undefined : createConnection(targetPort, '127.0.0.1');
    // Read, so that its end is noticed.
    if (!server) client.resume();
    let isDeaf = false;
    const cut = (): void => void client.resetAndDestroy();

    /** One direction: pieces wait while it is stalled. */
    function pump(direction: Direction, from: Socket, to: Socket): () => void {
      const read = createPieceReader();
      const queue: WirePiece[] = [];
      const isStalled = (): boolean => mode === (direction === 'up' ? 'stallUp' : 'stallDown');

      function pass({ bytes, text }: WirePiece): void {
        if (isDeaf) {
          if (direction === 'down') cut();
          return;
        }
        if (text === undefined) pair.isWebsocket = true;
        const fault = text === undefined ? 'pass' : proxy.fault(direction, text);
        if (fault === 'cutBefore') {
          isDeaf = true;
          cut();
        } else if (fault === 'hold') held.push(() => to.write(bytes));
        else if (fault === 'corrupt' && text !== undefined) {
          to.write(encodeTextFrame(text.slice(0, Math.ceil(text.length / 2)), direction === 'up'));
        } else if (fault !== 'drop') {
          for (let times = fault === 'repeat' ? 3 : 1; times > 0; times -= 1) to.write(bytes);
          if (fault === 'cutAfter') isDeaf = true;
        }
      }

      const flow = (): void => {
        while (queue.length > 0 && !isStalled()) pass(queue.shift() as WirePiece);
      };
      from.on('data', (chunk: Buffer) => {
        queue.push(...read(chunk));
        flow();
      });
      return flow;
    }

    const flows = server ? [pump('up', client, server), pump('down', server, client)] : [];
    const pair: Pair = {
      client,
      server,
      isWebsocket: false,
      flow: () => {
        for (const flow of flows) flow();
      },
    };
    pairs.add(pair);
    server?.on('error', () => {});
    for (const one of [client, server]) {
      one?.on('close', () => {
        pairs.delete(pair);
        client.destroy();
        server?.destroy();
      });
    }
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));

  const proxy: FaultyProxy = {
    port: (listener.address() as AddressInfo).port,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
      for (const pair of pairs) pair.flow();
    },
    fault: () => 'pass',
    get connections() {
      return pairs.size;
    },
    get opened() {
      return opened;
    },
    releaseHeld() {
      for (const task of held.splice(0)) task();
    },
    inject(text) {
      for (const { client, isWebsocket } of pairs) if (isWebsocket) client.write(encodeTextFrame(text, false));
    },
    reset() {
      held = [];
      for (const { client } of pairs) client.resetAndDestroy();
    },
    async close() {
      for (const { client, server } of pairs) {
        client.destroy();
        server?.destroy();
      }
      await new Promise((done) => listener.close(done));
    },
  };
  return proxy;
}
