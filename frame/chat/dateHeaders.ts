import type { Message } from './conversation.ts';
import { dateStampOf, toMessage } from './message.ts';

/** The words of a day (CH-043, CH-071). */
export interface DayWords {
  readonly today: string;
  readonly yesterday: string;
}

const dayMs = 86_400_000;

/** Today, Yesterday, else the long weekday date with the year only when it is not the current one. */
export function dayLabel(timestamp: number, now: number, locale: string, words: DayWords): string {
  const stamp = dateStampOf(timestamp);
  if (stamp === dateStampOf(now)) return words.today;
  // Noon of yesterday: a day with a clock change is 23 or 25 hours long.
  const noon = new Date(now).setHours(12, 0, 0, 0);
  if (stamp === dateStampOf(noon - dayMs)) return words.yesterday;
  const isThisYear = new Date(timestamp).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(safeLocale(locale), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(timestamp);
}

/** A page of the log with a dateHeader message before the first message of each day. */
export function withDateHeaders(page: readonly Message[], dayBefore: string | undefined): readonly Message[] {
  let day = dayBefore;
  return page.flatMap((message) => {
    if (message.dateStamp === day) return [message];
    day = message.dateStamp;
    return [dateHeader(message), message];
  });
}

function dateHeader(message: Message): Message {
  const { timestamp, dateStamp } = message;
  return toMessage(
    { id: `day-${dateStamp}-${message.id}`, type: 'dateHeader', timestamp, isHistory: true },
    undefined,
    timestamp,
  );
}

/** A language code that the browser does not know must not break the window. */
export function safeLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US'; // Silent: the texts are shown in the page's language all the same.
  }
}
