/**
 * The guarded endpoint: of everything Comlink can say, it understands APPLY of one allow-listed name with raw
 * arguments. RELEASE, which tells that the peer let go, is dropped without effect. Nothing else has a meaning here:
 * no GET, SET, CONSTRUCT or ENDPOINT, no paths of more than one step, no transferred functions.
 *
 * `dispatch` is the loader's whole Comlink: it answers a real `Comlink.wrap` on the other side. `guardedEndpoint`
 * stands before the frame's real `Comlink.expose` and lets through the same messages only.
 */

/** Calls answered in one second; what comes above is dropped unanswered, so that a flood cannot block the page. */
const callsPerSecond = 120;
const longestId = 64;

/** Id, name and arguments of the call in a message. Throws for anything that is not well formed. */
function readCall(data: unknown): readonly [id: string, name: string, args: unknown[]] {
  const { id, type, path, argumentList } = data as Record<string, string> & { argumentList: Record<string, unknown>[] };
  // A path that reads as its first step is that one step: no further steps, and no record or list in a name's place.
  if (
    typeof id !== 'string' ||
    id.length > longestId ||
    type !== 'APPLY' ||
    path?.[0] !== `${path}` ||
    argumentList.some((argument) => argument.type !== 'RAW')
  )
    throw 0;
  return [id, path[0], argumentList.map((argument) => argument.value)];
}

/** What Comlink reads as a rejection. Generic on purpose: no stack, address or reason crosses. */
const refusal = { type: 'HANDLER', name: 'throw', value: { value: 'refused' } };

type Call = (...args: unknown[]) => unknown;

/** `api`: own functions of a frozen object without prototype, so that no other name can be found. */
export function dispatch(port: MessagePort, api: object): void {
  let second = 0;
  let calls = 0;
  port.onmessage = async ({ data }) => {
    try {
      const now = performance.now() / 1000;
      if (now - second > 1) {
        second = now;
        calls = 0;
      }
      if (calls++ >= callsPerSecond) return;
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

/** One-way call in Comlink's words; the answer is ignored, so the id need not be unique. */
export function notify(port: MessagePort, name: string, args: readonly unknown[]): void {
  port.postMessage({
    id: name,
    type: 'APPLY',
    path: [name],
    argumentList: args.map((value) => ({ type: 'RAW', value })),
  });
}

/** One-step budget of calls for the frame's side; `dispatch` has its own, inlined for the loader's sake. */
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
    return calls <= callsPerSecond;
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
