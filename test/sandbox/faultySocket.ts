import type { RawData, WebSocket } from 'ws';
import type { Direction, RuleBook, SocketRule } from './rules.ts';

export interface SocketWatch {
  readonly path: string;
  readonly rules: RuleBook;
  readonly onFrame: (direction: Direction, text: string) => void;
}

/**
 * Applies the fault rules between a service and its client: wraps `send` and the `message` event of one socket. The service
 * uses a plain `ws` socket and does not know about faults. A stalled connection stays open but passes nothing, not even
 * pings. A client sees the same when a laptop changes networks.
 */
export function makeFaulty(socket: WebSocket, watch: SocketWatch): void {
  const stalled = new Set<Direction>();
  const delayed: Record<Direction, (() => void) | undefined> = { in: undefined, out: undefined };

  /** Without a direction, stalls both. Also ignores pings that arrived before the pause. */
  function stall(only: Direction | undefined): void {
    for (const direction of only ? [only] : (['in', 'out'] as const)) stalled.add(direction);
    if (stalled.has('in')) socket.pause();
    if (stalled.has('out')) socket.pong = () => {};
  }

  function pass(direction: Direction, text: string, deliver: (text: string) => void): void {
    if (stalled.has(direction)) return;
    watch.onFrame(direction, text);
    const rule = watch.rules.forFrame(watch.path, direction, text);
    if (rule?.action === 'reorder' && !delayed[direction]) {
      delayed[direction] = () => deliver(text);
      return;
    }
    if (!rule || rule.action === 'reorder') deliver(text);
    else if (rule.action === 'cut') cutSocket(socket, rule);
    else if (rule.action === 'corrupt') deliver(corrupt(text));
    else if (rule.action === 'duplicate') {
      deliver(text);
      deliver(text);
    } else if (rule.action === 'stall') {
      stall(rule.direction);
      return;
    }
    const deliverLate = delayed[direction];
    delayed[direction] = undefined;
    deliverLate?.();
  }

  const send = socket.send.bind(socket);
  socket.send = ((data: unknown, ...rest: unknown[]) => {
    const done = rest.findLast((item) => typeof item === 'function') as ((error?: Error) => void) | undefined;
    pass('out', String(data), (text) => send(text));
    done?.();
  }) as WebSocket['send'];

  const emit = socket.emit.bind(socket) as (name: string | symbol, ...args: unknown[]) => boolean;
  socket.emit = ((name: string | symbol, ...args: unknown[]) => {
    if (name !== 'message' || args[1] === true) return emit(name, ...args);
    pass('in', String(args[0] as RawData), (text) => emit('message', Buffer.from(text), false));
    return true;
  }) as WebSocket['emit'];
}

export function cutSocket(socket: WebSocket, rule: Pick<SocketRule, 'code'>): void {
  if (rule.code === undefined) socket.terminate();
  else socket.close(rule.code);
}

/** The first half of the frame, as if a broken proxy had truncated it. */
function corrupt(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}
