import { isWidgetError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import { createDialogOrder, type DialogOrder } from './dialogOrder.ts';
import { busyWaitMs, gapMaxMs, gapReplayMs, reconnectMaxMs } from './limits.ts';
import type { MessagingSocket } from './messagingSocket.ts';
import { subscribeEvents } from './requests.ts';
import type { MessagingChange, MessagingChanges } from './wire.ts';

export interface DialogsParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly logUnanswered: (error: unknown) => void;
  /** Shows events of one dialog, in sequence order. */
  readonly show: (changes: readonly MessagingChange[]) => void;
}

/** The subscriptions to the conversation's dialogs, and the order in which their events are shown. */
export interface Dialogs {
  isSubscribed(dialogId: string): boolean;
  /** Subscribes from the next sequence, or from the start when the service no longer has that sequence (REL-17). */
  subscribe(dialogId: string): Promise<void>;
  /** Subscribes, and retries on this connection until it succeeds. Without a subscription the dialog would stay silent. */
  subscribeWithRetry(dialogId: string): Promise<void>;
  /** Called for a new connection, on which nothing is subscribed yet. */
  clearSubscriptions(): void;
  take(batch: MessagingChanges): void;
  /** Shows the events that are held back for missing ones. */
  showHeld(): void;
  reset(): void;
}

export function createDialogs(ports: ChannelPorts, { state, socket, logUnanswered, show }: DialogsParts): Dialogs {
  const { clock, lifetime } = ports;
  const orders = new Map<string, DialogOrder>();
  /** Dialogs that are subscribed on the current connection. */
  const subscribed = new Set<string>();
  const gapTimers = new Map<string, () => void>();

  function orderOf(dialogId: string): DialogOrder {
    const existing = orders.get(dialogId);
    if (existing) return existing;
    const created = createDialogOrder();
    orders.set(dialogId, created);
    return created;
  }

  async function subscribe(dialogId: string): Promise<void> {
    const { conversationId } = state;
    if (conversationId === undefined) return;
    subscribed.add(dialogId);
    const from = orderOf(dialogId).next;
    try {
      await socket.request(subscribeEvents(conversationId, dialogId, from));
    } catch (error) {
      if (from === 0 || !isWidgetError(error) || error.status === undefined) throw error;
      await socket.request(subscribeEvents(conversationId, dialogId, 0));
    }
  }

  async function subscribeWithRetry(dialogId: string, waitMs = busyWaitMs): Promise<void> {
    const { conversationId } = state;
    try {
      await subscribe(dialogId);
    } catch (error) {
      logUnanswered(error);
      if (conversationId === state.conversationId) subscribed.delete(dialogId);
      await pause(ports, waitMs);
      const isWanted = conversationId === state.conversationId && !subscribed.has(dialogId) && !lifetime.ended;
      if (isWanted && socket.isUp) void subscribeWithRetry(dialogId, Math.min(2 * waitMs, reconnectMaxMs));
    }
  }

  /** Waits briefly for a gap to close, then requests a replay, then shows the held events anyway (REL-14, REL-15). */
  function watchGap(dialogId: string, order: DialogOrder): void {
    const running = gapTimers.get(dialogId);
    if (!order.hasGap) {
      running?.();
      gapTimers.delete(dialogId);
      return;
    }
    if (running) return;
    const inner = lifetime.child();
    inner.add(clock.after(gapReplayMs, () => void subscribe(dialogId).catch(logUnanswered)));
    inner.add(
      clock.after(gapMaxMs, () => {
        gapTimers.delete(dialogId);
        inner.end();
        show(order.release());
      }),
    );
    gapTimers.set(dialogId, () => inner.end());
  }

  return {
    isSubscribed: (dialogId) => subscribed.has(dialogId),
    subscribe,
    subscribeWithRetry: (dialogId) => subscribeWithRetry(dialogId),
    clearSubscriptions: () => subscribed.clear(),
    take(batch) {
      const dialogs = new Set([...batch.changes, ...batch.unknown].map((one) => one.dialogId));
      for (const dialogId of dialogs) {
        if (!subscribed.has(dialogId)) continue;
        const order = orderOf(dialogId);
        const changes = batch.changes.filter((one) => one.dialogId === dialogId);
        show(order.take({ changes, unknown: batch.unknown.filter((one) => one.dialogId === dialogId) }));
        watchGap(dialogId, order);
      }
    },
    showHeld() {
      for (const order of orders.values()) show(order.release());
    },
    reset() {
      for (const stop of gapTimers.values()) stop();
      gapTimers.clear();
      orders.clear();
      subscribed.clear();
    },
  };
}
