import { isFinalRefusal } from '../../ground/refusals.ts';
import type { WireReceipt } from '../requests.ts';

interface DialogReceipts {
  unaccepted: number[];
  unread: number[];
}

/** The ACCEPT and READ receipts for the agent's messages (CH-141, CH-142). */
export function createReceipts(
  /** Rejects when the service has not accepted the receipt. */
  publishTo: (dialogId: string, status: WireReceipt, sequences: readonly number[]) => Promise<unknown>,
  isVisible: () => boolean,
) {
  const dialogs = new Map<string, DialogReceipts>();

  function of(dialogId: string): DialogReceipts {
    const existing = dialogs.get(dialogId);
    if (existing) return existing;
    const created: DialogReceipts = { unaccepted: [], unread: [] };
    dialogs.set(dialogId, created);
    return created;
  }

  function publish(dialogId: string, one: DialogReceipts, status: WireReceipt, due: 'unaccepted' | 'unread'): void {
    const sequences = one[due].splice(0);
    if (sequences.length === 0) return;
    publishTo(dialogId, status, sequences).catch((error: unknown) => {
      if (!isFinalRefusal(error)) one[due] = [...sequences, ...one[due]];
    });
  }

  return {
    /** Called for each of the agent's messages, once. A late one is confirmed too. */
    received(dialogId: string, sequence: number): void {
      const one = of(dialogId);
      one.unaccepted.push(sequence);
      one.unread.push(sequence);
    },
    /** Called for each of the visitor's own receipts in the events, for example from before a reload. */
    onOwnReceipt(dialogId: string, status: string, sequences: readonly number[]): void {
      if (status !== 'ACCEPT' && status !== 'READ') return;
      const one = of(dialogId);
      one.unaccepted = one.unaccepted.filter((sequence) => !sequences.includes(sequence));
      if (status === 'READ') one.unread = one.unread.filter((sequence) => !sequences.includes(sequence));
    },
    /** Publishes ACCEPT for new messages and READ for visible ones. Receipts that fail stay due. */
    send(): void {
      for (const [dialogId, one] of dialogs) {
        publish(dialogId, one, 'ACCEPT', 'unaccepted');
        if (isVisible()) publish(dialogId, one, 'READ', 'unread');
      }
    },
    /** Called when the service has restarted a dialog's numbering, so that its sequences have changed. */
    restart: (dialogId: string): void => void dialogs.delete(dialogId),
    reset: (): void => dialogs.clear(),
  };
}

export type Receipts = ReturnType<typeof createReceipts>;
