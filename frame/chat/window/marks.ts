import type { Message, ReceiptStatus } from '../conversation.ts';
import { isProse } from '../message.ts';

type Page = readonly Message[];

/** What the window shows with the messages of a page beside themselves, by their ids. */
export interface Marks {
  /** Of the newest text that was read, and of the newest later one that was delivered. Either says it of all before it. */
  readonly receipts: ReadonlyMap<string, ReceiptStatus>;
  /** Answers that can no longer be answered, with what the visitor said next; empty if the visitor said nothing. */
  readonly spent: ReadonlyMap<string, string>;
}

/** What the marks of a page depend on in the pages below it. */
interface Below {
  /** What the receipts say of all older texts. */
  readonly known: ReceiptStatus | undefined;
  readonly saidNext: string;
}

interface MarkedPage {
  readonly marks: Marks;
  /** The answers that can be pressed. */
  readonly answers: readonly Message[];
  /** What the marks depend on, as text. */
  readonly source: string;
  /** What the page above depends on. */
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
