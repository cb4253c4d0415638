import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { createPieceReader, encodeTextFrame, type WirePiece } from './websocketFrames.ts';

export type Direction = 'up' | 'down';

/**
 * What happens to one websocket frame, or to one chunk of a plain connection. `repeat`: it is delivered three times. `hold`:
 * it waits for `releaseHeld`. `corrupt`: only its first half is delivered, as a complete frame. `cutBefore`: the connection
 * breaks instead of delivering it. `cutAfter`: it is delivered, and the connection breaks when the other side answers.
 */
export type PieceFault = 'pass' | 'drop' | 'repeat' | 'hold' | 'corrupt' | 'cutBefore' | 'cutAfter';

/** A TCP proxy between a real client and a real server that misbehaves on demand. */
export interface FaultyProxy {
  readonly port: number;
  /** Current connections, including hanging ones. */
  readonly connections: number;
  /** Connections that clients have attempted so far. */
  readonly opened: number;
  /**
   * `refuse`: reset new connections right away. `hang`: accept new connections but never answer. `stallDown`, `stallUp`:
   * hold back one direction, on existing connections too, until the mode changes.
   */
  mode: 'pass' | 'refuse' | 'hang' | 'stallDown' | 'stallUp';
  /** Called for every piece that has a text. */
  fault: (direction: Direction, text: string) => PieceFault;
  /** Delivers the held pieces in their original order. */
  releaseHeld(): void;
  /** Sends a frame that the server did not send to every websocket client. */
  inject(text: string): void;
  /** Resets every connection. */
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
    // Keep reading, or the end of the connection goes unnoticed.
    if (!server) client.resume();
    let isDownCut = false;
    const cut = (): void => void client.resetAndDestroy();

    /** Forwards one direction; pieces wait while it is stalled. */
    function pump(direction: Direction, from: Socket, to: Socket): () => void {
      const read = createPieceReader();
      const queue: WirePiece[] = [];
      const isStalled = (): boolean => mode === (direction === 'up' ? 'stallUp' : 'stallDown');

      function pass({ bytes, text }: WirePiece): void {
        if (isDownCut) {
          if (direction === 'down') cut();
          return;
        }
        if (text === undefined) pair.isWebsocket = true;
        const fault = text === undefined ? 'pass' : proxy.fault(direction, text);
        if (fault === 'cutBefore') {
          isDownCut = true;
          cut();
        } else if (fault === 'hold') held.push(() => to.write(bytes));
        else if (fault === 'corrupt' && text !== undefined) {
          to.write(encodeTextFrame(text.slice(0, Math.ceil(text.length / 2)), direction === 'up'));
        } else if (fault !== 'drop') {
          for (let times = fault === 'repeat' ? 3 : 1; times > 0; times -= 1) to.write(bytes);
          if (fault === 'cutAfter') isDownCut = true;
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
