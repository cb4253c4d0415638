/**
 * The guarded endpoint: of everything Comlink can say, it understands APPLY of one allow-listed name with raw
 * arguments. RELEASE, which tells that the peer let go, is dropped without effect. Nothing else has a meaning here:
 * no GET, SET, CONSTRUCT or ENDPOINT, no paths of more than one step, no transferred functions.
 *
 * `dispatch` is the loader's whole Comlink: it answers a real `Comlink.wrap` on the other side. `guardedEndpoint`
 * stands before the frame's real `Comlink.expose` and lets through the same messages only.
 */

const longestId = 64;

interface Argument {
  readonly type: unknown;
  readonly value: unknown;
}

/** Id, name and arguments of the call in a message. Throws for anything that is not well formed. */
function readCall(data: unknown): readonly [id: string, name: string, args: unknown[]] {
  const { id, type, path, argumentList } = data as {
    id: string;
    type: unknown;
    path: string[];
    argumentList: Argument[];
  };
  // A path that reads as its first step is that one step: no further steps, and no record or list in a name's place.
  // What does not hold is no list, and throws where it is taken apart.
  return (id === `${id}` &&
    id.length <= longestId &&
    type === 'APPLY' &&
    path[0] === `${path}` &&
    argumentList.every((argument) => argument.type === 'RAW') && [
      id,
      path[0],
      argumentList.map((argument) => argument.value),
    ]) as [string, string, unknown[]];
}

/** What Comlink reads as a rejection. Generic on purpose: no stack, address or reason crosses. */
const refusal = { type: 'HANDLER', name: 'throw', value: 0 };

type Call = (...args: unknown[]) => unknown;

/**
 * `api`: own functions of a frozen object without prototype, so that no other name can be found. `allow` is asked before
 * a message is looked at: what it refuses is dropped unanswered, so that a flood cannot block the page.
 */
export function dispatch(port: MessagePort, api: object, allow: () => boolean): void {
  port.onmessage = async ({ data }) => {
    try {
      if (!allow()) return;
      const [id, name, args] = readCall(data);
      let answer: object = refusal;
      try {
        // An unknown name is no function, which throws, too.
        answer = { type: 'RAW', value: await (api[name as never] as Call)(...args) };
      } catch {} // The detail stays on this side: a thrown value may name the page's internals.
      port.postMessage({ id, ...answer });
    } catch {} // Malformed, or an answer that cannot be cloned: the caller is left to its timeout.
  };
}

/** One-way call with one argument in Comlink's words; the answer is ignored, so the id need not be unique. */
export function notify(port: MessagePort, name: string, value: unknown): void {
  port.postMessage({ id: name, type: 'APPLY', path: [name], argumentList: [{ type: 'RAW', value }] });
}

/** Messages that the frame looks at in one second; what comes above is dropped. */
const messagesPerSecond = 1_000;

function limiter(): () => boolean {
  let second = 0;
  let calls = 0;
  return () => {
    const now = performance.now() / 1000;
    if (now - second > 1) {
      second = now;
      calls = 0;
    }
    calls += 1;
    return calls <= messagesPerSecond;
  };
}

type MessageListener = (event: MessageEvent) => void;

/** For `Comlink.expose(api, guardedEndpoint(port, names))`. Refused names are answered, malformed messages dropped. */
export function guardedEndpoint(
  port: MessagePort,
  names: readonly string[],
): {
  addEventListener(type: string, listener: MessageListener): void;
  removeEventListener(type: string, listener: MessageListener): void;
  postMessage(message: unknown): void;
  start(): void;
} {
  const allow = limiter();
  const guarded = new Map<MessageListener, MessageListener>();
  return {
    addEventListener(type, listener) {
      const guard: MessageListener = (event) => {
        try {
          if (!allow()) return;
          const [id, name] = readCall(event.data);
          if (names.includes(name)) listener(event);
          else port.postMessage({ id, ...refusal });
        } catch {} // Malformed: dropped.
      };
      guarded.set(listener, guard);
      port.addEventListener(type as 'message', guard);
    },
    removeEventListener(type, listener) {
      const guard = guarded.get(listener);
      if (guard) port.removeEventListener(type as 'message', guard);
      guarded.delete(listener);
    },
    postMessage(message) {
      // Comlink would send a thrown error with its stack, or a value: the page only learns that the call was taken.
      const { id, type } = message as Record<string, unknown>;
      port.postMessage({ id, ...(type === 'RAW' ? { type, value: undefined } : refusal) });
    },
    start: () => port.start(),
  };
}
