import type { Clock } from '../../../platform/clock.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { Connection } from './connection.ts';
import { clockToleranceMs } from './limits.ts';
import * as ns from './namespaces.ts';
import { childOf, xml } from './xml.ts';

export interface ServerTimeParts {
  readonly clock: Clock;
  readonly state: Pick<ChannelState, 'emit'>;
  readonly connection: Pick<Connection, 'request'>;
}

export interface ServerTime {
  /** How far the server's clock is ahead of the visitor's, ms. 0 until the server has told it. */
  readonly aheadMs: number;
  ask(): Promise<void>;
}

export function createServerTime({ clock, state, connection }: ServerTimeParts): ServerTime {
  let aheadMs = 0;
  return {
    get aheadMs() {
      return aheadMs;
    },
    async ask() {
      aheadMs = await askServerTime(connection, clock);
      state.emit({ type: 'clock', aheadMs });
    },
  };
}

/** XEP-0202. 0 if the server does not tell its time. */
async function askServerTime(connection: Pick<Connection, 'request'>, clock: Clock): Promise<number> {
  const answer = await connection.request('get', xml('time', { xmlns: ns.time })).catch(() => undefined);
  const utc = Date.parse(childOf(childOf(answer, 'time', ns.time), 'utc', ns.time)?.text ?? '');
  const difference = Number.isNaN(utc) ? 0 : utc - clock.now();
  return Math.abs(difference) < clockToleranceMs ? 0 : difference;
}
