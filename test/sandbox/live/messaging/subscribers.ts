import type { StoredConversation, StoredDialog } from './records.ts';
import { conversationChange } from './wire.ts';

/** The service's side of one websocket: sends frames to the visitor's browser. */
export interface MessagingLink {
  send(text: string): void;
  close(code: number): void;
}

/** One connection, with what it subscribed to. */
export interface Session {
  readonly link: MessagingLink;
  /** Undefined until the connection has sent a valid token. */
  consumerId: string | undefined;
  token: string | undefined;
  subscriptionId: string | undefined;
  readonly dialogs: Set<string>;
}

/** The open connections, and the notifications they receive. */
export function createSubscribers() {
  const sessions = new Set<Session>();

  const notify = (session: Session, type: string, body: unknown): void =>
    session.link.send(JSON.stringify({ kind: 'notification', type, body }));

  function sendConversations(session: Session, conversations: readonly StoredConversation[]): void {
    notify(session, 'cqm.ExConversationChangeNotification', {
      subscriptionId: session.subscriptionId,
      changes: conversations.map(conversationChange),
    });
  }

  function sendEvents(session: Session, changes: readonly unknown[]): void {
    notify(session, 'ms.MessagingEventNotification', { changes });
  }

  return {
    sessions,
    sendConversations,
    sendEvents,
    /** Sends the conversation to every connection of its visitor that subscribed to conversations. */
    notifyConversation(one: StoredConversation): void {
      for (const session of sessions) {
        if (session.consumerId === one.consumerId && session.subscriptionId !== undefined) {
          sendConversations(session, [one]);
        }
      }
    },
    /** Sends events to every connection of the visitor that subscribed to the dialog. */
    notifyEvents(one: StoredConversation, dialog: StoredDialog, changes: readonly unknown[]): void {
      for (const session of sessions) {
        if (session.consumerId === one.consumerId && session.dialogs.has(dialog.id)) sendEvents(session, changes);
      }
    },
  };
}

export type Subscribers = ReturnType<typeof createSubscribers>;
