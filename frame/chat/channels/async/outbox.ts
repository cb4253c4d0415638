import * as v from 'valibot';
import type { FrameStorage } from '../../../platform/storage.ts';

/**
 * Texts on their way, in the order they were written. Kept in the frame's storage until the service has shown them, so
 * that a reload loses none.
 */
const entrySchema = v.object({
  id: v.string(),
  text: v.string(),
  /** When the visitor wrote it, ms since the epoch. */
  writtenAt: v.number(),
  /**
   * queued: never sent. unknown: sent, no answer; the replay decides. acked: the service has it, its echo is still to come.
   */
  fate: v.picklist(['queued', 'unknown', 'acked']),
  /** Another dialog than the main one (a survey). */
  dialogId: v.optional(v.string()),
  metadata: v.optional(v.array(v.record(v.string(), v.unknown()))),
});

export type OutboxEntry = v.InferOutput<typeof entrySchema>;

export interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** Nothing is added when the id is queued already (Try again on a text that still waits). */
  add(entry: Omit<OutboxEntry, 'fate'>): boolean;
  setFate(id: string, fate: OutboxEntry['fate']): void;
  remove(id: string): OutboxEntry | undefined;
  /** Takes a text out whose echo stays away; should it come after all, it still finds its text. */
  retire(id: string): OutboxEntry | undefined;
  clear(): readonly OutboxEntry[];
  /** The entry whose echo this is: by our mark, else the oldest sent one with the same words. */
  match(externalId: string | undefined, text: string): OutboxEntry | undefined;
}

export function createOutbox(storage: FrameStorage, suffix: string): Outbox {
  const read = v.safeParse(v.array(entrySchema), storage.read('cm-outbox', suffix));
  // What was under way when the page went may have arrived.
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
      if (entries.some((one) => one.id === entry.id)) return false;
      put([...entries, { ...entry, fate: 'queued' }]);
      return true;
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
      if (found) retired = [...retired, found].slice(-mostRetired);
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
      if (externalId !== undefined) {
        const marked = sent.find((one) => one.id === externalId);
        if (marked) return marked;
      }
      // A mark that is not ours is somebody else's text: another tab of the same visitor.
      return externalId === undefined ? sent.find((one) => one.text === text) : undefined;
    },
  };
}

const mostRetired = 50;
