import { pause } from '../../../../platform/pause.ts';
import type { GroundPorts } from '../../../channel.ts';
import type { MessageOrder } from '../../../conversation.ts';
import type { Delivery } from '../../../delivery/createDelivery.ts';
import type { ChannelState } from '../../ground/channelState.ts';
import { maxReconnectMs } from '../../ground/connection/limits.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { busyWaitMs } from '../limits.ts';
import type { MessagingChange } from '../wire.ts';
import { createDialog, type Dialog, type MessagePlace, type Replay } from './dialog.ts';
import type { PlacedChange } from './stream.ts';

export interface DialogsParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly delivery: () => Pick<Delivery, 'seen' | 'setGap' | 'restarted'>;
  /** The stream of a dialog's texts: undefined for the main dialog. */
  readonly streamOf: (dialogId: string) => string | undefined;
  readonly logUnanswered: (error: unknown) => void;
  /** Shows events of one dialog, in order. `isCaughtUp`: they are not part of the first replay, so they are new. */
  readonly show: (changes: readonly PlacedChange[], isCaughtUp: boolean) => void;
  /** The service has restarted the numbering of a dialog's events. */
  readonly onRestart: (dialogId: string) => void;
}

/** The dialogs of the conversation: the main dialog, and one for the survey after it. */
export interface Dialogs {
  /** The place after all known events. */
  readonly last: MessageOrder;
  isSubscribed(dialogId: string): boolean;
  /** Subscribes and asks for everything that is not known. */
  replay(dialogId: string): Replay;
  /** Resolves when everything that is not known has been shown, in all dialogs. */
  replayAll(): Promise<void>;
  /** Subscribes, and retries on this connection until it succeeds. Without a subscription the dialog would stay silent. */
  subscribeWithRetry(dialogId: string): Promise<void>;
  /** Whether a new conversation is being requested, whose dialogs have nothing from before to replay. */
  startEmpty(isEmpty: boolean): void;
  take(batch: readonly MessagingChange[]): void;
  /** The answer to one of our own events named this sequence. */
  expectOwn(dialogId: string, sequence: number | undefined): void;
  messageAt(dialogId: string, sequence: number): MessagePlace | undefined;
  /** The service's own key of a known event. */
  keyOf(dialogId: string, sequence: number): string | undefined;
  /** Shows the events that are held back for missing ones. */
  showHeld(): void;
  /** The connection is lost, and the subscriptions with it. */
  disconnect(): void;
  reset(): void;
}

export function createDialogs(
  ports: Pick<GroundPorts, 'clock' | 'lifetime'>,
  { state, socket, delivery, streamOf, logUnanswered, show, onRestart }: DialogsParts,
): Dialogs {
  const { clock } = ports;
  const dialogs = new Map<string, Dialog>();
  let lifetime = ports.lifetime.child();
  let startsEmpty = false;

  function dialogOf(dialogId: string): Dialog {
    const existing = dialogs.get(dialogId);
    if (existing) return existing;
    const created = createDialog({
      clock,
      lifetime,
      conversationId: state.conversationId ?? '',
      dialogId,
      startsEmpty,
      request: socket.request,
      show,
      seen: (sequence) => delivery().seen(sequence, streamOf(dialogId)),
      onGapChange: () => delivery().setGap([...dialogs.values()].some((one) => one.hasGap)),
      onRestart() {
        onRestart(dialogId);
        delivery().restarted();
      },
      logUnanswered,
    });
    dialogs.set(dialogId, created);
    return created;
  }

  async function subscribeWithRetry(dialogId: string): Promise<void> {
    const during = lifetime;
    const dialog = dialogOf(dialogId);
    for (let waitMs = busyWaitMs; ; waitMs = Math.min(2 * waitMs, maxReconnectMs)) {
      try {
        await dialog.replay().answered;
        return;
      } catch (error) {
        logUnanswered(error);
        dialog.disconnect();
      }
      await pause({ clock, lifetime: during }, waitMs);
      if (during.ended || dialog.isSubscribed || !socket.isUp) return;
    }
  }

  return {
    get last() {
      return [...dialogs.values()].reduce((last, one) => (one.last.atMs >= last.atMs ? one.last : last), nothing);
    },
    isSubscribed: (dialogId) => dialogs.get(dialogId)?.isSubscribed ?? false,
    replay: (dialogId) => dialogOf(dialogId).replay(),
    async replayAll() {
      await Promise.all([...dialogs.values()].map((one) => one.replay().complete));
    },
    subscribeWithRetry,
    startEmpty(isEmpty) {
      startsEmpty = isEmpty;
    },
    take(batch) {
      for (const dialogId of new Set(batch.map((one) => one.dialogId))) {
        const dialog = dialogs.get(dialogId);
        if (dialog?.isSubscribed) dialog.take(batch.filter((one) => one.dialogId === dialogId));
      }
    },
    expectOwn(dialogId, sequence) {
      if (sequence !== undefined) dialogs.get(dialogId)?.expectOwn(sequence);
    },
    messageAt: (dialogId, sequence) => dialogs.get(dialogId)?.messageAt(sequence),
    keyOf: (dialogId, sequence) => dialogs.get(dialogId)?.keyOf(sequence),
    showHeld() {
      for (const one of dialogs.values()) one.showHeld();
    },
    disconnect() {
      for (const one of dialogs.values()) one.disconnect();
    },
    reset() {
      lifetime.end();
      lifetime = ports.lifetime.child();
      dialogs.clear();
      startsEmpty = false;
    },
  };
}

const nothing: MessageOrder = { atMs: 0, sequence: -1 };
