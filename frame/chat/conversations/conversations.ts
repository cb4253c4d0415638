import type { ConversationState } from '../chatState.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { type ConversationRecord, createRecord, type RecordPorts } from './record.ts';
import type { SavedConversation } from './savedConversations.ts';

/** All conversations of the page load, each with its record. */
export interface Conversations {
  readonly all: Iterable<ConversationRecord>;
  find(id: string | undefined): ConversationRecord | undefined;
  /** The conversation that a channel's events belong to. */
  currentOf(adapterId: AdapterId): ConversationRecord | undefined;
  makeCurrent(record: ConversationRecord): void;
  /** Adds a conversation, which becomes the current one of its adapter. */
  add(adapterId: AdapterId, state: ConversationState, id?: string): ConversationRecord;
  remove(record: ConversationRecord): void;
  /** Conversations from before a reload whose service has not reported them yet. */
  readonly saved: Map<AdapterId, SavedConversation>;
}

export function createConversations(ports: RecordPorts & { readonly createId: () => string }): Conversations {
  const { state } = ports;
  const records = new Map<string, ConversationRecord>();
  const current = new Map<AdapterId, ConversationRecord>();
  const announced = new Map<AdapterId, Set<string>>();
  return {
    get all() {
      return records.values();
    },
    find: (id) => (id === undefined ? undefined : records.get(id)),
    currentOf: (adapterId) => current.get(adapterId),
    makeCurrent: (record) => void current.set(record.adapterId, record),
    add(adapterId, first, id = ports.createId()) {
      const known = announced.get(adapterId) ?? new Set();
      announced.set(adapterId, known);
      const record = createRecord(ports, { id, adapterId, state: first }, known);
      records.set(id, record);
      current.set(adapterId, record);
      return record;
    },
    remove(record) {
      const { id, adapterId } = record;
      record.lifetime.end();
      records.delete(id);
      if (current.get(adapterId) === record) current.delete(adapterId);
      delete state.replies[id];
      delete state.problems[id];
      state.conversations = state.conversations.filter((one) => one.id !== id);
      if (state.activeId === id) state.activeId = undefined;
    },
    saved: new Map(),
  };
}
