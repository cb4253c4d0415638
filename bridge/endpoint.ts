/**
 * The guard on both sides of the bridge. Of all Comlink messages it accepts only APPLY of one allow-listed name with raw
 * arguments. It rejects GET, SET, CONSTRUCT and ENDPOINT, paths of more than one step, and transferred functions. It drops
 * RELEASE, which says that the peer no longer uses the port, without effect.
 *
 * Both ends answer Comlink's own messages without Comlink: `dispatch` in the loader, `dispatchGuarded` in the frame, which also
 * limits names and ids because its page is not trusted. The frame calls the loader through a real `Comlink.wrap`.
 */

interface Call {
  readonly type: unknown;
  readonly argumentList: readonly { readonly type: unknown; readonly value: unknown }[];
}

/** Returns the arguments of a call. Throws when the message is not a call or an argument is not raw. */
function readArguments({ type, argumentList }: Call): unknown[] {
  if (type !== 'APPLY') throw 0;
  return argumentList.map((argument) => {
    if (argument.type !== 'RAW') throw 0;
    return argument.value;
  });
}

/** Limits of one message to the page: large enough for ten thousand links, small enough to read and draw quickly. */
const maxFields = 12_000;
/** Items of an array, or characters of a string. */
const maxFieldLength = 10_000;
const maxCharacters = 100_000;

/** Comlink's form of a rejection. It has no value on purpose: no stack, address or reason may cross. */
const refusal = { type: 'HANDLER', name: 'throw' };

/**
 * `api` holds own functions and has no prototype, so no other name can be found on it. `allow` runs before the message is read.
 * When it returns false, the message is dropped without an answer, so a flood cannot block the page.
 */
export function dispatch(port: MessagePort, api: object, allow: () => boolean): void {
  port.onmessage = async (event) => {
    try {
      if (!allow()) return;
      const { data } = event;
      let remaining = maxFields;
      // Drop a message that is large enough to block the page: the code below may convert any part of it to text.
      // The replacer sees a value before its contents, so it never walks through an array of millions.
      const text = JSON.stringify(data, (_, value) => {
        if (!remaining-- || value?.length > maxFieldLength) throw 0;
        return value;
      });
      // True when the text is longer than `maxCharacters`.
      if (text[maxCharacters]) return;
      const args = readArguments(data);
      let answer: object = refusal;
      try {
        // The path is used as one property key. Whatever it contains, it names one of our functions, or nothing and throws.
        answer = { type: 'RAW', value: await (api[data.path as never] as (...args: unknown[]) => unknown)(...args) };
      } catch {} // Answer with `refusal` and keep the details here: a thrown value may reveal the page's internals.
      port.postMessage({ id: data.id, ...answer });
    } catch {} // A malformed message, or an answer that cannot be cloned: the caller times out.
  };
}

/** The frame reads at most this many messages per second and drops the others. */
const maxMessagesPerSecond = 1_000;

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
    return calls <= maxMessagesPerSecond;
  };
}

/** The path must be exactly one allow-listed name. */
function isNamed(data: unknown, names: readonly string[]): boolean {
  const { path } = data as { readonly path: unknown };
  return Array.isArray(path) && path.length === 1 && names.includes(path[0]);
}

const maxIdLength = 64;

/**
 * The frame's end. Answers calls of the allow-listed names only; rejects unknown names and drops malformed messages. The page
 * learns whether a call succeeded and nothing else: no return value, no error.
 */
export function dispatchGuarded<Name extends string>(
  port: MessagePort,
  names: readonly Name[],
  api: Readonly<Record<Name, (...args: unknown[]) => unknown>>,
): void {
  const allow = limiter();
  port.addEventListener('message', async (event) => {
    try {
      if (!allow()) return;
      const { data } = event;
      const args = readArguments(data);
      if (typeof data.id !== 'string' || data.id.length > maxIdLength) return;
      let answer: object = refusal;
      try {
        if (isNamed(data, names)) {
          await api[data.path[0] as Name](...args);
          answer = { type: 'RAW', value: undefined };
        }
      } catch {} // Answer with `refusal`: a thrown value may hold what only the frame may know.
      port.postMessage({ id: data.id, ...answer });
    } catch {} // Drop a malformed message.
  });
  port.start();
}
