import * as Comlink from 'comlink';
import { frameMethods, hello, port as portMessage, protocol } from '../../../bridge/wire.ts';

/**
 * Stands in for the widget's document: does the handshake with real Comlink, records what the loader tells it, and calls
 * the loader as the test says. As it may be a compromised widget, it can also send anything raw.
 */
interface Relayed {
  readonly name: string;
  readonly args: unknown[];
}

type Outcome = { readonly value: unknown } | { readonly refused: string };

const relayed: Relayed[] = [];
const ports: MessagePort[] = [];
let host: Record<string, (...args: unknown[]) => Promise<unknown>> = {};

const api = Object.fromEntries(
  frameMethods.map((name) => [name, (...args: unknown[]) => void relayed.push({ name, args })]),
);

function sayHello(number: unknown = protocol): void {
  window.parent.postMessage({ type: hello, protocol: number }, '*');
}

window.addEventListener('message', ({ data, ports: [port], source }) => {
  if (data?.type !== portMessage || !port || source !== window.parent) return;
  ports.push(port);
  Comlink.expose(api, port);
  host = Comlink.wrap(port) as unknown as typeof host;
});

const puppet = {
  relayed,
  sayHello,
  portCount: () => ports.length,
  send: (message: unknown) => ports.at(-1)?.postMessage(message),
  sendOn: (index: number, message: unknown) => ports[index]?.postMessage(message),
  async call(name: string, args: unknown[]): Promise<Outcome> {
    // As long as a page may be busy: one that is slow has not refused.
    const late = new Promise<Outcome>((resolve) => setTimeout(() => resolve({ refused: 'no answer' }), 20_000));
    const answer = Promise.resolve(host[name]?.(...args)).then(
      (value): Outcome => ({ value }),
      (): Outcome => ({ refused: 'refused' }),
    );
    return Promise.race([answer, late]);
  },
};

export type Puppet = typeof puppet;

Object.assign(window, { puppet });
if (!new URLSearchParams(location.search).has('silent')) sayHello();
