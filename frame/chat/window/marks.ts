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

/** The facts of the pages below that the marks of a page depend on. */
interface Below {
  /** The receipt that applies to all older texts. */
  readonly known: ReceiptStatus | undefined;
  readonly saidNext: string;
}

interface MarkedPage {
  readonly marks: Marks;
  /** The answers that can be pressed. */
  readonly answers: readonly Message[];
  /** The facts that the marks depend on, as text. */
  readonly source: string;
  /** The facts that the page above depends on. */
  readonly above: Below;
}

type IsSpent = (message: Message) => boolean;

/**
 * Returns a function that marks the pages of a conversation, the newest last. A page whose marks are the same as before keeps
 * its object, so that it does not render again. A page that has not changed is not read again.
 */
export function createMarks(): (pages: readonly Page[], isSpent: IsSpent) => readonly Marks[] {
  const marked = new WeakMap<Page, MarkedPage>();
  return (pages, isSpent) => {
    let below: Below = { known: undefined, saidNext: '' };
    const marks: Marks[] = [];
    for (const page of pages.toReversed()) {
      const now = markPage(page, below, isSpent, marked.get(page));
      marked.set(page, now);
      marks.unshift(now.marks);
      below = now.above;
    }
    return marks;
  };
}

function markPage(page: Page, below: Below, isSpent: IsSpent, before: MarkedPage | undefined): MarkedPage {
  const sourceOf = (answers: readonly Message[]): string => JSON.stringify([below, answers.map(isSpent)]);
  if (before && before.source === sourceOf(before.answers)) return before;
  const receipts = new Map<string, ReceiptStatus>();
  const spent = new Map<string, string>();
  const answers: Message[] = [];
  let { known, saidNext } = below;
  for (const message of page.toReversed()) {
    const { id, type, receipt } = message;
    if (type === 'visitor') {
      if (receipt !== undefined && known !== 'read' && known !== receipt) {
        receipts.set(id, receipt);
        known = receipt;
      }
      saidNext = message.text;
    } else if (!message.lines.every(isProse)) {
      answers.push(message);
      if (isSpent(message)) spent.set(id, saidNext);
    }
  }
  const marks = { receipts, spent };
  return {
    marks: before && isSame(before.marks, marks) ? before.marks : marks,
    answers,
    source: sourceOf(answers),
    above: { known, saidNext },
  };
}

function isSame(one: Marks, other: Marks): boolean {
  const textOf = ({ receipts, spent }: Marks): string => JSON.stringify([[...receipts], [...spent]]);
  return textOf(one) === textOf(other);
}
