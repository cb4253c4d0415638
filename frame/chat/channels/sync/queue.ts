import * as v from 'valibot';
import type { FrameStorage } from '../../../platform/storage.ts';

const entrySchema = v.object({
  id: v.string(),
  text: v.string(),
  writtenAt: v.number(),
  /** `waiting`: not sent. `sent`: sent but not acknowledged. `taken`: acknowledged; its echo is pending. */
  fate: v.picklist(['waiting', 'sent', 'taken']),
});
export type QueueEntry = v.InferOutput<typeof entrySchema>;

export interface Queue {
  readonly entries: readonly QueueEntry[];
  /** Does nothing if the id is already queued. */
  add(id: string, text: string, writtenAt: number): void;
  setFate(id: string, fate: QueueEntry['fate']): void;
  remove(id: string): void;
  clear(): readonly QueueEntry[];
}

/** Lines that wait for the chat to start or for their echo, in the frame's session storage (CH-125). */
export function createQueue(storage: FrameStorage, suffix: string): Queue {
  const read = v.safeParse(v.array(entrySchema), storage.read('cm-chat-queue', suffix));
  let entries: readonly QueueEntry[] = read.success ? read.output : [];

  function put(next: readonly QueueEntry[]): void {
    entries = next;
    if (next.length === 0) storage.remove('cm-chat-queue', suffix);
    else storage.write('cm-chat-queue', next, suffix);
  }

  return {
    get entries() {
      return entries;
    },
    add(id, text, writtenAt) {
      if (entries.some((one) => one.id === id)) return;
      put([...entries, { id, text, writtenAt, fate: 'waiting' }]);
    },
    setFate: (id, fate) => put(entries.map((one) => (one.id === id ? { ...one, fate } : one))),
    remove: (id) => put(entries.filter((one) => one.id !== id)),
    clear() {
      const left = entries;
      if (left.length > 0) put([]);
      return left;
    },
  };
}
