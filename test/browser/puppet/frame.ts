import * as Comlink from 'comlink';
import { frameMethods, hello, port as portMessage, protocol } from '../../../bridge/wire.ts';

/**
 * Replaces the widget's document. It does the handshake, records the loader's calls and calls the loader for the test, all with
 * real Comlink. It can also play a compromised widget and send any raw message.
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
    // A long timeout, so that a slow page does not count as a refusal.
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
