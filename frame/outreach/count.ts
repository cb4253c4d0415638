import { hostKeys } from '../../bridge/wire.ts';
import { outcomeCodes, tickMs } from './limits.ts';
import type { OutreachPorts } from './ports.ts';
import { hasStart, nextProactiveStep, type ProactiveRecord, parseProactiveRecord } from './proactiveRecord.ts';

export interface CountPorts extends Pick<OutreachPorts, 'clock' | 'lifetime'> {
  readonly store: Pick<OutreachPorts['hostStore'], 'readJson' | 'writeCookie'>;
  readonly popUpTimeMs: number;
  /** A bot may speak before the time is up. */
  readonly mayWelcome: () => boolean;
  /** The pop-up has to be prepared, or the bot's own trigger armed: download the room and hand over. */
  readonly wake: () => void;
}

/**
 * The part of the proactive pop-up that every page pays for: one look at the cookie after the first tick, then one
 * comparison with the clock each second. A page whose visitor was asked before stops at the first look.
 */
export function createCount(ports: CountPorts) {
  const life = ports.lifetime.child();
  let record: ProactiveRecord | undefined;

  const keep = (next: ProactiveRecord): void => {
    record = next;
    void ports.store.writeCookie(hostKeys.proactiveState, next);
  };
  const read = async (): Promise<ProactiveRecord | undefined> =>
    parseProactiveRecord(await ports.store.readJson(hostKeys.proactiveState));

  function look(): void {
    if (life.ended) return;
    const mayWelcome = ports.mayWelcome();
    const firstType = mayWelcome ? 'botWelcomeMessage' : 'proactiveInvite';
    const next = nextProactiveStep(record, ports.clock.now(), ports.popUpTimeMs, firstType);
    if ('record' in next && next.record) keep(next.record);
    if (next.step === 'stop') life.end();
    else if (mayWelcome || next.step === 'prepare' || next.step === 'due') {
      life.end();
      ports.wake();
    }
  }

  async function begin(): Promise<void> {
    record = await read();
    look();
    if (!life.ended) life.add(ports.clock.every(tickMs, look));
  }

  return {
    start(): void {
      life.add(ports.clock.after(tickMs, () => void begin()));
    },
    /** The pane has opened: nobody who has found us needs an invitation, on this page or the next (SH-038). */
    async cancel(): Promise<void> {
      if (life.ended) return;
      life.end();
      record ??= await read();
      if (record === undefined || hasStart(record)) {
        keep({ type: record?.type ?? 'proactiveInvite', state: outcomeCodes.opened });
      }
    },
  };
}
