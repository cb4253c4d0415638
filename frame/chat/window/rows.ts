import { safeLocale } from '../../text/safeLocale.ts';
import type { Message, ReceiptStatus } from '../conversation.ts';
import { dateStampOf, isProse, shownTime, toMessage } from '../messages/messageLog.ts';
import type { ChatTexts } from '../texts.ts';

const dayMs = 86_400_000;

/** "Today", "Yesterday" or the date with its weekday (CH-043, CH-071). The year is shown only if it is not the current one. */
export function dayLabel(timestamp: number, now: number, locale: string, text: ChatTexts): string {
  const stamp = dateStampOf(timestamp);
  if (stamp === dateStampOf(now)) return text('today');
  // Start from noon: a day with a clock change has 23 or 25 hours.
  const noon = new Date(now).setHours(12, 0, 0, 0);
  if (stamp === dateStampOf(noon - dayMs)) return text('yesterday');
  const isThisYear = new Date(timestamp).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(safeLocale(locale), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(timestamp);
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The hour and minute of a message. One format per locale, because creating one takes as long as drawing a message. A format keeps its
 * time zone, but the device may change its own, so the local time is written as if it were UTC.
 */
export function timeOfDay(timestamp: number, locale: string): string {
  const options = { timeStyle: 'short', timeZone: 'UTC' } as const;
  const format = timeFormats.get(locale) ?? new Intl.DateTimeFormat(safeLocale(locale), options);
  timeFormats.set(locale, format);
  return format.format(timestamp - new Date(timestamp).getTimezoneOffset() * 60_000);
}

/** The day of a message in the time zone that the device has now. `dateStamp` is from when the message arrived. */
const dayOf = (message: Message): string => dateStampOf(shownTime(message));

/**
 * Adds a `dateHeader` message before the first message of each day. A text that is still waiting below newer messages may be
 * from an earlier day: it gets no header, because no day has two headers.
 */
export function withDateHeaders(page: readonly Message[], before: Message | undefined): readonly Message[] {
  let day = before ? dayOf(before) : '';
  return page.flatMap((message) => {
    if (dayOf(message) <= day) return [message];
    day = dayOf(message);
    return [dateHeader(message), message];
  });
}

function dateHeader(message: Message): Message {
  const timestamp = shownTime(message);
  return toMessage({ id: `day-${message.id}`, type: 'dateHeader', timestamp, isHistory: true }, undefined, timestamp);
}

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
export function createMarks() {
  const marked = new WeakMap<readonly Message[], Marks>();
  return (pages: readonly (readonly Message[])[], isSpent: (message: Message) => boolean): readonly Marks[] => {
    /** The receipt that applies to all older texts. */
    let known: ReceiptStatus | undefined;
    let saidNext = '';
    const marksOf = (page: readonly Message[]): Marks => {
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
      const now = { receipts, spent };
      const marks = before && isSame(before, now) ? before : now;
      marked.set(page, marks);
      return marks;
    };
    return pages.toReversed().map(marksOf).reverse();
  };
}

function isSame(one: Marks, other: Marks): boolean {
  const textOf = ({ receipts, spent }: Marks): string => JSON.stringify([[...receipts], [...spent]]);
  return textOf(one) === textOf(other);
}
