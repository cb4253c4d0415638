import { pause } from '../../../../platform/pause.ts';
import type { GroundPorts } from '../../../channel.ts';
import type { MessageOrder } from '../../../conversation.ts';
import type { Delivery } from '../../../delivery/createDelivery.ts';
import { maxReconnectMs } from '../../ground/connection/limits.ts';
import { busyWaitMs } from '../limits.ts';
import type { MessagingParts } from '../parts.ts';
import type { DialogRef, WireRequest } from '../requests.ts';
import { type MessagingChange, parsePublishedSequence } from '../wire.ts';
import { createDialog, type Dialog, type Replay } from './dialog.ts';
import type { PlacedChange } from './stream.ts';

export interface DialogsParts extends Pick<MessagingParts, 'state' | 'socket' | 'streamOf' | 'logUnanswered'> {
  readonly delivery: () => Delivery;
  /** Shows events of one dialog, in order. `isCaughtUp`: they are not part of the first replay, so they are new. */
  readonly show: (changes: readonly PlacedChange[], isCaughtUp: boolean) => void;
  readonly onRestart: (dialogId: string) => void;
}

/** The dialogs of the conversation: the main dialog, and one for the survey after it. */
export function createDialogs(
  ports: Pick<GroundPorts, 'clock' | 'lifetime'>,
  { state, socket, delivery, streamOf, logUnanswered, show, onRestart }: DialogsParts,
) {
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

  /** Subscribes, and retries on this connection until it succeeds. Without a subscription the dialog would stay silent. */
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
    /** The place after all known events. */
    get last(): MessageOrder {
      return [...dialogs.values()].reduce((last, one) => (one.last.atMs >= last.atMs ? one.last : last), nothing);
    },
    replay: (dialogId: string): Replay => dialogOf(dialogId).replay(),
    /** Resolves when everything that is not known has been shown, in all dialogs. */
    async replayAll(): Promise<void> {
      await Promise.all([...dialogs.values()].map((one) => one.replay().complete));
    },
    subscribeWithRetry,
    /** Whether a new conversation is being requested, whose dialogs have nothing from before to replay. */
    startEmpty(isEmpty: boolean): void {
      startsEmpty = isEmpty;
    },
    take(batch: readonly MessagingChange[]): void {
      for (const dialogId of new Set(batch.map((one) => one.dialogId))) {
        const dialog = dialogs.get(dialogId);
        if (dialog?.isSubscribed) dialog.take(batch.filter((one) => one.dialogId === dialogId));
      }
    },
    /** Publishes an event of ours. Rejects when the service has not accepted it. */
    async publish({ dialogId }: DialogRef, request: WireRequest): Promise<void> {
      const sequence = parsePublishedSequence(await socket.request(request));
      if (sequence !== undefined) dialogs.get(dialogId)?.expectOwn(sequence);
    },
    find: (dialogId: string): Dialog | undefined => dialogs.get(dialogId),
    showHeld(): void {
      for (const one of dialogs.values()) one.showHeld();
    },
    disconnect(): void {
      for (const one of dialogs.values()) one.disconnect();
    },
    reset(): void {
      lifetime.end();
      lifetime = ports.lifetime.child();
      dialogs.clear();
      startsEmpty = false;
    },
  };
}

export type Dialogs = ReturnType<typeof createDialogs>;

const nothing: MessageOrder = { atMs: 0, sequence: -1 };
