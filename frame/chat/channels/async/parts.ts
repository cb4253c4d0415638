import type { MessageOrder } from '../../conversation.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { MessagingSocket } from './connection/messagingSocket.ts';
import type { VisitorIdentity } from './session/visitorIdentity.ts';

/** What the parts of the channel share. */
export interface MessagingParts {
  readonly state: ChannelState;
  readonly socket: MessagingSocket;
  readonly visitor: VisitorIdentity;
  readonly mainDialogId: () => string;
  /** The stream of a dialog's texts: undefined for the main dialog. */
  readonly streamOf: (dialogId: string) => string | undefined;
  /**
   * The place of a message of the widget: after all known messages, and before later ones. The service's own time of the event
   * is better than our estimate of its clock, which may be a few ms ahead of the next message.
   */
  readonly endOfLog: (serverMs?: number) => MessageOrder;
  readonly logUnanswered: (error: unknown) => void;
}
