import * as v from 'valibot';
import type { FrameStorage } from '../../platform/storage.ts';
import { type AdapterId, isAdapterId } from '../adapters.ts';
import { parseRoutingEntry, type RoutingEntry } from '../routingEntry.ts';

/**
 * The stored data for a reload: the live conversations and the external entry of a transfer. Channels store undelivered
 * texts.
 */
const saved = v.array(
  v.object({
    adapterId: v.pipe(v.string(), v.guard(isAdapterId)),
    localId: v.string(),
    conversationId: v.optional(v.string()),
    fromId: v.optional(v.string()),
    noSwitchBack: v.optional(v.boolean()),
  }),
);

export interface SavedConversation {
  readonly adapterId: AdapterId;
  /** Our id. */
  readonly localId: string;
  /** The service's id (CH-052). */
  readonly conversationId?: string | undefined;
  /** Our id of the conversation that it was transferred from, to which its end returns (CH-047). */
  readonly fromId?: string | undefined;
  readonly noSwitchBack?: boolean | undefined;
}

export function readConversations(storage: FrameStorage): readonly SavedConversation[] {
  const result = v.safeParse(saved, storage.read('cm-conversations'));
  return result.success ? result.output : [];
}

export function saveConversation(storage: FrameStorage, record: SavedConversation): void {
  const others = readConversations(storage).filter((one) => one.adapterId !== record.adapterId);
  storage.write('cm-conversations', [...others, record]);
}

/** Removes a conversation that a reload must not continue. */
export function forgetConversation(storage: FrameStorage, localId: string): void {
  const others = readConversations(storage).filter((one) => one.localId !== localId);
  if (others.length > 0) storage.write('cm-conversations', others);
  else storage.remove('cm-conversations');
}

/** The entry of a transfer, which is in force until the chat ends (CH-060). */
export function readExternalEntry(storage: FrameStorage): RoutingEntry | undefined {
  return parseRoutingEntry(storage.read('cm-external-config'));
}
