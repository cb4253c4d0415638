import * as Comlink from 'comlink';
import { vi } from 'vitest';
import { dispatch, dispatchGuarded } from '../../bridge/endpoint.ts';

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
  /** Sends one message and waits until the endpoint has handled it and its answer has arrived. */
  attack(message: unknown, transfer?: readonly unknown[]): Promise<void>;
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

function end(names: readonly string[], answer: (name: string) => unknown, expose: Expose): BridgeEnd {
  const { port1, port2 } = new MessageChannel();
  const reached: Reached[] = [];
  const answers: BridgeEnd['answers'] = [];
  expose(port1, names, recordingApi(names, reached, answer));
  port2.addEventListener('message', ({ data }) => void answers.push(data));
  port2.start();
  const one: BridgeEnd = {
    port: port2,
    reached,
    answers,
    async attack(message, transfer = []) {
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

type Api = ReturnType<typeof recordingApi>;
type Expose = (port: MessagePort, names: readonly string[], api: Api) => void;

/** A quarter of a second passes on a fake clock: the loader's limit of calls counts from nothing again. */
export function passQuarter(): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(250);
}

/** The loader's end: our dispatcher. */
export const exposeLoader: Expose = (port, _names, api) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  dispatch(port, api);
};
/** The frame's end: our guarded dispatcher. */
export const exposeFrame: Expose = (port, names, api) => dispatchGuarded(port, names, api);
/** The control: Comlink as its manual shows it, with an ordinary object as the API. */
export const exposeRaw: Expose = (port, _names, api) => Comlink.expose({ ...api }, port as unknown as Comlink.Endpoint);

export const createEnd = (expose: Expose, names: readonly string[], answer: (name: string) => unknown = () => null) =>
  end(names, answer, expose);

export function closeEnds(): void {
  for (const one of openEnds.splice(0)) one.close();
  // The loader's count is shared by all ports: the next test starts from nothing.
  if (vi.isFakeTimers()) vi.runAllTimers();
  vi.useRealTimers();
}

/** A one-way call: with the id 0, it gets no answer. */
export const notify = (port: MessagePort, name: string, value: unknown): void => port.postMessage([0, name, value]);

/** A fake clock for the rate limit, so that no test waits. Each reading is `stepMs` later. */
export function stepPerformanceClock(stepMs: number): void {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += stepMs;
    return nowMs;
  });
}

/** A call of the bridge that asks for an answer. */
export const call = (name: unknown, ...values: unknown[]): readonly unknown[] => ['call', name, ...values];

/** A call in Comlink's own form, which only raw Comlink accepts. */
export function apply(name: unknown, ...values: unknown[]): Record<string, unknown> {
  return {
    id: 'call',
    type: 'APPLY',
    path: [name],
    argumentList: values.map((value) => ({ type: 'RAW', value })),
  };
}
