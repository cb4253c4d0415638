/**
 * The guard on both sides of the bridge. The frame calls the page with Comlink, and the loader answers Comlink's own messages, which
 * cross as JSON text: its length is known before it is read, and it holds plain values only (F-SE24). The loader's messages to the frame
 * are one-way: an array of a name and one value. Everything else is dropped. Only a listed function can be reached.
 */

/** The page reads at most this many characters in one message: enough for every drawing, wording and event. */
const maxCharacters = 10_000;
/** The page runs at most this many calls in a quarter of a second. */
const maxCalls = 250;
const floodMs = 250;
/** The calls of the last quarter of a second, on all ports: a frame that says hello again gains nothing. */
let calls = 0;

/** The answer to a call. A refusal has no type and no value on purpose: no stack, address or reason may cross. Comlink reads it as undefined. */
interface Answer {
  readonly id: unknown;
  type?: 'RAW';
  value?: unknown;
}

/**
 * The loader's end. `api` holds own functions and has no prototype, so no other name can be found on it. `leave` is called for what our
 * own frame never sends: too many calls, too long ones, and those that are not text.
 */
export function answerCalls(port: MessagePort, api: object, leave: () => void): void {
  port.onmessage = ({ data }) => {
    setTimeout(() => {
      calls -= 1;
    }, floodMs);
    if (++calls > maxCalls || typeof data !== 'string' || data.length > maxCharacters) return leave();
    try {
      const call = JSON.parse(data);
      const answer: Answer = { id: call.id };
      try {
        const values = call.argumentList.map(({ value }: { value: unknown }) => value);
        // The path is used as a property key. Whatever it is, it names one of our functions, or nothing and throws.
        answer.value = (api[call.path as never] as (...args: unknown[]) => unknown)(...values);
        answer.type = 'RAW';
      } catch {} // Keep the details here: a thrown value may reveal the page's internals.
      // A call without an id needs no answer.
      if (call.id) port.postMessage(answer);
    } catch {} // Not JSON.
  };
}

/** The frame reads at most this many messages in a second and drops the others. */
const maxMessages = 1_000;
const messagesMs = 1_000;

/** The frame's end. Runs calls of the allow-listed names only, and drops everything else. */
export function dispatchGuarded<Name extends string>(
  port: MessagePort,
  names: readonly Name[],
  api: Readonly<Record<Name, (value: unknown) => void>>,
): void {
  let messages = 0;
  port.addEventListener('message', ({ data }) => {
    // One timer for all messages of a second.
    if (messages === 0) {
      setTimeout(() => {
        messages = 0;
      }, messagesMs);
    }
    if (++messages > maxMessages || !Array.isArray(data)) return;
    const [name, value] = data;
    if (names.includes(name)) api[name as Name](value);
  });
  port.start();
}
