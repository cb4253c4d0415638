import * as v from 'valibot';
import type { FrameStorage } from '../../platform/storage.ts';
import { type AdapterId, isAdapterId } from '../adapters.ts';
import type { MessageInput } from '../conversation.ts';
import { parseRoutingEntry, type RoutingEntry } from '../routingEntry.ts';

/** What a reload needs: the live conversations, their undelivered messages and the external entry of a transfer. */
const saved = v.array(
  v.object({
    adapterId: v.pipe(v.string(), v.check(isAdapterId)),
    localId: v.string(),
    conversationId: v.optional(v.string()),
    fromId: v.optional(v.string()),
    noSwitchBack: v.optional(v.boolean()),
  }),
);

export interface SavedConversation {
  readonly adapterId: AdapterId;
  /** Our id, the key of the undelivered messages. */
  readonly localId: string;
  /** The service's id (CH-052). */
  readonly conversationId: string | undefined;
  /** Our id of the conversation that it was transferred from, to which its end returns (CH-047). */
  readonly fromId?: string | undefined;
  readonly noSwitchBack?: boolean | undefined;
}

export function readConversations(storage: FrameStorage): readonly SavedConversation[] {
  const result = v.safeParse(saved, storage.read('cm-conversations'));
  if (!result.success) return [];
  return result.output.flatMap(({ adapterId, conversationId, ...record }) =>
    isAdapterId(adapterId) ? [{ ...record, adapterId, conversationId }] : [],
  );
}

export function saveConversation(storage: FrameStorage, record: SavedConversation): void {
  const others = readConversations(storage).filter((one) => one.adapterId !== record.adapterId);
  storage.write('cm-conversations', [...others, record]);
}

/** Removes a conversation that a reload must not continue, with its undelivered messages. */
export function forgetConversation(storage: FrameStorage, localId: string): void {
  const others = readConversations(storage).filter((one) => one.localId !== localId);
  if (others.length > 0) storage.write('cm-conversations', others);
  else storage.remove('cm-conversations');
  storage.remove('cm-outbox', localId);
}

const outbox = v.array(v.object({ id: v.string(), text: v.string(), timestamp: v.number() }));

/** Messages that the service has not confirmed. They are shown as not sent, so that the visitor can try again. */
export function readOutbox(storage: FrameStorage, localId: string): readonly MessageInput[] {
  const result = v.safeParse(outbox, storage.read('cm-outbox', localId));
  return result.success
    ? result.output.map((one) => ({ ...one, type: 'visitor', isNotSent: true, isPending: false }))
    : [];
}

export function saveOutbox(
  storage: FrameStorage,
  localId: string,
  texts: readonly { readonly id: string; readonly text: string; readonly timestamp: number }[],
): void {
  if (texts.length === 0) storage.remove('cm-outbox', localId);
  else {
    const records = texts.map(({ id, text, timestamp }) => ({ id, text, timestamp }));
    storage.write('cm-outbox', records, localId);
  }
}

/** The entry of a transfer, which is in force until the chat ends (CH-060). */
export function readExternalEntry(storage: FrameStorage): RoutingEntry | undefined {
  return parseRoutingEntry(storage.read('cm-external-config'));
}
