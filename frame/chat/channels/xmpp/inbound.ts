import type { ChannelPorts } from '../../channel.ts';
import type { MessageOrder } from '../../conversation.ts';
import type { DeskPresence } from './deskPresence.ts';
import { fileAddressIn, fileLines } from './files.ts';
import type { ConversationParts } from './parts.ts';
import { isIntroduction, readMessage, type XmppMessage } from './wire.ts';
import type { XmlElement } from './xml.ts';

export interface Arrival {
  /** From the archive: its id there, and when the server stored it. */
  readonly archiveId?: string;
  readonly storedAt?: number | undefined;
  readonly isHistory: boolean;
}

export interface InboundParts extends ConversationParts {
  readonly desk: DeskPresence;
  readonly serverNow: () => number;
  /** A text of the visitor is at the server. Returns whether this page wrote the text, and now confirms it. */
  readonly echo: (id: string, text: string, position: number) => boolean;
  /** The server has the introduction. */
  readonly introduced: () => void;
  /** The desk has sent a form for after the conversation. The words beside it are for clients without forms. */
  readonly form: (form: XmlElement) => void;
}

export type Inbound = ReturnType<typeof createInbound>;

/** Turns what the server sends about the open conversation into messages and receipts. */
export function createInbound(ports: Pick<ChannelPorts, 'clock' | 'storage'>, parts: InboundParts) {
  const { state, deskConfig, desk, inFlight } = parts;
  const { storage } = ports;
  const known = createKnownMessages();
  /** The addresses of the files that the visitor has sent, by the text's id. */
  const ownFiles = new Map<string, string>();
  /** The texts that the desk has received before the server's answer. */
  const receivedEarly = new Set<string>();

  /** The text has come back, perhaps on an earlier page, and has not been acknowledged since. The archive may hold it. */
  const isReturned = (id: string): boolean => storage.read('cm-xmpp', id) !== undefined;

  let lastAtMs = 0;
  let count = 0;
  /** The order of arrival decides. The times of the archive are rounded down to seconds by some servers. */
  function nextPlace(storedAt: number | undefined): Known['place'] {
    const now = parts.serverNow();
    const timestamp = Math.min(storedAt ?? now, now);
    lastAtMs = Math.max(lastAtMs, timestamp);
    count += 1;
    return { timestamp, order: { atMs: lastAtMs, sequence: count } };
  }

  /** Shows a file of the visitor in place of its address. Does nothing if the text is not the address of one. */
  function showFile(id: string, text: string): void {
    const address = fileAddressIn(text, parts.files);
    if (address === undefined) return;
    ownFiles.set(id, address);
    state.say([{ id, type: 'visitor', text: '', lines: fileLines(address, parts.files) }]);
  }

  function showOwn(message: XmppMessage, { isHistory, ...arrival }: Arrival, isLive: boolean): void {
    const { body: text = '', corrects, retracts } = message;
    const target = corrects ?? retracts;
    if (target !== undefined && known.find('visitor', target)) change('visitor', message, isHistory);
    else if (message.body !== undefined && message.typing !== 'gone' && message.id !== undefined) {
      const { id } = message;
      if (isIntroduction(id)) {
        parts.introduced();
        return;
      }
      const hasReturned = isReturned(id);
      // A live copy is from another tab, which has just sent the text, perhaps again.
      const isNotSent = hasReturned && !isLive;
      if (known.has('visitor', message)) {
        if (!hasReturned) confirm(id);
        else if (isLive) state.say([{ id, type: 'visitor', isNotSent }]);
        return;
      }
      const { order, timestamp } = known.add('visitor', message, id, nextPlace(arrival.storedAt)).place;
      if (isNotSent || !parts.echo(id, text, order.sequence))
        state.say([{ id, type: 'visitor', text, timestamp, order, isHistory, isNotSent }]);
      if (!isNotSent) showFile(id, text);
    }
  }

  function confirm(id: string): void {
    const text = known.find('visitor', id);
    if (!text) return;
    text.isLost = false;
    parts.echo(id, '', text.place.order.sequence);
  }

  /** Remembers the change or error. Returns whether the archive has given it before. */
  function noteAndCheckRepeated(author: 'visitor' | 'desk', { archiveId }: XmppMessage, target: Known): boolean {
    const ids = { archiveId, id: undefined };
    const isKnown = known.has(author, ids);
    if (!isKnown) known.add(author, ids, target.messageId, target.place);
    return isKnown;
  }

  /** The server or the desk did not take a text. The visitor decides whether to send it again. */
  function cameBack(message: XmppMessage, isLive: boolean): void {
    const { id, error } = message;
    if (id === undefined || !error) return;
    const text = known.find('visitor', id);
    if (isLive && inFlight.has(id))
      inFlight.set(id, error.mayPass ? { type: 'busy', retryAfterMs: undefined } : { type: 'refused' });
    else if (text && !noteAndCheckRepeated('desk', message, text)) {
      confirm(id);
      // The address of a file is what is sent once more.
      const address = ownFiles.get(id);
      state.say([{ id, type: 'visitor', ...(address && { text: address }), lines: [], isNotSent: true }]);
    } else return;
    // An archived error is not stored: if the text was sent again, a later copy in the archive shows it.
    if (isLive) storage.write('cm-xmpp', true, id);
  }

  function showDesk(message: XmppMessage, { isHistory, storedAt }: Arrival): void {
    if (message.corrects !== undefined && known.find('desk', message.corrects)) change('desk', message, isHistory);
    else if (message.retracts !== undefined) change('desk', message, isHistory);
    else if (message.form) parts.form(message.form);
    else if (message.body !== undefined && message.body !== '' && !known.has('desk', message)) {
      const name = message.archiveId ?? message.id;
      const at = nextPlace(storedAt ?? message.waitingSince);
      const id = name === undefined ? `desk-${at.order.sequence}-at-${at.timestamp}` : `desk-${name}`;
      known.add('desk', message, id, at);
      desk.wrote(message, isHistory);
      const { file } = message;
      const content = file === undefined ? { text: message.body } : { text: '', lines: fileLines(file, parts.files) };
      state.say([
        { id, type: 'agent', ...content, ...at, by: deskConfig.name, participantId: deskConfig.address, isHistory },
      ]);
    }
  }

  /** Only the author of a message can correct or retract it. */
  function change(author: 'visitor' | 'desk', message: XmppMessage, isHistory: boolean): void {
    const { corrects, retracts, body } = message;
    const target = known.find(author, corrects ?? retracts ?? '');
    if (!target || noteAndCheckRepeated(author, message, target)) return;
    const changed = { id: target.messageId, type: author === 'desk' ? 'agent' : 'visitor', isHistory } as const;
    if (retracts === undefined) {
      if (body) state.say([{ ...changed, text: body, isEdited: true }]);
    } else if (isHistory) state.say([{ ...changed, isRemoved: true }]);
    else state.emit({ type: 'removed', id: target.messageId });
  }

  function showReceipt({ receivedId, readId }: XmppMessage): void {
    const isOurs = (id: string): boolean => known.find('visitor', id) !== undefined || inFlight.has(id);
    for (const id of [receivedId, readId]) {
      if (id === undefined) continue;
      if (inFlight.has(id)) receivedEarly.add(id);
      else confirm(id);
    }
    if (receivedId !== undefined && isOurs(receivedId))
      state.emit({ type: 'receipt', ids: [receivedId], status: 'delivered' });
    // A marker stands for all messages before it (XEP-0333, 4).
    if (readId !== undefined && isOurs(readId)) {
      const ids = known.ownUpTo(readId).filter((id) => !isReturned(id));
      state.emit({ type: 'receipt', ids, status: 'read' });
    }
  }

  return {
    get count() {
      return count;
    },
    show(element: XmlElement, { archiveId, ...arrival }: Arrival): void {
      const own = parts.connection.address;
      const read = own === undefined ? undefined : readMessage(element, own);
      if (!read) return;
      const message = archiveId === undefined ? read : { ...read, archiveId };
      const { address } = deskConfig;
      if (message.error) {
        if (message.from === address) cameBack(message, archiveId === undefined);
      } else if (message.from === own && message.to === address) showOwn(message, arrival, archiveId === undefined);
      else if (message.from === address) {
        showReceipt(message);
        showDesk(message, arrival);
        if (archiveId === undefined) desk.signalled(message);
      }
    },
    /** A text of this page is at the server. If it is the address of a file, the window shows the file. */
    placeOwn(id: string, text: string): void {
      storage.remove('cm-xmpp', id);
      const before = known.find('visitor', id);
      if (!before || before.isLost) known.add('visitor', { id, archiveId: undefined }, id, nextPlace(undefined));
      if (receivedEarly.delete(id)) confirm(id);
      showFile(id, text);
    },
    /** The server has lost a text of this page. When it is sent again, it gets a new place. */
    withdraw(id: string): void {
      const text = known.find('visitor', id);
      if (text) text.isLost = true;
    },
    placeOf: (id: string) => known.find('visitor', id)?.place,
    reset(): void {
      known.clear();
      ownFiles.clear();
      for (const id of storage.suffixes('cm-xmpp')) storage.remove('cm-xmpp', id);
      receivedEarly.clear();
      lastAtMs = 0;
      count = 0;
    },
  };
}

type Author = 'visitor' | 'desk';

interface Known {
  /** The id in the window. */
  readonly messageId: string;
  readonly place: { readonly timestamp: number; readonly order: MessageOrder };
  archiveId: string | undefined;
  /** The server has lost it: it gets another place when it is sent again, unless it turns out to have arrived. */
  isLost?: boolean;
}

type Ids = Pick<XmppMessage, 'id' | 'archiveId'> & { readonly stanzaId?: string | undefined };

/**
 * The messages that this page has shown. The same message may come live, as a copy, from the archive and from the queue of a
 * resumed session. The archive's id tells messages apart. Where one of two copies has none, the sender's id does.
 */
function createKnownMessages() {
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
    add(author: Author, { id, stanzaId, archiveId }: Ids, messageId: string, place: Known['place']): Known {
      const known: Known = { messageId, place, archiveId };
      if (archiveId !== undefined) archiveIds.add(archiveId);
      for (const one of [stanzaId, id]) if (one !== undefined) bySender[author].set(one, known);
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
