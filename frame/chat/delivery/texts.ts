import * as v from 'valibot';
import type { FrameStorage } from '../../platform/storage.ts';
import { strandedAfterMs } from './limits.ts';
import { findClaim, findEchoed, isContested, lastClaim, type Tracked } from './rules.ts';
import { type DeliveryPorts, type Echo, type Entry, entrySchema } from './types.ts';

/** The entries of one adapter in the storage that all tabs share. Each has its own key, so that no tab overwrites another's. */
export function createEntryStorage(storage: FrameStorage, adapterId: string) {
  const prefix = `${adapterId}.`;
  const suffixOf = (id: string): string => `${prefix}${id}`;

  return {
    /** All valid entries, of all tabs, in the order in which they were written. Invalid ones are removed. */
    read(): readonly Entry[] {
      const entries: Entry[] = [];
      for (const suffix of storage.suffixes('cm-outbox')) {
        if (!suffix.startsWith(prefix)) continue;
        const parsed = v.safeParse(entrySchema, storage.read('cm-outbox', suffix));
        if (!parsed.success || suffixOf(parsed.output.id) !== suffix) storage.remove('cm-outbox', suffix);
        else entries.push(parsed.output);
      }
      return entries.sort((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1));
    },
    has: (id: string): boolean => storage.read('cm-outbox', suffixOf(id)) !== undefined,
    /** True if the storage can be read and does not have the entry. */
    isMissing: (id: string): boolean =>
      storage.isReadable('cm-outbox') && storage.read('cm-outbox', suffixOf(id)) === undefined,
    /** False if the browser refuses storage: the entry is then kept until the page is left. */
    write: (entry: Entry): boolean => storage.write('cm-outbox', entry, suffixOf(entry.id)),
    remove: (id: string): void => storage.remove('cm-outbox', suffixOf(id)),
  };
}

export type EntryStorage = ReturnType<typeof createEntryStorage>;

/** The texts that this page knows, in the order of writing. The storage has a copy of each. */
export function createTexts({ clock, tabs: { holds } }: Pick<DeliveryPorts, 'clock' | 'tabs'>, storage: EntryStorage) {
  let all: readonly Tracked[] = [];
  const done = new Set<string>();
  const find = (id: string): Tracked | undefined => all.find(({ entry }) => entry.id === id);
  /** Whether another tab has removed the entry: the visitor has changed, or the tab that took the text has settled it. */
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
    get all(): readonly Tracked[] {
      return all;
    },
    find,
    add(entry: Entry, known: Pick<Tracked, 'isUncertain' | 'mayResend'>): void {
      done.delete(entry.id);
      const isStored = store(entry) || storage.has(entry.id);
      all = [...all, { ...known, entry, isInFlight: false, isStored, isInPageOnly: false, isClaimed: false }].sort(
        (a, b) => a.entry.writtenAt - b.entry.writtenAt,
      );
    },
    /** Changes a text and, with `to`, its entry. Returns the changed text. */
    change(id: string, changes: Partial<Omit<Tracked, 'entry'>>, to?: Partial<Entry>): Tracked | undefined {
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
    /** Forgets a text. Its entry stays in the storage if it has been settled with an echo that another tab may see. */
    drop(id: string): void {
      const text = find(id);
      if (!text) return;
      done.add(id);
      all = all.filter((one) => one !== text);
      if (text.entry.settledAt === undefined && holds(text.entry.tabId)) storage.remove(id);
    },
    /** Whether this page has dropped the text. Its entry may still be in the storage, if this tab could not remove it. */
    isDone: (id: string): boolean => done.has(id),
    isRemoved,
    /**
     * The stored entries that other tabs are responsible for. One that its tab can no longer change, because the storage is full or the
     * tab is gone, expires.
     */
    ofOtherTabs: (): readonly Entry[] =>
      storage
        .read()
        .filter(
          ({ id, writtenAt, sentAt = writtenAt }) =>
            find(id) === undefined && Math.abs(clock.now() - sentAt) < strandedAfterMs,
        ),
  };
}

