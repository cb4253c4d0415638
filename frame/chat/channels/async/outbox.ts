import * as v from 'valibot';
import type { FrameStorage } from '../../../platform/storage.ts';

/**
 * The visitor's undelivered messages, in the order they were written. Stored in the frame until their echo arrives, so that
 * a reload loses none.
 */
const entrySchema = v.object({
  id: v.string(),
  text: v.string(),
  /** When the visitor wrote it, in milliseconds since the epoch. */
  writtenAt: v.number(),
  /**
   * `queued`: not sent. `unknown`: sent but not acknowledged; the replay shows whether it arrived. `acked`: acknowledged;
   * its echo is pending.
   */
  fate: v.picklist(['queued', 'unknown', 'acked']),
  /** The dialog, if it is not the main one (a survey). */
  dialogId: v.optional(v.string()),
  metadata: v.optional(v.array(v.record(v.string(), v.unknown()))),
});

export type OutboxEntry = v.InferOutput<typeof entrySchema>;

export interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** Does nothing if the id is already queued (Try again on a pending message). */
  add(entry: Omit<OutboxEntry, 'fate'>): void;
  setFate(id: string, fate: OutboxEntry['fate']): void;
  remove(id: string): OutboxEntry | undefined;
  /** Removes a message whose echo did not arrive, but still matches the echo if it arrives later. */
  retire(id: string): OutboxEntry | undefined;
  clear(): readonly OutboxEntry[];
  /** The entry that an echo belongs to: by `externalId`, or else the oldest sent entry with the same text. */
  match(externalId: string | undefined, text: string): OutboxEntry | undefined;
}

export function createOutbox(storage: FrameStorage, suffix: string): Outbox {
  const read = v.safeParse(v.array(entrySchema), storage.read('cm-outbox', suffix));
  let entries: readonly OutboxEntry[] = read.success ? read.output : [];
  let retired: readonly OutboxEntry[] = [];

  function put(next: readonly OutboxEntry[]): void {
    entries = next;
    if (next.length === 0) storage.remove('cm-outbox', suffix);
    else storage.write('cm-outbox', next, suffix);
  }

  return {
    get entries() {
      return entries;
    },
    add(entry) {
      if (entries.some((one) => one.id === entry.id)) return;
      put([...entries, { ...entry, fate: 'queued' }]);
    },
    setFate(id, fate) {
      put(entries.map((one) => (one.id === id ? { ...one, fate } : one)));
    },
    remove(id) {
      const found = entries.find((one) => one.id === id);
      if (found) put(entries.filter((one) => one.id !== id));
      retired = retired.filter((one) => one.id !== id);
      return found;
    },
    retire(id) {
      const found = this.remove(id);
      if (found) retired = [...retired, found].slice(-maxRetired);
      return found;
    },
    clear() {
      retired = [];
      const left = entries;
      if (left.length > 0) put([]);
      return left;
    },
    match(externalId, text) {
      const sent = [...retired, ...entries.filter((one) => one.fate !== 'queued')];
      // An external id that is not in the outbox belongs to another tab of the same visitor.
      return sent.find((one) => (externalId === undefined ? one.text === text : one.id === externalId));
    },
  };
}

const maxRetired = 50;
