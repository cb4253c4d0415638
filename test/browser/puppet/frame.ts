import * as Comlink from 'comlink';
import type { Look } from '../../../bridge/records.ts';
import { hello, protocol } from '../../../bridge/wire.ts';
import { textEndpoint } from '../../../frame/host/textEndpoint.ts';

/**
 * Replaces the widget's document. It does the handshake, records the loader's calls and calls the loader for the test with real
 * Comlink. It can also play a compromised widget and send any raw message.
 */
interface Relayed {
  readonly name: string;
  readonly args: unknown[];
}

type Outcome = { readonly value: unknown } | { readonly refused: string };

const relayed: Relayed[] = [];
const ports: MessagePort[] = [];
/** Comlink reads a refusal as undefined, like the answer of a call that returns nothing: the messages tell them apart. */
const refusedIds = new Set<unknown>();
let lastId: unknown;
let host: Record<string, (...args: unknown[]) => Promise<unknown>> = {};

function sayHello(): void {
  window.parent.postMessage(hello, '*');
}

const lastParts: Record<string, string> = {};

/** Records the parts of a look that have changed as calls of their own. */
function recordLook(text: string): void {
  const [page, kinds, obstacles, cookies, hasFocus, lastInputMs] = Array.from(
    { length: 6 },
    (_, at) => JSON.parse(text)[at],
  ) as unknown as Look;
  const parts = { page, kinds, obstacles, cookies, active: [hasFocus, lastInputMs] };
  for (const [name, part] of Object.entries(parts)) {
    const json = JSON.stringify(part) ?? '';
    if (lastParts[name] !== json) relayed.push({ name, args: [part] });
    lastParts[name] = json;
  }
}

window.addEventListener('message', ({ data, ports: [port], source }) => {
  if (data !== protocol || !port || source !== window.parent) return;
  ports.push(port);
  port.addEventListener('message', ({ data: call }) => {
    if (!Array.isArray(call)) return;
    relayed.push({ name: String(call[0]), args: call.slice(1) });
    if (call[0] === 'look') recordLook(call[1]);
  });
  port.start();
  const endpoint = textEndpoint(port);
  port.addEventListener('message', ({ data: answer }) => {
    if (answer?.id !== undefined && answer.type === undefined) refusedIds.add(answer.id);
  });
  host = Comlink.wrap({
    ...endpoint,
    postMessage(message) {
      lastId = message.id;
      endpoint.postMessage(message);
    },
  }) as unknown as typeof host;
});

const puppet = {
  relayed,
  sayHello,
  portCount: () => ports.length,
  /** Sends any message: what is no text as JSON text, as our own frame does. */
  send: (message: unknown) =>
    ports.at(-1)?.postMessage(typeof message === 'string' ? message : JSON.stringify(message)),
  sendOn: (index: number, message: unknown) => ports[index]?.postMessage(JSON.stringify(message)),
  /** Sends any message as it is. Our own frame sends only texts. */
  sendRaw: (message: unknown) => ports.at(-1)?.postMessage(message),
  async call(name: string, args: unknown[]): Promise<Outcome> {
    // A long timeout, so that a slow page does not count as a refusal.
    const late = new Promise<Outcome>((resolve) => setTimeout(() => resolve({ refused: 'no answer' }), 20_000));
    const result = Promise.resolve(host[name]?.(...args));
    const id = lastId;
    const answer = result.then((value): Outcome => {
      const isRefused = refusedIds.has(id) || (name === 'openUrl' && value === undefined);
      return isRefused ? { refused: 'refused' } : { value };
    });
    return Promise.race([answer, late]);
  },
};

export type Puppet = typeof puppet;

Object.assign(window, { puppet });
if (!new URLSearchParams(location.search).has('silent')) sayHello();
