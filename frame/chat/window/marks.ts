import type { Message, ReceiptStatus } from '../conversation.ts';
import { isProse } from '../messages/messageLog.ts';

type Page = readonly Message[];

/** Additional marks of the messages of a page, by message id. */
export interface Marks {
  /** The receipts of the newest read text, and of the newest later text that was delivered. A receipt applies to all earlier texts. */
  readonly receipts: ReadonlyMap<string, ReceiptStatus>;
  /** Answers whose choices are spent, with the visitor's next text; empty if there is none. */
  readonly spent: ReadonlyMap<string, string>;
}

/**
 * Returns a function that marks the pages of a conversation, the newest last. A page whose marks are the same as before keeps
 * its object, so that it does not render again.
 */
export function createMarks(): (pages: readonly Page[], isSpent: (message: Message) => boolean) => readonly Marks[] {
  const marked = new WeakMap<Page, Marks>();
  return (pages, isSpent) => {
    /** The receipt that applies to all older texts. */
    let known: ReceiptStatus | undefined;
    let saidNext = '';
    const marksOf = (page: Page): Marks => {
      const receipts = new Map<string, ReceiptStatus>();
      const spent = new Map<string, string>();
      for (const message of page.toReversed()) {
        const { id, type, receipt } = message;
        if (type === 'visitor') {
          if (receipt !== undefined && known !== 'read' && known !== receipt) {
            receipts.set(id, receipt);
            known = receipt;
          }
          saidNext = message.text;
        } else if (!message.lines.every(isProse) && isSpent(message)) spent.set(id, saidNext);
      }
      const before = marked.get(page);
      const marks = { receipts, spent };
      return before && isSame(before, marks) ? before : marks;
    };
    const marks = pages.toReversed().map((page) => {
      const now = marksOf(page);
      marked.set(page, now);
      return now;
    });
    return marks.reverse();
  };
}

function isSame(one: Marks, other: Marks): boolean {
  const textOf = ({ receipts, spent }: Marks): string => JSON.stringify([[...receipts], [...spent]]);
  return textOf(one) === textOf(other);
}
