/**
 * The guard on both sides of the bridge. A call is an array: an id, one allow-listed name, and the arguments. A call with the id 0
 * is one-way and gets no answer. An answer is a record: the id, and the value unless the call was refused. Everything else is
 * dropped. There are no paths, no verbs and no handlers, so nothing but a listed function can be reached.
 *
 * `dispatch` is the loader's end, `dispatchGuarded` the frame's, which also limits names and ids because its page is not trusted.
 * The frame calls the loader with Comlink, through the endpoint in frame/host/comlinkEndpoint.ts.
 */

/** Limits of one message to the page: large enough for ten thousand links, small enough to read and draw quickly. */
const maxFields = 12_000;
/** Items of an array, or characters of a string. */
const maxFieldLength = 10_000;
const maxCharacters = 100_000;

/** The answer to a call. A refusal has no value on purpose: no stack, address or reason may cross. */
export interface Answer {
  readonly id: unknown;
  value?: unknown;
}

/** The page runs at most this many calls in a quarter of a second and drops the others as a flood. */
const maxCalls = 250;
const floodMs = 250;
/** Shared by all ports: a frame that says hello again gains nothing. */
let calls = 0;

/** `api` holds own functions and has no prototype, so no other name can be found on it. */
export function dispatch(port: MessagePort, api: object): void {
  port.onmessage = (event) => {
    try {
      if (!calls++)
        setTimeout(() => {
          calls = 0;
        }, floodMs);
      if (calls > maxCalls) return;
      let remaining = maxFields;
      // Drop a message that is large enough to block the page: the code below may convert any part of it to text.
      // The replacer sees a value before its contents, so it never walks through an array of millions.
      const text = JSON.stringify(event.data, (_, value) => {
        if (!remaining-- || value?.length > maxFieldLength) throw 0;
        return value;
      });
      // True when the text is longer than `maxCharacters`.
      if (text[maxCharacters]) return;
      // Plain values only: a map or a set counts as nothing above, and is empty here (F-SE24).
      const data = JSON.parse(text);
      // Only arrays have `shift`. What is left are the arguments.
      const answer: Answer = { id: data.shift() };
      try {
        // The name is used as a property key. Whatever it is, it names one of our functions, or nothing and throws.
        answer.value = (api[data.shift() as never] as (...args: unknown[]) => unknown)(...data);
      } catch {} // Answer without a value and keep the details here: a thrown value may reveal the page's internals.
      // The target is the port; this form compresses better.
      if (answer.id) (event.target as MessagePort).postMessage(answer);
    } catch {} // A malformed message, or an answer that cannot be cloned: the caller times out.
  };
}

/** The frame reads at most this many messages per second and drops the others. */
const maxMessagesPerSecond = 1_000;

function createRateLimiter(): () => boolean {
  let windowStartS = 0;
  let callsInWindow = 0;
  return () => {
    const nowS = performance.now() / 1000;
    if (nowS - windowStartS > 1) {
      windowStartS = nowS;
      callsInWindow = 0;
    }
    callsInWindow += 1;
    return callsInWindow <= maxMessagesPerSecond;
  };
}

const maxIdLength = 64;

/** The loader's calls have the id 0. */
const isId = (id: unknown): boolean => id === 0 || (typeof id === 'string' && id.length <= maxIdLength);

/**
 * The frame's end. Runs calls of the allow-listed names only; refuses unknown names and drops malformed messages. The caller of a
 * call with an id learns whether it succeeded and nothing else: no return value, no error.
 */
export function dispatchGuarded<Name extends string>(
  port: MessagePort,
  names: readonly Name[],
  api: Readonly<Record<Name, (...args: unknown[]) => unknown>>,
): void {
  const allow = createRateLimiter();
  port.addEventListener('message', (event) => {
    if (!allow()) return;
    const { data } = event;
    if (!Array.isArray(data) || !isId(data[0])) return;
    const [id, name, ...args] = data;
    const answer: Answer = { id };
    try {
      if (names.includes(name)) {
        api[name as Name](...args);
        answer.value = undefined;
      }
    } catch {} // Answer without a value: a thrown value may hold what only the frame may know.
    if (id) port.postMessage(answer);
  });
  port.start();
}
