import type { EntryStorage } from './entryStorage.ts';
import type { Tracked } from './rules.ts';
import type { Entry } from './types.ts';

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
