import { firstHost } from '../../platform/backend/firstHost.ts';
import type { CallBackend } from '../../platform/backend/plan.ts';

/**
 * Time limit for the datafile: set-up is the first step of the start (SH-007), and a slow provider must not delay
 * the pill. After this time the local copy is used.
 */
const datafileTimeoutMs = 2_000;

/** Fetches the datafile. The client validates it, so here it only has to be an object (CH-195). */
export function fetchDatafile(call: CallBackend, address: string): Promise<unknown> {
  const { origin, pathname, search } = new URL(address);
  return call({
    hosts: [origin],
    path: `${pathname}${search}`,
    method: 'GET',
    strategy: firstHost,
    isForeign: true,
    attemptTimeoutMs: datafileTimeoutMs,
    parse: (body) => {
      if (typeof body !== 'object' || body === null) throw new Error('The datafile is not an object.');
      return body;
    },
  });
}
