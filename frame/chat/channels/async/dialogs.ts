import { isWidgetError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import { createDialogOrder, type DialogOrder } from './dialogOrder.ts';
import { busyWaitMs, gapMaxMs, gapPatienceMs, reconnectMaxMs } from './limits.ts';
import type { MessagingSocket } from './messagingSocket.ts';
import { subscribeEvents } from './requests.ts';
import type { MessagingChange, MessagingChanges } from './wire.ts';

export interface DialogsParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly ignoreLoss: (error: unknown) => void;
  /** Events of one dialog, in its order. */
  readonly show: (changes: readonly MessagingChange[]) => void;
}

/** The dialogs of the conversation: whose events are asked for, and in which order they are shown. */
export interface Dialogs {
  isHeard(dialogId: string): boolean;
  /** From the last known sequence + 1; from the beginning when the service has no memory of that (REL-17). */
  subscribe(dialogId: string): Promise<void>;
  /** Until it is taken: a dialog that nobody listens to would be a silent one. A new connection asks by itself. */
  listenTo(dialogId: string): Promise<void>;
  /** A new connection: no dialog has been asked for on it. */
  connectionBegins(): void;
  take(told: MessagingChanges): void;
  /** Shows what still waited for others. */
  release(): void;
  forget(): void;
}

export function createDialogs(ports: ChannelPorts, { state, socket, ignoreLoss, show }: DialogsParts): Dialogs {
  const { clock, lifetime } = ports;
  const orders = new Map<string, DialogOrder>();
  /** Dialogs whose events have been asked for on this connection. */
  const subscribed = new Set<string>();
  const gapTimers = new Map<string, () => void>();

  function orderOf(dialogId: string): DialogOrder {
    const known = orders.get(dialogId);
    if (known) return known;
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

  async function listenTo(dialogId: string, waitMs = busyWaitMs): Promise<void> {
    const { conversationId } = state;
    try {
      await subscribe(dialogId);
    } catch (error) {
      ignoreLoss(error);
      if (conversationId === state.conversationId) subscribed.delete(dialogId);
      await pause(ports, waitMs);
      const isWanted = conversationId === state.conversationId && !subscribed.has(dialogId) && !lifetime.ended;
      if (isWanted && socket.isUp) void listenTo(dialogId, Math.min(2 * waitMs, reconnectMaxMs));
    }
  }

  /** A gap is given a moment, then history is asked for, then what came is shown all the same (REL-14, REL-15). */
  function watchGap(dialogId: string, order: DialogOrder): void {
    const running = gapTimers.get(dialogId);
    if (!order.hasGap) {
      running?.();
      gapTimers.delete(dialogId);
      return;
    }
    if (running) return;
    const inner = lifetime.child();
    inner.add(clock.after(gapPatienceMs, () => void subscribe(dialogId).catch(ignoreLoss)));
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
    isHeard: (dialogId) => subscribed.has(dialogId),
    subscribe,
    listenTo: (dialogId) => listenTo(dialogId),
    connectionBegins: () => subscribed.clear(),
    take(told) {
      const dialogs = new Set([...told.changes, ...told.unknown].map((one) => one.dialogId));
      for (const dialogId of dialogs) {
        if (!subscribed.has(dialogId)) continue;
        const order = orderOf(dialogId);
        const changes = told.changes.filter((one) => one.dialogId === dialogId);
        show(order.take({ changes, unknown: told.unknown.filter((one) => one.dialogId === dialogId) }));
        watchGap(dialogId, order);
      }
    },
    release() {
      for (const order of orders.values()) show(order.release());
    },
    forget() {
      for (const stop of gapTimers.values()) stop();
      gapTimers.clear();
      orders.clear();
      subscribed.clear();
    },
  };
}
