/** An entry for the visitor's own calendar. Times are in ms since the epoch. */
export interface CalendarEvent {
  readonly uid: string;
  readonly stampMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
  readonly description: string;
}

/**
 * A calendar updates an event only if the new file has a higher SEQUENCE for the same UID. We do not know how often a call
 * was moved, so SEQUENCE counts the seconds since 2025. It fits 31 bits until 2093.
 */
const firstSequenceMs = Date.UTC(2025, 0);

/** An RFC 5545 file. Times are in UTC, so that no reader needs our time zones. */
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
    // RFC 5545 forbids an end at or before the start. Without an end, the entry is a point in time.
    ...(event.endMs > event.startMs ? [`DTEND:${utc(event.endMs)}`] : []),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** The address that opens a web calendar with the entry filled in. `template` is the address of the service. */
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
      .replace(/[\\;,]/g, (char) => `\\${char}`)
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

const encoder = new TextEncoder();
const longestLineBytes = 75;

/** Continuation lines start with a space. Splits between characters, never inside one. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const char of line) {
    const size = encoder.encode(char).length;
    if (bytes + size > longestLineBytes) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += char;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
