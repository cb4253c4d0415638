import { safeLocale } from '../../text/safeLocale.ts';
import type { Line, Message } from '../conversation.ts';
import type { ChatTexts } from '../texts.ts';
import { dayLabel, timeOfDay } from '../window/rows.ts';
import { parseDeclaredHtml, textOfHtml } from './declaredHtml.ts';
import { dateStampOf, shownTime } from './messageLog.ts';

export interface TranscriptFacts {
  readonly now: number;
  readonly locale: string;
  readonly text: ChatTexts;
  readonly senderOf: (message: Message) => string;
}

const writtenTypes = new Set<Message['type']>(['visitor', 'agent', 'bot', 'agentJoin', 'system']);

/**
 * Writes a plain-text file with one line per message: day and local time in brackets, sender, text (CH-070 to CH-072). The
 * first line has the date of the download, because the file also uses "Today" and "Yesterday".
 */
export function writeTranscript(messages: readonly Message[], facts: TranscriptFacts): string {
  const { now, locale, text, senderOf } = facts;
  const system = text('system').toLowerCase();
  const lineOf = (timestamp: number, sender: string, words: string): string =>
    `[${dayLabel(timestamp, now, locale, text)} ${timeOfDay(timestamp, locale)}] ${sender}: ${words}`;
  const date = new Intl.DateTimeFormat(safeLocale(locale), { dateStyle: 'full', timeStyle: 'short' }).format(now);
  const downloaded = text('transcriptDownloaded', { date });
  // A company's text may be older than its placeholder: the date then follows.
  const first = lineOf(now, system, downloaded.includes(date) ? downloaded : `${downloaded} ${date}`);
  const lines = messages
    .filter((message) => writtenTypes.has(message.type) && !message.isPending && !message.isNotSent && !message.source)
    .map((message) => {
      const sender = ['visitor', 'agent', 'bot'].includes(message.type) ? senderOf(message) : system;
      return lineOf(shownTime(message), sender, message.isRemoved ? text('messageRemoved') : plainText(message));
    });
  return `${[first, ...lines].join('\n')}\n`;
}

/** The text of a message, including its lines, on one line. */
export function plainText(
  message: Pick<Message, 'text' | 'lines'> & { readonly [key in 'format' | 'review']?: Message[key] | undefined },
): string {
  const own = wordsOf(message);
  const textsOf = (line: Line): string[] => [line.text, line.description ?? '', ...(line.items ?? []).flatMap(textsOf)];
  const lines = message.lines.flatMap(textsOf);
  return [own, ...lines, message.review ?? '']
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');
}

function wordsOf({ text, format }: Parameters<typeof plainText>[0]): string {
  if (format === 'html') return textOfHtml(parseDeclaredHtml(text));
  return format === 'markdown' ? textOfMarkdown(text) : text;
}

/** CH-073. */
export const transcriptName = (now: number): string => `chat-transcript-${dateStampOf(now)}.txt`;

/** The words of a text in Markdown without its marks, for announcements and the transcript. `link` has `$1` for the label, `$2` for the address. */
export function textOfMarkdown(markdown: string, link = '$1 ($2)'): string {
  return markdown.replace(/\[([^[\]\n]*)\]\(([^\s()[\]]*)\)/gu, link).replace(/\*\*|`+|^ *#+ /gmu, '');
}
