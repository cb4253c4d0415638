import { describe, expect, it } from 'vitest';
import type { Message, MessageInput } from '../../../frame/chat/conversation.ts';
import { senderName } from '../../../frame/chat/conversations/applyEvent.ts';
import { toMessage } from '../../../frame/chat/messages/messageLog.ts';
import { transcriptName, writeTranscript } from '../../../frame/chat/messages/transcript.ts';
import { createChatTexts } from '../../../frame/chat/texts.ts';
import type { TextSource } from '../../../frame/text/texts.ts';

const now = new Date(2026, 10, 21, 15, 30).getTime();
const own: TextSource = {
  find: (_, key) => ({ assistant: 'Northwind guide', messageRemoved: 'Message removed' })[key],
};
const text = createChatTexts(own);
const facts = {
  now,
  locale: 'en-US',
  text,
  senderOf: (one: Message) => senderName({ text }, one),
};

function message(type: Message['type'], text: string, more: Partial<MessageInput> = {}): Message {
  return toMessage(
    { id: text, type, text, timestamp: new Date(2026, 10, 21, 14, 5).getTime(), ...more },
    undefined,
    now,
  );
}

/** Formatters put a narrow space before AM and PM. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');

describe('the transcript', () => {
  it('[CH-070] has one line per message: time, sender, text', () => {
    const lines = plain(
      writeTranscript(
        [
          message('visitor', 'Hello'),
          message('agent', 'Hi', { by: 'Mina' }),
          message('agent', 'Who?'),
          message('system', 'Welcome'),
        ],
        facts,
      ),
    ).split('\n');
    expect(lines.slice(1)).toEqual([
      '[Today 2:05 PM] You: Hello',
      '[Today 2:05 PM] Mina: Hi',
      '[Today 2:05 PM] Agent: Who?',
      '[Today 2:05 PM] system: Welcome',
      '',
    ]);
  });

  it('[CH-071] starts with a system line that has the absolute date', () => {
    expect(plain(writeTranscript([], facts))).toBe(
      '[Today 3:30 PM] system: Transcript downloaded on Saturday, November 21, 2026 at 3:30 PM\n',
    );
  });

  it('[CH-071][F-AD6] has the date of the download where the language puts it', () => {
    const japanese = createChatTexts({
      find: (_, key) => (key === 'transcriptDownloaded' ? '{date}に保存' : undefined),
    });
    expect(writeTranscript([], { ...facts, text: japanese })).toMatch(/2026 at .*に保存\n$/);
  });

  it('[CH-071][F-AD6] adds the date to a text of a company that has no placeholder for it', () => {
    const older = createChatTexts({ find: (_, key) => (key === 'transcriptDownloaded' ? 'Saved on' : undefined) });
    expect(writeTranscript([], { ...facts, text: older })).toMatch(
      /: Saved on Saturday, November 21, 2026 at 3:30\sPM\n$/,
    );
  });

  it('[CH-071] uses the same day names as the window', () => {
    const at = (...day: [number, number, number]) => ({ timestamp: new Date(...day, 9).getTime() });
    const text = plain(
      writeTranscript(
        [
          message('bot', 'a', at(2026, 10, 20)),
          message('bot', 'b', at(2026, 10, 2)),
          message('bot', 'c', at(2025, 10, 2)),
        ],
        facts,
      ),
    );
    expect(text).toContain('[Yesterday 9:00 AM] Northwind guide: a');
    expect(text).toContain('[Monday, November 2 9:00 AM] Northwind guide: b');
    expect(text).toContain('[Sunday, November 2, 2025 9:00 AM] Northwind guide: c');
  });

  it('[CH-072] omits pending, failed, error and date messages, and the offer of the transcript', () => {
    const text = writeTranscript(
      [
        message('visitor', 'pending', { isPending: true }),
        message('visitor', 'failed', { isNotSent: true }),
        message('error', 'error'),
        message('dateHeader', 'date'),
        message('system', 'offer', { source: 'download-transcript' }),
        message('agentJoin', 'joined'),
        message('bot', 'answer', { by: 'Maya' }),
      ],
      facts,
    );
    for (const part of ['pending', 'failed', 'error', 'date:', 'offer']) expect(text).not.toContain(part);
    expect(text).toContain('system: joined');
    expect(text).toContain('Maya: answer');
  });

  it('[CH-072][F-CH15] names the bot as the window does', () => {
    const text = writeTranscript([message('bot', 'answer')], facts);
    expect(text).toContain('Northwind guide: answer');
    expect(text).not.toContain('Agent');
  });

  it('[CH-070] writes rich answers and declared markup as one line of text', () => {
    const rich = message('bot', '', {
      lines: [
        { type: 'text', text: 'Choose:\n' },
        { type: 'choice', text: 'Databases' },
      ],
    });
    const html = message('agent', '<div>Hi <b>you</b></div>', { format: 'html', by: 'Mina' });
    const text = writeTranscript([rich, html], facts);
    expect(text).toContain('Northwind guide: Choose: Databases\n');
    expect(text).toContain('Mina: Hi you\n');
  });

  it('[CH-072][CH-087] includes the text under review and the texts of groups and tiles', () => {
    const review = message('bot', 'Is this right?', { review: 'Sized for ten nodes.' });
    const tiles = message('bot', '', {
      lines: [{ type: 'tile', text: 'Plans', items: [{ type: 'choice', text: 'Lite', description: 'Free' }] }],
    });
    const text = writeTranscript([review, tiles], facts);
    expect(text).toContain('Northwind guide: Is this right? Sized for ten nodes.\n');
    expect(text).toContain('Northwind guide: Plans Lite Free\n');
  });

  it('[CH-070][F-DL11] says that a message was removed, and has none of its text', () => {
    const secret = message('agent', 'my card number', {
      by: 'Mina',
      isRemoved: true,
      lines: [{ type: 'text', text: 'line' }],
    });
    const text = plain(writeTranscript([secret], facts));
    expect(text).toContain('[Today 2:05 PM] Mina: Message removed\n');
    expect(text).not.toMatch(/card|line/);
  });

  it('[CH-070][F-DL7] gives the times of the order, which never jump back', () => {
    const at = (minute: number, atMinute: number, sequence: number): Partial<MessageInput> => ({
      timestamp: new Date(2026, 10, 21, 14, minute).getTime(),
      order: { atMs: new Date(2026, 10, 21, 14, atMinute).getTime(), sequence },
    });
    const text = plain(
      writeTranscript([message('agent', 'a', at(6, 6, 1)), message('agent', 'b', at(4, 6, 2))], facts),
    );
    expect(text.match(/\d:\d\d PM\]/g)?.slice(1)).toEqual(['2:06 PM]', '2:06 PM]']);
  });

  it('[CH-073] is named after the day', () => {
    expect(transcriptName(now)).toBe('chat-transcript-2026-11-21.txt');
  });
});
