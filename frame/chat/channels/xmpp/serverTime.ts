import type { Clock } from '../../../platform/clock.ts';
import type { Connection } from './connection.ts';
import { clockToleranceMs } from './limits.ts';
import * as ns from './namespaces.ts';
import { childOf, xml } from './xml.ts';

/** How far the server's clock is ahead of the visitor's, ms (XEP-0202). 0 if the server does not report its time. */
export async function askServerTime(connection: Pick<Connection, 'request'>, clock: Clock): Promise<number> {
  const answer = await connection.request('get', xml('time', { xmlns: ns.time })).catch(() => undefined);
  const utc = Date.parse(childOf(childOf(answer, 'time', ns.time), 'utc', ns.time)?.text ?? '');
  const difference = Number.isNaN(utc) ? 0 : utc - clock.now();
  return Math.abs(difference) < clockToleranceMs ? 0 : difference;
}
