import type { WireReceipt } from '../requests.ts';

export interface ReceiptPorts {
  /** Rejects when the service has not accepted the receipt. */
  readonly publish: (dialogId: string, status: WireReceipt, sequences: readonly number[]) => Promise<unknown>;
  /** Whether a retry of the receipt would be refused too. */
  readonly isFinal: (error: unknown) => boolean;
  /** Whether the visitor can see the conversation. */
  readonly isVisible: () => boolean;
}

/** The ACCEPT and READ receipts for the agent's messages (CH-141, CH-142). */
export interface Receipts {
  /** Called for each of the agent's messages, once. A late one is confirmed too. */
  received(dialogId: string, sequence: number): void;
  /** Called for each of the visitor's own receipts in the events, for example from before a reload. */
  onOwnReceipt(dialogId: string, status: string, sequences: readonly number[]): void;
  /** Publishes ACCEPT for new messages and READ for visible ones. Receipts that fail stay due. */
  send(): void;
  /** Called when the service has restarted a dialog's numbering, so that its sequences have changed. */
  restart(dialogId: string): void;
  reset(): void;
}

interface DialogReceipts {
  unaccepted: number[];
  unread: number[];
}

export function createReceipts(ports: ReceiptPorts): Receipts {
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
    ports.publish(dialogId, status, sequences).catch((error: unknown) => {
      if (!ports.isFinal(error)) one[due] = [...sequences, ...one[due]];
    });
  }

  return {
    received(dialogId, sequence) {
      const one = of(dialogId);
      one.unaccepted.push(sequence);
      one.unread.push(sequence);
    },
    onOwnReceipt(dialogId, status, sequences) {
      if (status !== 'ACCEPT' && status !== 'READ') return;
      const one = of(dialogId);
      one.unaccepted = one.unaccepted.filter((sequence) => !sequences.includes(sequence));
      if (status === 'READ') one.unread = one.unread.filter((sequence) => !sequences.includes(sequence));
    },
    send() {
      for (const [dialogId, one] of dialogs) {
        publish(dialogId, one, 'ACCEPT', 'unaccepted');
        if (ports.isVisible()) publish(dialogId, one, 'READ', 'unread');
      }
    },
    restart: (dialogId) => void dialogs.delete(dialogId),
    reset: () => dialogs.clear(),
  };
}
