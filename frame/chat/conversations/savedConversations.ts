import * as v from 'valibot';
import type { FrameKey, FrameStorage } from '../../platform/storage.ts';
import { tryParse } from '../../platform/wireFields.ts';
import { type AdapterId, isAdapterId, queueTypes } from '../routing/adapters.ts';
import { parseRoutingEntry, type RoutingEntry } from '../routing/routingEntry.ts';

const storedRatings = ['up', 'down', 'none'] as const;
export type StoredRating = (typeof storedRatings)[number];

/**
 * The stored data for a reload: the live conversations and the external entry of a transfer. Channels store undelivered
 * texts.
 */
const saved = v.array(
  v.object({
    adapterId: v.pipe(v.string(), v.guard(isAdapterId)),
    /** Our id. */
    localId: v.string(),
    /** The service's id (CH-052). */
    conversationId: v.optional(v.string()),
    /** Our id of the conversation that it was transferred from, to which its end returns (CH-047). */
    fromId: v.optional(v.string()),
    noSwitchBack: v.optional(v.boolean()),
    /** The tab that has stored it last. */
    tabId: v.optional(v.string()),
    /** The answers with thumbs, by message. */
    ratings: v.optional(v.array(v.tuple([v.string(), v.picklist(storedRatings)]))),
  }),
);

export type SavedConversation = Readonly<v.InferOutput<typeof saved>[number]>;

/** All tabs share the first. A live chat is also in the second, because another tab's may replace it in the first. */
const keys = ['cm-conversations', 'cm-conversations-tab'] as const;

const read = (storage: FrameStorage, key: FrameKey): readonly SavedConversation[] =>
  tryParse(saved, storage.read(key)) ?? [];

function write(storage: FrameStorage, key: FrameKey, records: readonly SavedConversation[]): void {
  if (records.length > 0) storage.write(key, records);
  else storage.remove(key);
}

/** The conversations that this tab continues, one of each adapter. The one that was in view is the last. */
export function readConversations(storage: FrameStorage): readonly SavedConversation[] {
  const own = read(storage, 'cm-conversations-tab');
  const isReplaced = ({ adapterId }: SavedConversation): boolean => own.some((one) => one.adapterId === adapterId);
  const all = [...read(storage, 'cm-conversations').filter((one) => !isReplaced(one)), ...own];
  const shown = storage.read('cm-tab-shown');
  return all.toSorted((one, other) => Number(one.adapterId === shown) - Number(other.adapterId === shown));
}

/** Whether a later page of this tab has started a live chat, which no other page can continue. */
export function hasLaterChat(storage: FrameStorage, known: readonly { readonly id: string }[]): boolean {
  return read(storage, 'cm-conversations-tab').some(({ localId }) => known.every(({ id }) => id !== localId));
}

/**
 * Replaces the adapter's entry. If another tab has stored the same conversation, keeps what only that tab knows: its id there, and
 * where it was transferred from. Returns the id under which it is stored.
 */
export function saveConversation(storage: FrameStorage, record: SavedConversation): string {
  const { adapterId, conversationId } = record;
  const known = readConversations(storage).find((one) => one.adapterId === adapterId);
  const isSame = conversationId !== undefined && known?.conversationId === conversationId;
  const entry = isSame ? { ...known, ...record, localId: known.localId } : record;
  for (const key of queueTypes[adapterId] === 'sync' ? keys : ([keys[0]] as const))
    write(storage, key, [...read(storage, key).filter((one) => one.adapterId !== adapterId), entry]);
  return entry.localId;
}

/** Removes a conversation that a reload must not continue, and the entry of the transfer to it. */
export function forgetConversation(storage: FrameStorage, adapterId: AdapterId, savedId: string): void {
  dropExternalEntry(storage, adapterId);
  storage.remove('cm-read', savedId);
  for (const key of keys) {
    const others = read(storage, key).filter(({ localId }) => localId !== savedId);
    write(storage, key, others);
  }
}

/** The entry of a transfer, which is in force until the chat ends (CH-060). */
export function readExternalEntry(storage: FrameStorage): RoutingEntry | undefined {
  return parseRoutingEntry(storage.read('cm-external-config'));
}

/** Removes the entry if it is of this adapter, whose chat is over. */
export function dropExternalEntry(storage: FrameStorage, adapterId: AdapterId): void {
  const entry = readExternalEntry(storage);
  if ((entry?.adapter ?? entry?.service) === adapterId) storage.remove('cm-external-config');
}
