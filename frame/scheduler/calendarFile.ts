/** What a calendar entry says. Times are ms since the epoch. */
export interface CalendarEvent {
  readonly uid: string;
  readonly stampMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

/**
 * Calendars take a file of a moved call only with a higher number than they hold for its UID, and nothing here counts
 * the moves of a call that is found again by its number: it counts the seconds from 2025 on, which fit until 2093.
 */
const firstSequenceMs = Date.UTC(2025, 0);

/** An RFC 5545 file: CRLF, lines folded at 75 bytes, times in UTC so that no reader needs our zones. */
export function toCalendarFile(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//contact-widget//scheduler//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.stampMs)}`,
    `SEQUENCE:${Math.max(0, Math.floor((event.stampMs - firstSequenceMs) / 1_000))}`,
    `DTSTART:${utc(event.startMs)}`,
    // An end at or before the start is not allowed; without one the entry is a moment.
    ...(event.endMs > event.startMs ? [`DTEND:${utc(event.endMs)}`] : []),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.url ? [`URL:${event.url.replace(/[\r\n]/g, '')}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** The address that opens the visitor's web calendar with the entry filled in; `template` names the calendar service. */
export function toCalendarLink(template: string, event: CalendarEvent): string {
  const url = new URL(template);
  url.searchParams.set('text', event.title);
  url.searchParams.set('dates', `${utc(event.startMs)}/${utc(event.endMs)}`);
  url.searchParams.set('details', event.description);
  return url.href;
}

/** `20250603T130000Z`. */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}

function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

const encoder = new TextEncoder();
const longestLineBytes = 75;

/** Continuation lines begin with a blank; no character is cut in two. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (bytes + size > longestLineBytes) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
