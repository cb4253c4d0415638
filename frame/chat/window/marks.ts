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
  readonly isRead: boolean;
  readonly hasReceipt: boolean;
  readonly saidNext: string;
}

interface MarkedPage {
  readonly marks: Marks;
  readonly below: Below;
  /** The same for the page above. */
  readonly above: Below;
  /** The answers that can be pressed, and whether they are spent. */
  readonly answers: readonly (readonly [answer: Message, isSpent: boolean])[];
}

type IsSpent = (message: Message) => boolean;

/**
 * Returns a function that marks the pages of a conversation, the newest last. A page whose marks are the same as before keeps
 * its object, so that it does not render again. A page that has not changed is not read again.
 */
export function createMarks(): (pages: readonly Page[], isSpent: IsSpent) => readonly Marks[] {
  const known = new WeakMap<Page, MarkedPage>();
  return (pages, isSpent) => {
    let below: Below = { isRead: false, hasReceipt: false, saidNext: '' };
    const marks: Marks[] = [];
    for (const page of pages.toReversed()) {
      const before = known.get(page);
      const now = before && isCurrent(before, below, isSpent) ? before : markPage(page, below, isSpent, before?.marks);
      known.set(page, now);
      below = now.above;
      marks.push(now.marks);
    }
    return marks.reverse();
  };
}

function isCurrent(page: MarkedPage, below: Below, isSpent: IsSpent): boolean {
  return (
    page.below.isRead === below.isRead &&
    page.below.hasReceipt === below.hasReceipt &&
    page.below.saidNext === below.saidNext &&
    page.answers.every(([answer, wasSpent]) => isSpent(answer) === wasSpent)
  );
}

function markPage(page: Page, below: Below, isSpent: IsSpent, before: Marks | undefined): MarkedPage {
  const receipts = new Map<string, ReceiptStatus>();
  const spent = new Map<string, string>();
  const answers: [Message, boolean][] = [];
  let { isRead, hasReceipt, saidNext } = below;
  for (const message of page.toReversed()) {
    const { id, type, receipt } = message;
    if (type === 'visitor') {
      if (receipt !== undefined && !isRead && (receipt === 'read' || !hasReceipt)) receipts.set(id, receipt);
      hasReceipt ||= receipts.has(id);
      isRead ||= receipt === 'read';
      saidNext = message.text;
    } else if (!message.lines.every(isProse)) {
      const isOver = isSpent(message);
      answers.push([message, isOver]);
      if (isOver) spent.set(id, saidNext);
    }
  }
  const isUnchanged = before && isSameMap(before.receipts, receipts) && isSameMap(before.spent, spent);
  return {
    marks: isUnchanged ? before : { receipts, spent },
    below,
    above: { isRead, hasReceipt, saidNext },
    answers,
  };
}

function isSameMap<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  return one.size === other.size && [...one].every(([id, value]) => other.get(id) === value);
}
