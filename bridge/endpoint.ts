/**
 * The guarded endpoint: of everything Comlink can say, it understands APPLY of one allow-listed name with raw
 * arguments. RELEASE, which tells that the peer let go, is dropped without effect. Nothing else has a meaning here:
 * no GET, SET, CONSTRUCT or ENDPOINT, no paths of more than one step, no transferred functions.
 *
 * `dispatch` is the loader's whole Comlink: it answers a real `Comlink.wrap` on the other side. `guardedEndpoint`
 * stands before the frame's real `Comlink.expose` and lets through the same messages only.
 */

interface Call {
  readonly type: unknown;
  readonly argumentList: readonly { readonly type: unknown; readonly value: unknown }[];
}

/** The arguments of the call in a message. Throws for anything that is not a call, or has an argument of another kind. */
function readArguments({ type, argumentList }: Call): unknown[] {
  if (type !== 'APPLY') throw 0;
  return argumentList.map((argument) => {
    if (argument.type !== 'RAW') throw 0;
    return argument.value;
  });
}

/** What a message to the page may hold: ten thousand links fit, nothing that takes long to read or to draw does. */
const mostFields = 12_000;
/** Entries of a list, or characters of a text. */
const longestField = 10_000;
const mostCharacters = 100_000;

/** What Comlink reads as a rejection. Without a value on purpose: no stack, address or reason crosses. */
const refusal = { type: 'HANDLER', name: 'throw' };

/**
 * `api`: own functions of an object without prototype, so that no other name can be found. `allow` is asked before a
 * message is looked at: what it refuses is dropped unanswered, so that a flood cannot block the page.
 */
export function dispatch(port: MessagePort, api: object, allow: () => boolean): void {
  port.onmessage = async (event) => {
    try {
      if (!allow()) return;
      const { data } = event;
      let left = mostFields;
      // A message so large that it would hold up the page is dropped: what comes after may turn anything in it into text.
      // Each value is seen before what is in it, so that no list of millions is walked through.
      const text = JSON.stringify(data, (_, value) => {
        if (!left-- || value?.length > longestField) throw 0;
        return value;
      });
      if (text[mostCharacters]) return;
      const args = readArguments(data);
      let answer: object = refusal;
      try {
        // A path is read as text: whatever it is made of, it names one of our functions or nothing, which throws.
        answer = { type: 'RAW', value: await (api[data.path as never] as (...args: unknown[]) => unknown)(...args) };
      } catch {} // The detail stays on this side: a thrown value may name the page's internals.
      port.postMessage({ id: data.id, ...answer });
    } catch {} // Malformed, or an answer that cannot be cloned: the caller is left to its timeout.
  };
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

/** Comlink walks a path, so it has to be one step, and that a name of the list. */
function isNamed(data: unknown, names: readonly string[]): boolean {
  const { path } = data as { readonly path: unknown };
  return Array.isArray(path) && path.length === 1 && names.includes(path[0]);
}

const longestId = 64;

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
          readArguments(event.data);
          const { id } = event.data;
          if (typeof id !== 'string' || id.length > longestId) return;
          if (isNamed(event.data, names)) listener(event);
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
