import { maxAddressLength } from '../text/toAddress.ts';

/** An entry for the visitor's own calendar. Times are in ms since the epoch. */
export interface CalendarEvent {
  readonly uid: string;
  readonly stampMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
  /** Ends with the question, which may be long. */
  readonly description: string;
  /** Where or how the call takes place: an address, or a sentence. */
  readonly location?: string;
  /** The address at which the call can be changed, and a line that says so. Only for the file: web calendars are not told. */
  readonly url?: string;
  readonly urlLine?: string;
  readonly organizer?: { readonly name: string; readonly email: string } | undefined;
  readonly isCancelled?: boolean;
}

/**
 * A calendar updates an event only if the new file has a higher SEQUENCE for the same UID. We do not know how often a call
 * was moved, so SEQUENCE counts the seconds since 2025. It fits 31 bits until 2093.
 */
const firstSequenceMs = Date.UTC(2025, 0);

/** An RFC 5545 file. Times are in UTC, so that no reader needs our time zones. */
export function toCalendarFile(event: CalendarEvent): string {
  const { organizer, url, urlLine, isCancelled = false } = event;
  const description = urlLine ? `${event.description}\n${urlLine}` : event.description;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//contact-widget//scheduler//EN',
    // A calendar that has the entry removes it.
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.stampMs)}`,
    `SEQUENCE:${Math.max(0, Math.floor((event.stampMs - firstSequenceMs) / 1_000))}`,
    `DTSTART:${utc(event.startMs)}`,
    // RFC 5545 forbids an end at or before the start. Without an end, the entry is a point in time.
    ...(event.endMs > event.startMs ? [`DTEND:${utc(event.endMs)}`] : []),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(url && URL.canParse(url) ? [`URL:${new URL(url).href}`] : []),
    ...(organizer ? [`ORGANIZER;CN="${organizer.name.replace(/["\p{Cc}]/gu, '')}":mailto:${organizer.email}`] : []),
    ...(isCancelled ? [] : alarm(event.title)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** A reminder a quarter of an hour before. */
function alarm(title: string): readonly string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escapeText(title)}`, 'TRIGGER:-PT15M', 'END:VALARM'];
}

export interface CalendarLink {
  readonly name: string;
  readonly href: string;
}

/**
 * The address that opens a web calendar with the entry filled in. `template` is the address of one with the parameters
 * `text`, `dates`, `details` and `location`, like Google's.
 */
export function toCalendarLink(template: string, event: CalendarEvent): string {
  const values = {
    text: event.title,
    dates: `${utc(event.startMs)}/${utc(event.endMs)}`,
    location: event.location ?? '',
  };
  return withQuery(template, values, 'details', event.description);
}

/** Shortens the description, in whole characters, until the page can open the address. */
function withQuery(
  address: string,
  values: Readonly<Record<string, string>>,
  key: string,
  description: string,
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  url.searchParams.set(key, description);
  if (url.href.length <= maxAddressLength) return url.href;
  url.searchParams.set(key, '…');
  let left = maxAddressLength - url.href.length;
  let kept = '';
  for (const character of description) {
    left -= new URLSearchParams({ '': character }).toString().length - 1;
    if (left < 0) break;
    kept += character;
  }
  url.searchParams.set(key, `${kept}…`);
  return url.href;
}

/** Links for the web calendars that most people use. */
export function toCalendarLinks(template: string, event: CalendarEvent): readonly CalendarLink[] {
  const { title, description, location: where = '' } = event;
  const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const { hostname } = new URL(template);
  const outlookValues = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: iso(event.startMs),
    enddt: iso(event.endMs),
    location: where,
  };
  const outlook = withQuery('https://outlook.live.com/calendar/0/deeplink/compose', outlookValues, 'body', description);
  const yahooValues = { v: '60', title, st: utc(event.startMs), et: utc(event.endMs), in_loc: where };
  const yahoo = withQuery('https://calendar.yahoo.com/', yahooValues, 'desc', description);
  return [
    { name: hostname === 'calendar.google.com' ? 'Google' : hostname, href: toCalendarLink(template, event) },
    { name: 'Outlook', href: outlook },
    { name: 'Yahoo', href: yahoo },
  ];
}

/** `20250603T130000Z`. */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}

function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, (char) => `\\${char}`)
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

const encoder = new TextEncoder();
const maxLineBytes = 75;

/** Continuation lines start with a space. Splits between characters, never inside one. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const char of line) {
    const size = encoder.encode(char).length;
    if (bytes + size > maxLineBytes) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += char;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
