import type { Message, ReceiptStatus } from '../conversation.ts';

/** What the window shows with messages beside themselves, by their ids. */
export interface Marks {
  /** Of the newest text that was read, and of the newest later one that was delivered. Either says it of all before it. */
  readonly receipts: ReadonlyMap<string, ReceiptStatus>;
  /** Answers that can no longer be answered, with what the visitor said next; empty if the visitor said nothing. */
  readonly spent: ReadonlyMap<string, string>;
}

/** The marks of messages in the order of the window. `isSpent` is asked only about answers with lines. */
export function marksOf(messages: readonly Message[], isSpent: (message: Message) => boolean): Marks {
  const receipts = new Map<string, ReceiptStatus>();
  const spent = new Map<string, string>();
  let isRead = false;
  let saidNext = '';
  for (const message of messages.toReversed()) {
    const { id, type, receipt } = message;
    if (type === 'visitor') {
      if (receipt !== undefined && !isRead && (receipt === 'read' || receipts.size === 0)) receipts.set(id, receipt);
      isRead ||= receipt === 'read';
      saidNext = message.text;
    } else if (message.lines.length > 0 && isSpent(message)) spent.set(id, saidNext);
  }
  return { receipts, spent };
}

/** Whether two copies of the marks say the same about a message. */
export function hasSameMarks(id: string, one: Marks, other: Marks): boolean {
  return one.receipts.get(id) === other.receipts.get(id) && one.spent.get(id) === other.spent.get(id);
}
