import type { Line, Message } from './conversation.ts';
import { type DayWords, dayLabel, safeLocale } from './dateHeaders.ts';
import { parseDeclaredHtml, textOfHtml } from './declaredHtml.ts';
import { dateStampOf } from './message.ts';

/** What the transcript needs besides messages; words come from the text catalogue. */
export interface TranscriptFacts {
  readonly now: number;
  readonly locale: string;
  readonly words: DayWords & {
    readonly you: string;
    readonly agent: string;
    readonly system: string;
    readonly downloaded: string;
  };
}

const written = new Set<Message['type']>(['visitor', 'agent', 'bot', 'agentJoin', 'system']);

/**
 * A plain-text file, one line a message: bracketed day and local time, who, what (CH-070 to CH-072). The first line is a
 * system line with the absolute date of the download, since Today and Yesterday mean nothing in a file.
 */
export function writeTranscript(messages: readonly Message[], facts: TranscriptFacts): string {
  const absolute = new Intl.DateTimeFormat(safeLocale(facts.locale), { dateStyle: 'full', timeStyle: 'short' });
  const first = `${stamp(facts.now, facts)} ${facts.words.system}: ${facts.words.downloaded} ${absolute.format(facts.now)}`;
  const lines = messages
    .filter((message) => written.has(message.type) && !message.isPending && !message.isNotSent && !message.source)
    .map((message) => `${stamp(message.timestamp, facts)} ${senderOf(message, facts)}: ${plainText(message)}`);
  return `${[first, ...lines].join('\n')}\n`;
}

function stamp(timestamp: number, facts: TranscriptFacts): string {
  const time = new Intl.DateTimeFormat(safeLocale(facts.locale), { timeStyle: 'short' }).format(timestamp);
  return `[${dayLabel(timestamp, facts.now, facts.locale, facts.words)} ${time}]`;
}

function senderOf(message: Message, facts: TranscriptFacts): string {
  if (message.type === 'visitor') return facts.words.you;
  if (message.type === 'agent' || message.type === 'bot') return message.by || facts.words.agent;
  return facts.words.system;
}

/** The words of a message, lines included, on one line. */
export function plainText(
  message: Pick<Message, 'text' | 'lines' | 'format'> & Partial<Pick<Message, 'review'>>,
): string {
  const own = message.format === 'html' ? textOfHtml(parseDeclaredHtml(message.text)) : message.text;
  const wordsOf = (line: Line): string[] => [line.text, line.description ?? '', ...(line.items ?? []).flatMap(wordsOf)];
  const lines = message.lines.flatMap(wordsOf);
  return [own, ...lines, message.review ?? '']
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** CH-073. */
export function transcriptName(now: number): string {
  return `chat-transcript-${dateStampOf(now)}.txt`;
}
