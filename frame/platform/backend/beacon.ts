import type { Clock } from '../clock.ts';
import { startTimeLimit } from './timeLimit.ts';

/**
 * One-way reports: nobody waits for them, they never reject, and they outlive the page. For calls with an answer there
 * is `CallBackend`.
 */
export interface Beacon {
  /** POST with a JSON body. False when the service refused it, answered too late or could not be reached. */
  post(url: string, body: unknown): Promise<boolean>;
  /** GET of a complete address. */
  get(url: string): Promise<boolean>;
  /**
   * POST while the page is being left: JSON as plain text, because a request that needs a preflight may die with the
   * page. False when the browser did not take it.
   */
  leave(url: string, body: unknown): boolean;
}

export interface BeaconPorts {
  readonly fetch: typeof fetch;
  readonly sendBeacon: (url: string, body: string) => boolean;
  readonly clock: Clock;
}

/** How long a report may hang. Ours: nobody waits, but a hanging request holds a connection. */
const beaconTimeoutMs = 10_000;

export function createBeacon(ports: BeaconPorts): Beacon {
  async function send(url: string, init: RequestInit): Promise<boolean> {
    const { signal, end } = startTimeLimit(ports.clock, beaconTimeoutMs);
    try {
      return (await ports.fetch(url, { ...init, signal, keepalive: true, credentials: 'omit' })).ok;
    } catch {
      return false; // Silent: a lost report is no loss to the visitor, and the caller decides whether to say so.
    } finally {
      end();
    }
  }

  return {
    post: (url, body) =>
      send(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    get: (url) => send(url, { method: 'GET' }),
    leave(url, body) {
      try {
        return ports.sendBeacon(url, JSON.stringify(body));
      } catch {
        return false; // Silent: browsers throw for an address they do not like; see above.
      }
    },
  };
}

/** The browser's own two ways. */
export function createBrowserBeacon(clock: Clock): Beacon {
  return createBeacon({
    fetch: (input, init) => fetch(input, init),
    sendBeacon: (url, body) => navigator.sendBeacon(url, body),
    clock,
  });
}
