import type { MessageOrder } from '../../conversation.ts';
import type { XmppMessage } from './wire.ts';

type Author = 'visitor' | 'desk';

export interface Known {
  /** The id in the window. */
  readonly messageId: string;
  readonly place: { readonly timestamp: number; readonly order: MessageOrder };
  archiveId: string | undefined;
  /** The server has lost it: it gets another place when it is sent again, unless it turns out to have arrived. */
  isLost?: boolean;
}

type Ids = Pick<XmppMessage, 'id' | 'archiveId'>;

/**
 * The messages that this page has shown. The same message may come live, as a copy, from the archive and from the queue of a
 * resumed session. The archive's id tells messages apart. Where one of two copies has none, the sender's id does.
 */
export function createKnownMessages() {
  const bySender = { visitor: new Map<string, Known>(), desk: new Map<string, Known>() };
  const archiveIds = new Set<string>();

  return {
    has(author: Author, { id, archiveId }: Ids): boolean {
      if (archiveId !== undefined && archiveIds.has(archiveId)) return true;
      const alike = id === undefined ? undefined : bySender[author].get(id);
      if (!alike || (alike.archiveId !== undefined && archiveId !== undefined)) return false;
      if (archiveId !== undefined) {
        alike.archiveId = archiveId;
        archiveIds.add(archiveId);
      }
      return true;
    },
    add(author: Author, { id, archiveId }: Ids, messageId: string, place: Known['place']): Known {
      const known: Known = { messageId, place, archiveId };
      if (archiveId !== undefined) archiveIds.add(archiveId);
      if (id !== undefined) bySender[author].set(id, known);
      return known;
    },
    /** The latest message of this author with this id of the sender. */
    find: (author: Author, id: string) => bySender[author].get(id),
    /** The visitor's messages from the first to this one, without lost ones. One that is not known yet comes last. */
    ownUpTo(id: string): readonly string[] {
      const last = bySender.visitor.get(id);
      const isBefore = ({ place, isLost }: Known): boolean =>
        !isLost && (!last || place.order.sequence <= last.place.order.sequence);
      const before = [...bySender.visitor.values()].filter(isBefore).map(({ messageId }) => messageId);
      return last ? before : [...before, id];
    },
    clear(): void {
      bySender.visitor.clear();
      bySender.desk.clear();
      archiveIds.clear();
    },
  };
}
