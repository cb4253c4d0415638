import * as Comlink from 'comlink';
import type { Look } from '../../../bridge/records.ts';
import { hello, protocol } from '../../../bridge/wire.ts';
import { comlinkEndpoint } from '../../../frame/host/comlinkEndpoint.ts';

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
let host: Record<string, (...args: unknown[]) => Promise<unknown>> = {};

function sayHello(): void {
  window.parent.postMessage(hello, '*');
}

const links = new Map<number, unknown>();
const lastParts: Record<string, string> = {};

/** Records the parts of a look that have changed as calls of their own; `links` with all links so far. */
function recordLook(text: string): void {
  const [page, linkText, obstacles, cookies, hasFocus, lastInputMs] = Array.from(
    { length: 6 },
    (_, at) => JSON.parse(text)[at],
  ) as unknown as Look;
  const found: { readonly id: number }[] = JSON.parse(linkText ?? '[]');
  for (const link of found) links.set(link.id, link);
  const parts = { page, obstacles, cookies, active: [hasFocus, lastInputMs], links: [...links.values()] };
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
    relayed.push({ name: String(call[1]), args: call.slice(2) });
    if (call[1] === 'look') recordLook(call[2]);
  });
  port.start();
  host = Comlink.wrap(comlinkEndpoint(port)) as unknown as typeof host;
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
