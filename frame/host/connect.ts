import { wrap } from 'comlink';
import { dispatchGuarded } from '../../bridge/endpoint.ts';
import { frameMethods, hello, hostMethods, port as portMessage, protocol } from '../../bridge/wire.ts';
import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { RemoteHost } from './remoteHost.ts';

/** Time limit for a call to the page. Ours: the page's main thread may be busy for seconds. */
const bridgeTimeoutMs = 5_000;

export interface Greeting {
  readonly port: MessagePort;
  /** The page's exact origin, as reported by the browser. */
  readonly origin: string;
}

/**
 * The frame's half of the handshake:
 *  1. It sends hello with its protocol number, and nothing else, to any parent: nothing in it is secret.
 *  2. The loader answers with one port. The source is checked first, then the shape and the protocol number.
 *  3. The first port is accepted and all later ones are ignored. The caller checks the origin before it uses the port.
 */
export function greetHost(self: Window, lifetime: Lifetime): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== self.parent || self.parent === self) return;
      const { type, protocol: loaderProtocol } = (event.data ?? {}) as { type?: unknown; protocol?: unknown };
      const [port, ...others] = event.ports;
      if (type !== portMessage || !port || others.length > 0) return;
      stopListening();
      if (loaderProtocol === protocol) resolve({ port, origin: event.origin });
      else reject(createError('BRIDGE_REFUSED', 'loader and frame have different versions'));
    };
    const stopListening = lifetime.add(() => self.removeEventListener('message', onMessage));
    self.addEventListener('message', onMessage);
    self.parent.postMessage({ type: hello, protocol }, '*');
  });
}

/**
 * Returns the page's methods as functions that return promises, over real Comlink. The frame's own methods are answered by
 * the guarded dispatcher, which knows calls only: no paths, sets, constructors or endpoints.
 */
export function openHost(
  port: MessagePort,
  frameApi: Parameters<typeof dispatchGuarded<(typeof frameMethods)[number]>>[2],
  ports: { readonly clock: Clock; readonly lifetime: Lifetime },
): RemoteHost {
  const remote = wrap<Record<string, (...args: unknown[]) => unknown>>(port);
  dispatchGuarded(port, frameMethods, frameApi);
  ports.lifetime.add(() => port.close());

  const call = (name: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const cancel = ports.clock.after(bridgeTimeoutMs, () =>
        reject(createError('BRIDGE_TIMEOUT', `the page did not answer ${name}`)),
      );
      const method = remote[name] as (...args: unknown[]) => Promise<unknown>;
      method(...args).then(
        (value) => {
          cancel();
          resolve(value);
        },
        () => {
          cancel();
          reject(createError('BRIDGE_REFUSED', `the page refused ${name}`));
        },
      );
    });
  return Object.freeze(
    Object.fromEntries(hostMethods.map((name) => [name, (...args: unknown[]) => call(name, args)])),
  ) as unknown as RemoteHost;
}
