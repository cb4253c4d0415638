import { type Endpoint, expose, wrap } from 'comlink';
import { guardedEndpoint } from '../../bridge/endpoint.ts';
import { frameMethods, hello, hostMethods, port as portMessage, protocol } from '../../bridge/wire.ts';
import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { RemoteHost } from './remoteHost.ts';

/** A call to the page that is not answered by then has failed. Ours: the page's main thread may be busy for seconds. */
const bridgeTimeoutMs = 5_000;

export interface Greeting {
  readonly port: MessagePort;
  /** The page's exact origin, as the browser says. */
  readonly origin: string;
}

/**
 * The frame's half of the handshake:
 *  1. it says hello with its protocol number and nothing else, to any parent (nothing in it is secret);
 *  2. the loader answers with one port; source is checked first, then shape and number;
 *  3. the first port is taken and no further one, whatever else arrives. The caller checks the origin before use.
 */
export function greetHost(self: Window, lifetime: Lifetime): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== self.parent || self.parent === self) return;
      const { type, protocol: theirs } = (event.data ?? {}) as { type?: unknown; protocol?: unknown };
      const [port, ...others] = event.ports;
      if (type !== portMessage || !port || others.length > 0) return;
      forget();
      if (theirs === protocol) resolve({ port, origin: event.origin });
      else reject(createError('BRIDGE_REFUSED', 'loader and frame are of different versions'));
    };
    const forget = lifetime.add(() => self.removeEventListener('message', onMessage));
    self.addEventListener('message', onMessage);
    self.parent.postMessage({ type: hello, protocol }, '*');
  });
}

/**
 * The page as callable promises, over real Comlink. The frame's own methods are exposed behind the guarded endpoint;
 * nothing of Comlink's reach (paths, sets, constructors, endpoints) passes it.
 */
export function openHost(
  port: MessagePort,
  frameApi: object,
  ports: { readonly clock: Clock; readonly lifetime: Lifetime },
): RemoteHost {
  const remote = wrap<Record<string, (...args: unknown[]) => unknown>>(port);
  expose(frameApi, guardedEndpoint(port, frameMethods) as unknown as Endpoint);
  ports.lifetime.add(() => port.close());

  const call = (name: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const cancel = ports.clock.after(bridgeTimeoutMs, () =>
        reject(createError('BRIDGE_TIMEOUT', `the page did not answer ${name} in ${bridgeTimeoutMs} ms`)),
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
