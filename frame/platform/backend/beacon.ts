import type { Clock } from '../clock.ts';
import { startTimeLimit } from './timeLimit.ts';

/**
 * Sends reports that need no response. They never reject, and they outlive the page. For calls with a response use
 * `CallBackend`.
 */
export interface Beacon {
  /** POST with a JSON body. Resolves to false if the service rejects it, is too slow or unreachable. */
  post(url: string, body: unknown): Promise<boolean>;
  /** GET of a complete URL. */
  get(url: string): Promise<boolean>;
  /**
   * POST while the page unloads. The JSON is sent as plain text, because a request that needs a preflight may be lost with
   * the page. Not `sendBeacon`, which sends cookies.
   */
  leave(url: string, body: unknown): void;
}

export interface BeaconPorts {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** Time limit for a report: nothing waits for it, but a hanging request occupies a connection. */
const beaconTimeoutMs = 10_000;

export function createBeacon(ports: BeaconPorts): Beacon {
  async function send(url: string, init: RequestInit): Promise<boolean> {
    const { signal, end } = startTimeLimit(ports.clock, beaconTimeoutMs);
    try {
      return (await ports.fetch(url, { ...init, signal, keepalive: true, credentials: 'omit' })).ok;
    } catch {
      return false; // The caller decides whether to log a lost report.
    } finally {
      end();
    }
  }

  return {
    post: (url, body) =>
      send(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    get: (url) => send(url, { method: 'GET' }),
    leave: (url, body) => void send(url, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** A beacon on the browser's `fetch`. */
export function createBrowserBeacon(clock: Clock): Beacon {
  return createBeacon({ fetch: (input, init) => fetch(input, init), clock });
}
