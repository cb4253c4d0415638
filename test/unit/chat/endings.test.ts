import { describe, expect, it } from 'vitest';
import type { ExitSurvey, Message, MessageInput, SurveyQuestion } from '../../../frame/chat/conversation.ts';
import { toMessage } from '../../../frame/chat/message.ts';
import { answersToSend, initialAnswers, missingAnswers, shownQuestions } from '../../../frame/chat/survey.ts';
import { chatTexts } from '../../../frame/chat/texts.ts';
import { transcriptName, writeTranscript } from '../../../frame/chat/transcript.ts';

const now = new Date(2026, 10, 21, 15, 30).getTime();
const facts = {
  now,
  locale: 'en-US',
  words: {
    today: 'Today',
    yesterday: 'Yesterday',
    you: 'You',
    agent: 'Agent',
    system: 'system',
    downloaded: 'Transcript downloaded on',
  },
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
  it('[CH-070] has one line a message: time, sender, text', () => {
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

  it('[CH-071] begins with a system line that holds the absolute date', () => {
    expect(plain(writeTranscript([], facts))).toBe(
      '[Today 3:30 PM] system: Transcript downloaded on Saturday, November 21, 2026 at 3:30 PM\n',
    );
  });

  it('[CH-071] names days as the window does', () => {
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
    expect(text).toContain('[Yesterday 9:00 AM] Agent: a');
    expect(text).toContain('[Monday, November 2 9:00 AM] Agent: b');
    expect(text).toContain('[Sunday, November 2, 2025 9:00 AM] Agent: c');
  });

  it('[CH-072] leaves out pending, failed, error and date messages, and the offer of itself', () => {
    const text = writeTranscript(
      [
        message('visitor', 'pending', { isPending: true }),
        message('visitor', 'failed', { isNotSent: true }),
        message('error', 'error'),
        message('dateHeader', 'date'),
        message('system', 'offer', { source: 'download-transcript' }),
        message('agentJoin', 'joined'),
        message('bot', 'answer', { by: 'Northwind Guide' }),
      ],
      facts,
    );
    for (const word of ['pending', 'failed', 'error', 'date:', 'offer']) expect(text).not.toContain(word);
    expect(text).toContain('system: joined');
    expect(text).toContain('Northwind Guide: answer');
  });

  it('[CH-070] writes rich answers and declared markup as one line of words', () => {
    const rich = message('bot', '', {
      lines: [
        { type: 'text', text: 'Choose:\n' },
        { type: 'choice', text: 'Databases' },
      ],
    });
    const html = message('agent', '<div>Hi <b>you</b></div>', { format: 'html', by: 'Mina' });
    const text = writeTranscript([rich, html], facts);
    expect(text).toContain('Agent: Choose: Databases\n');
    expect(text).toContain('Mina: Hi you\n');
  });

  it('[CH-072][CH-087] has the words under review and those of a group, a tile and what is in it', () => {
    const review = message('bot', 'Is this right?', { review: 'Sized for ten nodes.' });
    const tiles = message('bot', '', {
      lines: [{ type: 'tile', text: 'Plans', items: [{ type: 'choice', text: 'Lite', description: 'Free' }] }],
    });
    const text = writeTranscript([review, tiles], facts);
    expect(text).toContain('Agent: Is this right? Sized for ten nodes.\n');
    expect(text).toContain('Agent: Plans Lite Free\n');
  });

  it('[CH-073] is named after the day', () => {
    expect(transcriptName(now)).toBe('chat-transcript-2026-11-21.txt');
  });
});

function question(id: number, more: Partial<SurveyQuestion> = {}): SurveyQuestion {
  return {
    id,
    label: `Question ${id}`,
    type: 'textField',
    isMandatory: false,
    validation: undefined,
    logicId: undefined,
    entries: [],
    lastKnownValue: '',
    ...more,
  };
}
const entry = (value: string, showsLogicIds: number[] = [], isChecked = false) => ({
  value,
  label: value,
  isChecked,
  showsLogicIds,
});

const survey: ExitSurvey = {
  id: 7,
  header: 'How was it?',
  questions: [
    question(1, { type: 'radio', logicId: 1, isMandatory: true, entries: [entry('good'), entry('bad', [2])] }),
    question(2, { type: 'textArea', logicId: 2, isMandatory: true }),
    question(3, { type: 'checkbox', entries: [entry('fast', [], true), entry('kind')] }),
    question(4, { type: 'dropdown', entries: [entry('a'), entry('b', [3])], lastKnownValue: 'a' }),
    question(5, { type: 'radioSideBySide', logicId: 3, entries: [entry('x')] }),
    question(6),
  ],
};

describe('the exit survey', () => {
  it('[CH-066] reveals questions by the logic of chosen entries, through several steps', () => {
    const ids = (answers: object) => shownQuestions(survey, answers as never).map((one) => one.id);
    expect(ids({})).toEqual([1, 3, 4, 6]);
    expect(ids({ 1: 'bad' })).toEqual([1, 2, 3, 4, 6]);
    expect(ids({ 4: 'b' })).toEqual([1, 3, 4, 5, 6]);
  });

  it('[CH-066] starts with what the service knows, and sends one answer, or several from a checkbox', () => {
    const start = initialAnswers(survey);
    expect(start).toEqual({ 3: ['fast'], 4: 'a' });
    expect(answersToSend(survey, { ...start, 1: 'bad', 2: 'slow', 3: ['fast', 'kind'], 6: '  ' })).toEqual({
      1: 'bad',
      2: 'slow',
      3: ['fast', 'kind'],
      4: 'a',
    });
  });

  it('[CH-066] does not send the answer of a question that a changed mind has hidden', () => {
    expect(answersToSend(survey, { 1: 'good', 2: 'slow' })).toEqual({ 1: 'good' });
  });

  it('[CH-067] misses mandatory questions that show and are blank', () => {
    expect(missingAnswers(survey, {})).toEqual([1]);
    expect(missingAnswers(survey, { 1: 'bad', 2: ' ' })).toEqual([2]);
    expect(missingAnswers(survey, { 1: 'good' })).toEqual([]);
  });
});

describe('the words', () => {
  it('[CH-220] hold no codes, addresses or marks of machinery, and none is empty', () => {
    for (const text of Object.values(chatTexts)) {
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/https?:|\b[45]\d\d\b|[A-Z]+_[A-Z]+|undefined|null|Error\b|stack|token/);
    }
  });

  it('[CH-213][CH-214][CH-215][CH-216][CH-217][CH-218][CH-219] hold the sentences of the specification', () => {
    expect(chatTexts.startFailed).toBe("We couldn't start the chat. You can email us instead.");
    expect(chatTexts.notAvailable).toBe('This chat is not available right now. Please choose another way to reach us.');
    expect(chatTexts.notSent).toBe('Not sent.');
    expect(chatTexts.connectionLost).toBe('Connection lost. Reconnecting…');
    expect(chatTexts.transferFailed).toBe("We couldn't reach an agent. You can keep chatting here.");
    expect(chatTexts.chatFailed).toBe('Something went wrong and this chat has ended.');
    expect(chatTexts.signInFailed).toBe('Sign-in did not complete. Please try again.');
    expect(chatTexts.surveyFailed).toBe('We could not send your answers. Please try again.');
    expect(chatTexts.surveyMissing).toBe('Please answer this question.');
  });
});
