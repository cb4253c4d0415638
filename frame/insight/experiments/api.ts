import type { CallBackend } from '../../platform/backend/plan.ts';

/**
 * How long the datafile may take. Ours: set-up is the first step of the start (SH-007), and a slow provider must not keep
 * the pill away; after this the local copy serves.
 */
const datafileTimeoutMs = 2_000;

/** The datafile as the service gives it; the client reads it, so it stays unparsed here (CH-195). */
export function fetchDatafile(call: CallBackend, address: string): Promise<unknown> {
  const { origin, pathname, search } = new URL(address);
  return call({
    hosts: [origin],
    path: `${pathname}${search}`,
    method: 'GET',
    strategy: 'none',
    isForeign: true,
    attemptTimeoutMs: datafileTimeoutMs,
    parse: (body) => {
      if (typeof body !== 'object' || body === null) throw new Error('A datafile is an object.');
      return body;
    },
  });
}
