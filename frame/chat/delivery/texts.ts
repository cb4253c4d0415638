import * as v from 'valibot';
import type { FrameStorage } from '../../platform/storage.ts';
import type { Tracked } from './rules.ts';
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

/** The texts that this page knows, in the order of writing. The storage has a copy of each. */
export interface Texts {
  readonly all: readonly Tracked[];
  find(id: string): Tracked | undefined;
  add(entry: Entry, known: Pick<Tracked, 'isUncertain' | 'mayResend'>): void;
  /** Changes a text and, with `to`, its entry. Returns the changed text. */
  change(id: string, changes: Partial<Omit<Tracked, 'entry'>>, to?: Partial<Entry>): Tracked | undefined;
  /** Forgets a text. Its entry stays in the storage if it has been settled with an echo that another tab may see. */
  drop(id: string): void;
  /** Whether this page has dropped the text. Its entry may still be in the storage, if this tab could not remove it. */
  isDone(id: string): boolean;
  /** Whether another tab has removed the entry: the visitor has changed, or the tab that took the text has settled it. */
  isRemoved(text: Tracked): boolean;
}

export function createTexts(storage: EntryStorage, holds: (tabId: string) => boolean): Texts {
  let all: readonly Tracked[] = [];
  const done = new Set<string>();
  const find = (id: string): Tracked | undefined => all.find(({ entry }) => entry.id === id);
  const isRemoved = ({ entry, isStored }: Tracked): boolean => isStored && storage.isMissing(entry.id);

  /** Only the tab that holds a text changes its entry. An entry without an owner is not stored. */
  function store(entry: Entry): boolean {
    if (entry.owner === '' || !holds(entry.tabId)) return false;
    if (isAnswered(entry)) {
      storage.remove(entry.id);
      return false;
    }
    return storage.write(entry);
  }

  return {
    get all() {
      return all;
    },
    find,
    add(entry, known) {
      done.delete(entry.id);
      const isStored = store(entry) || storage.has(entry.id);
      all = [...all, { ...known, entry, isInFlight: false, isStored, isInPageOnly: false, isClaimed: false }].sort(
        (a, b) => a.entry.writtenAt - b.entry.writtenAt,
      );
    },
    change(id, changes, to) {
      const before = find(id);
      if (!before) return undefined;
      const entry = { ...before.entry, ...to };
      // Entries that another tab has removed are not restored, and those that it holds are not changed.
      const { isInPageOnly } = { ...before, ...changes };
      const mayStore = to !== undefined && holds(entry.tabId) && !isRemoved(before) && !isInPageOnly;
      const after = { ...before, isStored: mayStore ? store(entry) : before.isStored, ...changes, entry };
      all = all.map((one) => (one === before ? after : one));
      return after;
    },
    drop(id) {
      const text = find(id);
      if (!text) return;
      done.add(id);
      all = all.filter((one) => one !== text);
      if (text.entry.settledAt === undefined && holds(text.entry.tabId)) storage.remove(id);
    },
    isDone: (id) => done.has(id),
    isRemoved,
  };
}

/** The service has it, and it is shown as delivered. It is kept only in this page, for an echo that may still arrive. */
const isAnswered = (entry: Entry): boolean => entry.status === 'settled' && entry.settledAt === undefined;