export type Texts = ReturnType<typeof createTexts>;

/** The service has it, and it is shown as delivered. It is kept only in this page, for an echo that may still arrive. */
const isAnswered = (entry: Entry): boolean => entry.status === 'settled' && entry.settledAt === undefined;

interface KnownEcho extends Echo {
  /** The text of the echo. Undefined: a text of another tab or device, or one whose answer is pending. */
  textId: string | undefined;
}

type Place = Pick<Entry, 'position' | 'positionKey'>;

/** The part of the conversation that this page has seen at the service: positions, and the visitor's texts. */
export function createEchoes(
  ports: Pick<DeliveryPorts, 'capabilities' | 'hasConversationPerTab' | 'keyAt'>,
  storage: EntryStorage,
  { ofOtherTabs }: Pick<Texts, 'ofOtherTabs'>,
  conversationId: () => string | undefined,
) {
  const hasIds = ports.capabilities.ids;
  const positions = new Map<string | undefined, number>();
  let known: KnownEcho[] = [];

  function textOf(echo: Echo, texts: readonly Tracked[]): Tracked | undefined {
    const claim = echo.id === undefined ? findClaim(echo, storage.read(), conversationId()) : undefined;
    if (claim) return texts.find(({ entry }) => entry.id === claim.id);
    const text = findEchoed(texts, echo, hasIds, ports.hasConversationPerTab);
    return text && !isContestedNow(echo, text) ? text : undefined;
  }

  const isContestedNow = (echo: Echo, text: Tracked): boolean =>
    echo.id === undefined && isContested(echo, text, ofOtherTabs());

  const positionOf = (streamId: string | undefined): number => positions.get(streamId) ?? -1;

  function seen(position: number, streamId?: string): void {
    positions.set(streamId, Math.max(position, positionOf(streamId)));
  }

  /** The highest known position of a stream; -1 if none is known. */
  function placeOf(streamId: string | undefined): Place {
    const position = positionOf(streamId);
    return { position, positionKey: ports.keyAt?.(position, streamId) };
  }

  return {
    placeOf,
    /** The same, including claims of other pages, because this page may not have seen the conversation yet. */
    confirmedPlaceOf(streamId: string | undefined): Place {
      const place = placeOf(streamId);
      const { settledAt = -1, settledAs } = lastClaim(storage.read(), conversationId(), streamId) ?? {};
      return settledAt > place.position ? { position: settledAt, positionKey: settledAs } : place;
    },
    seen,
    /** Records an echo. Returns its text; undefined if it belongs to none of them, or if it has no id and is already known. */
    match(echo: Echo, texts: readonly Tracked[]): Tracked | undefined {
      seen(echo.position, echo.streamId);
      const isKnown = known.some((one) => one.position === echo.position && one.streamId === echo.streamId);
      // An id still names its text, which may have been sent again.
      if (isKnown && !hasIds) return undefined;
      const text = textOf(echo, texts);
      if (!isKnown) known.push({ ...echo, textId: text?.entry.id });
      return text;
    },
    /** The echo of this text, if it arrived before it could be matched with this text. */
    findEarlier(text: Tracked): Echo | undefined {
      const echo = known.find((one) => one.textId === undefined && textOf(one, [text]));
      if (!echo) return undefined;
      echo.textId = text.entry.id;
      return echo;
    },
    /** Whether an echo may belong to this text or to another tab's. This is decided when the other tab has its answer. */
    isUndecided: (text: Tracked): boolean =>
      known.some(
        (one) => one.textId === undefined && findEchoed([text], one, hasIds) !== undefined && isContestedNow(one, text),
      ),
    /** The service has restarted its numbering: positions and words no longer prove anything, ids still do. */
    voidPositions(): void {
      positions.clear();
      known = known.filter(({ id }) => id !== undefined).map((one) => ({ ...one, position: -1 }));
    },
    clear(): void {
      positions.clear();
      known = [];
    },
  };
}

export type Echoes = ReturnType<typeof createEchoes>;
