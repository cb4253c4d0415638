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

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: unknown[];
}

/** The call in a message; `undefined` for anything that is not well formed, without touching its other fields. */
function readCall(data: unknown): Call | undefined {
  const { id, type, path, argumentList } = (data ?? {}) as Record<string, unknown>;
  if (
    typeof id !== 'string' ||
    id.length > longestId ||
    type !== 'APPLY' ||
    !Array.isArray(path) ||
    path.length !== 1 ||
    !Array.isArray(argumentList) ||
    argumentList.length > 3 ||
    !argumentList.every((argument) => argument?.type === 'RAW')
  )
    return;
  return { id, name: path[0], args: argumentList.map((argument) => argument.value) };
}

/** What Comlink reads as a rejection. Generic on purpose: no stack, address or reason crosses. */
const refusal = {
  type: 'HANDLER',
  name: 'throw',
  value: { isError: true, value: { message: 'refused', name: 'Error' } },
};

function limiter(): () => boolean {
  let windowStart = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - windowStart > 1000) {
      windowStart = now;
      count = 0;
    }
    count += 1;
    return count <= callsPerSecond;
  };
}

/** `api`: own functions of a frozen object without prototype; looked up by own key only. */
export function dispatch(port: MessagePort, api: Readonly<Record<string, (...args: never[]) => unknown>>): void {
  const allow = limiter();
  port.onmessage = ({ data }) => {
    const call = allow() && readCall(data);
    if (!call) return;
    let answer: object = refusal;
    try {
      if (typeof call.name === 'string' && Object.hasOwn(api, call.name)) {
        answer = { type: 'RAW', value: api[call.name]?.(...(call.args as never[])) };
      }
    } catch {
      // The detail stays on this side: a thrown value may name the page's internals.
    }
    try {
      port.postMessage({ id: call.id, ...answer });
    } catch {
      // Silent: an answer that cannot be cloned leaves the caller to its timeout.
    }
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

type MessageListener = (event: MessageEvent) => void;

/** For `Comlink.expose(api, guardedEndpoint(port, names))`. Refused names are answered, malformed messages dropped. */
export function guardedEndpoint(
  port: MessagePort,
  names: readonly string[],
): {
  addEventListener(type: string, listener: MessageListener): void;
  removeEventListener(type: string, listener: MessageListener): void;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  start(): void;
} {
  const allow = limiter();
  const guarded = new Map<MessageListener, MessageListener>();
  return {
    addEventListener(type, listener) {
      const guard: MessageListener = (event) => {
        const call = allow() && readCall(event.data);
        if (!call) return;
        if (names.includes(call.name)) listener(event);
        else port.postMessage({ id: call.id, ...refusal });
      };
      guarded.set(listener, guard);
      port.addEventListener(type as 'message', guard);
    },
    removeEventListener(type, listener) {
      const guard = guarded.get(listener);
      if (guard) port.removeEventListener(type as 'message', guard);
      guarded.delete(listener);
    },
    postMessage: (message, transfer = []) => port.postMessage(message, transfer),
    start: () => port.start(),
  };
}
