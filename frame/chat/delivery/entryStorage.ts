import * as v from 'valibot';
import type { FrameStorage } from '../../platform/storage.ts';
import type { Entry } from './types.ts';

const entrySchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  adapterId: v.string(),
  owner: v.pipe(v.string(), v.minLength(1)),
  tabId: v.string(),
  conversationId: v.optional(v.string()),
  streamId: v.optional(v.string()),
  position: v.number(),
  positionKey: v.optional(v.string()),
  text: v.string(),
  writtenAt: v.number(),
  sentAt: v.optional(v.number()),
  status: v.picklist(['queued', 'sent', 'lost', 'acked', 'settled', 'unsent']),
  settledAt: v.optional(v.number()),
  settledAs: v.optional(v.string()),
  data: v.optional(v.unknown()),
});

/** The entries of one adapter in the storage that all tabs share. Each has its own key, so that no tab overwrites another's. */
export interface EntryStorage {
  /** All valid entries, of all tabs, in the order in which they were written. Invalid ones are removed. */
  read(): readonly Entry[];
  has(id: string): boolean;
  /** True if the storage can be read and does not have the entry. */
  isMissing(id: string): boolean;
  /** False if the browser refuses storage: the entry is then kept until the page is left. */
  write(entry: Entry): boolean;
  remove(id: string): void;
}

export function createEntryStorage(storage: FrameStorage, adapterId: string): EntryStorage {
  const prefix = `${adapterId}.`;
  const suffixOf = (id: string): string => `${prefix}${id}`;

  return {
    read() {
      const entries: Entry[] = [];
      for (const suffix of storage.suffixes('cm-outbox')) {
        if (!suffix.startsWith(prefix)) continue;
        const parsed = v.safeParse(entrySchema, storage.read('cm-outbox', suffix));
        if (!parsed.success || suffixOf(parsed.output.id) !== suffix) storage.remove('cm-outbox', suffix);
        else {
          const { conversationId, streamId, positionKey, sentAt, settledAt, settledAs, data, ...rest } = parsed.output;
          entries.push({ ...rest, conversationId, streamId, positionKey, sentAt, settledAt, settledAs, data });
        }
      }
      return entries.sort((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1));
    },
    has: (id) => storage.read('cm-outbox', suffixOf(id)) !== undefined,
    isMissing: (id) => storage.isReadable('cm-outbox') && storage.read('cm-outbox', suffixOf(id)) === undefined,
    write: (entry) => storage.write('cm-outbox', entry, suffixOf(entry.id)),
    remove: (id) => storage.remove('cm-outbox', suffixOf(id)),
  };
}
