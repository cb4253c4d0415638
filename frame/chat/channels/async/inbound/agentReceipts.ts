import type { ReceiptStatus } from '../../../conversation.ts';

const statuses: Readonly<Record<string, ReceiptStatus | undefined>> = { ACCEPT: 'delivered', READ: 'read' };

/** The receipts of the agents for the visitor's messages. A status never goes back. */
export interface AgentReceipts {
  /** A message of the visitor is shown. Its receipt may have come before it. */
  shown(messageId: string): void;
  received(status: string, messageIds: readonly string[]): void;
  reset(): void;
}

export function createAgentReceipts(report: (ids: readonly string[], status: ReceiptStatus) => void): AgentReceipts {
  const known = new Map<string, ReceiptStatus>();
  const shownIds = new Set<string>();

  return {
    shown(id) {
      shownIds.add(id);
      const status = known.get(id);
      if (status) report([id], status);
    },
    received(name, ids) {
      const status = statuses[name];
      if (status === undefined) return;
      const changed = ids.filter((id) => known.get(id) !== 'read' && known.get(id) !== status);
      for (const id of changed) known.set(id, status);
      const shown = changed.filter((id) => shownIds.has(id));
      if (shown.length > 0) report(shown, status);
    },
    reset() {
      known.clear();
      shownIds.clear();
    },
  };
}
