import type { ReceiptStatus } from './requests.ts';

export interface ReceiptPorts {
  /** Rejects when the service has not taken it. */
  readonly publish: (dialogId: string, status: ReceiptStatus, sequences: readonly number[]) => Promise<unknown>;
  /** The same receipt would be refused again. */
  readonly isFinal: (error: unknown) => boolean;
  readonly isLookedAt: () => boolean;
}

/** Which messages of the other side have been accepted and read (CH-141, CH-142). */
export interface Receipts {
  received(dialogId: string, sequence: number): void;
  /** Receipts of ours that the service shows, from before a reload for instance. */
  known(dialogId: string, status: string, sequences: readonly number[]): void;
  /** Publishes what is due: ACCEPT for what is new, READ for what is looked at. What is not taken stays due. */
  send(): void;
  reset(): void;
}

interface DialogReceipts {
  confirmed: number;
  unaccepted: number[];
  unread: number[];
}

export function createReceipts(ports: ReceiptPorts): Receipts {
  const dialogs = new Map<string, DialogReceipts>();

  function of(dialogId: string): DialogReceipts {
    const known = dialogs.get(dialogId);
    if (known) return known;
    const created: DialogReceipts = { confirmed: -1, unaccepted: [], unread: [] };
    dialogs.set(dialogId, created);
    return created;
  }

  function publish(dialogId: string, one: DialogReceipts, status: ReceiptStatus, due: 'unaccepted' | 'unread'): void {
    const sequences = one[due].splice(0);
    if (sequences.length === 0) return;
    ports.publish(dialogId, status, sequences).catch((error: unknown) => {
      if (!ports.isFinal(error)) one[due] = [...sequences, ...one[due]];
    });
  }

  return {
    received(dialogId, sequence) {
      const one = of(dialogId);
      if (sequence <= one.confirmed) return;
      one.confirmed = sequence;
      one.unaccepted.push(sequence);
      one.unread.push(sequence);
    },
    known(dialogId, status, sequences) {
      if (status !== 'ACCEPT' && status !== 'READ') return;
      const one = of(dialogId);
      one.unaccepted = one.unaccepted.filter((sequence) => !sequences.includes(sequence));
      if (status === 'READ') one.unread = one.unread.filter((sequence) => !sequences.includes(sequence));
    },
    send() {
      for (const [dialogId, one] of dialogs) {
        publish(dialogId, one, 'ACCEPT', 'unaccepted');
        if (ports.isLookedAt()) publish(dialogId, one, 'READ', 'unread');
      }
    },
    reset: () => dialogs.clear(),
  };
}
