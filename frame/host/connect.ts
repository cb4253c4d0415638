import { wrap } from 'comlink';
import { dispatchGuarded } from '../../bridge/endpoint.ts';
import { parseCookies } from '../../bridge/guards.ts';
import { frameMethods, hello, hostMethods, protocol } from '../../bridge/wire.ts';
import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { type CookieJar, escapeCookie } from './cookieJar.ts';
import type { RemoteHost } from './remoteHost.ts';
import { textEndpoint } from './textEndpoint.ts';

/** Time limit for a call to the page: the page's main thread may be busy for seconds. */
const bridgeTimeoutMs = 5_000;

export interface Greeting {
  readonly port: MessagePort;
  /** The page's exact origin, as reported by the browser. */
  readonly origin: string;
}

/**
 * The frame's half of the handshake:
 *  1. It sends hello, and nothing else, to any parent: nothing in it is secret.
 *  2. The loader answers with its protocol number and one port. The source is checked first, then the shape and the number.
 *  3. The first port is accepted and all later ones are ignored. The caller checks the origin before it uses the port.
 */
export function greetHost(self: Window, lifetime: Lifetime): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== self.parent || self.parent === self) return;
      const [port, ...others] = event.ports;
      if (typeof event.data !== 'number' || !port || others.length > 0) return;
      stopListening();
      if (event.data === protocol) resolve({ port, origin: event.origin });
      else reject(createError('BRIDGE_REFUSED', 'loader and frame have different versions'));
    };
    const stopListening = lifetime.add(() => self.removeEventListener('message', onMessage));
    self.addEventListener('message', onMessage);
    self.parent.postMessage(hello, '*');
  });
}

/** Returns the page's methods, called with Comlink. The frame's own methods are called by the guarded dispatcher. */
export function openHost(
  port: MessagePort,
  frameApi: Parameters<typeof dispatchGuarded<(typeof frameMethods)[number]>>[2],
  ports: { readonly clock: Clock; readonly lifetime: Lifetime; readonly cookies: CookieJar },
): RemoteHost {
  const remote = wrap(textEndpoint(port)) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  dispatchGuarded(port, frameMethods, frameApi);
  ports.lifetime.add(() => port.close());

  const ask = (name: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const cancel = ports.clock.after(bridgeTimeoutMs, () =>
        reject(createError('BRIDGE_TIMEOUT', `the page did not answer ${name}`)),
      );
      (remote[name] as (...args: unknown[]) => Promise<unknown>)(...args)
        .then(resolve, reject)
        .finally(cancel);
    });
  /** Comlink's message without an id: the loader sends no answer, and Comlink waits for none. */
  const tell = async (name: string, args: unknown[]): Promise<void> =>
    port.postMessage(JSON.stringify({ path: [name], argumentList: args.map((value) => ({ value })) }));
  const { cookies } = ports;
  const calls = Object.fromEntries(hostMethods.map((name) => [name, (...args: unknown[]) => tell(name, args)]));
  return {
    ...calls,
    // The loader adds `cm-` itself.
    emit: (name: string, detail?: unknown) => tell('emit', [name.slice(3), detail]),
    openUrl: async (...args: unknown[]) => (await ask('openUrl', args)) !== undefined,
    async readStore(name: string) {
      // Without an answer, the last list counts: an empty one would mean that nobody has answered the consent notice.
      if (!cookies.isFresh()) {
        await ask('readStore', []).then(
          (list) => Array.isArray(list) && cookies.seen(parseCookies(list)),
          () => {},
        );
      }
      return cookies.read(name);
    },
    async writeStore(name: string, value: string | null, maxAgeS?: number) {
      const cookie = `${name}=${escapeCookie(value ?? '')}`;
      const answer = await ask('writeStore', [cookie, value === null ? 0 : maxAgeS]);
      // A refusal says nothing about the cookies.
      if (!Array.isArray(answer)) return false;
      const list = parseCookies(answer);
      cookies.seen(list);
      return list.includes(cookie) === (value !== null);
    },
  } as unknown as RemoteHost;
}
