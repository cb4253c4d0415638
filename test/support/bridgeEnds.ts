import * as Comlink from 'comlink';
import { vi } from 'vitest';
import { answerCalls, dispatchGuarded } from '../../bridge/endpoint.ts';

/** One call that reached an API, as the API saw it. */
export interface Reached {
  readonly name: string;
  readonly args: readonly unknown[];
}

export interface BridgeEnd {
  /** The peer's end of the channel, to send anything on. */
  readonly port: MessagePort;
  readonly reached: Reached[];
  /** Everything the endpoint answered. */
  readonly answers: { readonly id: unknown; readonly type: unknown; readonly value: unknown }[];
  /** How often the loader wanted to leave the page. */
  readonly left: () => number;
  /** A call in the form that this end reads. */
  call(name: unknown, ...values: unknown[]): unknown;
  /** Sends one message as this end reads it: the loader reads JSON text. What has no JSON is sent as it is. */
  post(message: unknown): void;
  /** The same, and waits until the endpoint has handled it and its answer has arrived. */
  attack(message: unknown): Promise<void>;
  /** Sends one message as it is, and waits. */
  attackRaw(message: unknown, transfer?: readonly unknown[]): Promise<void>;
  close(): void;
}

/** Waits long enough for a message to arrive and an answer to come back. */
export async function delivered(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setImmediate(done));
}

/** An API whose functions record their calls. `answer` decides what they return. */
function recordingApi(names: readonly string[], reached: Reached[], answer: (name: string) => unknown) {
  const api = Object.create(null) as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    api[name] = (...args) => {
      reached.push({ name, args });
      return answer(name);
    };
  }
  return Object.freeze(api);
}

const openEnds: BridgeEnd[] = [];

type Api = ReturnType<typeof recordingApi>;

interface End {
  expose(port: MessagePort, names: readonly string[], api: Api, leave: () => void): void;
  call(name: unknown, ...values: unknown[]): unknown;
  /** What crosses for a message. */
  encode(message: unknown): unknown;
}

function asText(message: unknown): unknown {
  try {
    return JSON.stringify(message) ?? message;
  } catch {
    return message;
  }
}

const same = (message: unknown): unknown => message;

/** The loader's end: our dispatcher. */
export const exposeLoader: End = {
  expose(port, _names, api, leave) {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    answerCalls(port, api, leave);
  },
  call: apply,
  encode: asText,
};
/** The frame's end: our guarded dispatcher. */
export const exposeFrame: End = {
  expose(port, names, api) {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    dispatchGuarded(port, names, api);
  },
  call: (name, ...values) => [name, ...values],
  encode: same,
};
/** The control: Comlink as its manual shows it, with an ordinary object as the API. */
export const exposeRaw: End = {
  expose: (port, _names, api) => Comlink.expose({ ...api }, port as unknown as Comlink.Endpoint),
  call: apply,
  encode: same,
};

/** `answer` decides what the functions of the API return. */
export function createEnd(
  { expose, call, encode }: End,
  names: readonly string[],
  answer: (name: string) => unknown = () => null,
): BridgeEnd {
  const { port1, port2 } = new MessageChannel();
  const reached: Reached[] = [];
  const answers: BridgeEnd['answers'] = [];
  let left = 0;
  expose(port1, names, recordingApi(names, reached, answer), () => {
    left += 1;
  });
  port2.addEventListener('message', ({ data }) => void answers.push(data));
  port2.start();
  const one: BridgeEnd = {
    port: port2,
    reached,
    answers,
    left: () => left,
    call,
    post: (message) => port2.postMessage(encode(message)),
    async attack(message) {
      one.post(message);
      await delivered();
    },
    async attackRaw(message, transfer = []) {
      port2.postMessage(message, transfer as Transferable[]);
      await delivered();
    },
    close() {
      port1.close();
      port2.close();
    },
  };
  openEnds.push(one);
  return one;
}

/** Time passes on a fake clock: after a quarter of a second, the loader's limit of calls counts from nothing again, and after a second the frame's. */
export function pass(ms: number): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
}

export const passQuarter = (): void => pass(250);

export function closeEnds(): void {
  for (const one of openEnds.splice(0)) one.close();
  // The loader's count is shared by all ports: the next test starts from nothing.
  if (vi.isFakeTimers()) vi.runAllTimers();
  vi.useRealTimers();
}

/** The loader's message to the frame. */
export const notify = (port: MessagePort, name: string, value: unknown): void => port.postMessage([name, value]);

/** A call as Comlink sends it. */
export function apply(name: unknown, ...values: unknown[]): Record<string, unknown> {
  return {
    id: 'call',
    type: 'APPLY',
    path: [name],
    argumentList: values.map((value) => ({ type: 'RAW', value })),
  };
}
