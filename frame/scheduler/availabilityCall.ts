import { slotsPerTask } from './limits.ts';
import { nextTask } from './nextTask.ts';
import type { InstancePorts } from './ports.ts';
import { createSlotReader, type IsOffered, type ReadSlot, slotsOf } from './readSlots.ts';
import type { Availability } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { TemporalApi } from './temporal.ts';

/** SC-062, SC-063, SC-072: a new call aborts the one before it; only the newest answer is used. */
export function createAvailabilityCall(
  { clock, log, lifetime }: Pick<InstancePorts, 'clock' | 'log' | 'lifetime'>,
  state: SchedulerState,
  /** Does the expensive part of showing a long answer, in a task before the one that shows it. */
  prepare: (slots: readonly ReadSlot[]) => void,
  /** Keeps a time that several experts offer. */
  preferredExpert: () => string,
  isOffered: IsOffered,
) {
  let newest: AbortController | undefined;

  /** Reads a long answer in several tasks; undefined if a newer call started between two of them. */
  async function readInTasks(
    T: TemporalApi,
    availabilities: readonly Availability[],
    requestedZone: string,
    isNewest: () => boolean,
  ): Promise<readonly ReadSlot[] | undefined> {
    const wire = slotsOf(availabilities);
    const reader = createSlotReader(T, requestedZone, preferredExpert(), isOffered);
    for (let from = 0; from < wire.length; from += slotsPerTask) {
      if (wire.length > slotsPerTask) await nextTask(clock);
      if (!isNewest()) return undefined;
      reader.take(wire.slice(from, from + slotsPerTask));
    }
    const slots = reader.done(log);
    if (slots.length > slotsPerTask) {
      prepare(slots);
      await nextTask(clock);
    }
    return isNewest() ? slots : undefined;
  }

  /** Calls `show` with the answer, unless the call fails or a newer one starts first. Never rejects. */
  return async (
    T: TemporalApi | undefined,
    requestedZone: string,
    call: (signal: AbortSignal) => Promise<readonly Availability[]>,
    show: (availabilities: readonly Availability[], slots: readonly ReadSlot[]) => void,
  ): Promise<void> => {
    newest?.abort();
    const controller = new AbortController();
    newest = controller;
    const release = lifetime.add(() => controller.abort());
    state.isAvailabilityPending = true;
    state.hasAvailabilityFailed = false;
    try {
      const availabilities = await call(controller.signal);
      const slots = T && (await readInTasks(T, availabilities, requestedZone, () => !controller.signal.aborted));
      if (slots) show(availabilities, slots);
    } catch (error) {
      if (newest !== controller) return;
      log.warn('The available times could not be loaded.', error);
      state.hasAvailabilityFailed = true;
    } finally {
      release();
      if (newest === controller) state.isAvailabilityPending = false;
    }
  };
}
