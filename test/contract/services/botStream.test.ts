import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkServices } from '../../services/check.ts';
import { readEvents } from '../../services/readEvents.ts';
import { type AssistantBench, startAssistant, widgetOrigin } from '../../support/assistantBench.ts';

/** `npm run check:services` asks the bot one question, if it is named. */

const folder = mkdtempSync(join(tmpdir(), 'widget-bot-'));

/** The company's site, with the contact file. */
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  response.end(JSON.stringify({ languages: { 'en-US': { chat: { service: 'bot', desk: 'help' } } } }));
});
const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
let siteUrl = '';
beforeAll(async () => {
  siteUrl = await listen(site);
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function check(bot: string, ...options: readonly string[]) {
  const file = join(folder, 'config.json');
  writeFileSync(
    file,
    JSON.stringify({
      allowedHosts: ['https://www.example.com'],
      contact: { hosts: [siteUrl], file: '/contact.json' },
      chat: { channels: { bot: { hosts: { main: bot } } } },
    }),
  );
  const lines: string[] = [];
  const args = [file, '--origin', widgetOrigin, ...options];
  const code = await checkServices(args, (text) => void lines.push(text));
  const text = lines.join('\n');
  return { code, text, rows: text.split('\n').filter((line) => line.includes(' POST ')) };
}
const question = ['--with', 'message=How do I add the widget to Shopify?'];

describe('npm run check:services, on the assistant', () => {
  let assistant: AssistantBench;
  afterEach(() => assistant.close());

  it('finds that its stream, the repeated question and the history match', async () => {
    assistant = await startAssistant();
    const { code, text, rows } = await check(assistant.url, ...question);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^bot status +POST +ok +200 ok +ok +ok +ok +http/);
    expect(rows[1]).toMatch(/^bot message +POST +ok +200 ok +ok +ok +ok +http/);
    expect(rows[2]).toMatch(/^bot message +POST +ok +200 ok +ok +ok +ok +http/);
    expect(rows[3]).toMatch(/^bot history +POST +ok +200 ok +ok +ok +ok +http/);
    expect(text).toMatch(/\n(\d+) of \1 match\.$/);
    expect(code).toBe(0);
  });

  it('asks nothing without a question, and says so', async () => {
    assistant = await startAssistant({ limits: { messagesPerMinute: 0 } });
    const { code, text, rows } = await check(assistant.url);
    expect(rows).toEqual([]);
    expect(text).toContain('bot message was not tried\n  It would begin a conversation with your bot.');
    expect(code).toBe(0);
  });
});

const answer = {
  ...{ _id: 'turn-1', context: { conversation_id: 'c-1' } },
  output: { values: [{ type: 'markdown', text: 'Half and half.' }] },
};
const event = (name: string, id: number, data: unknown): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const start = event('start', 1, { _id: 'turn-1', context: answer.context });
const texts = event('text', 2, { text: 'Half' }) + event('text', 3, { text: ' and half.' });
const end = event('answer', 4, answer);
const whole = start + texts + end;
const turn = { _id: 'turn-1', data: { input: { text: 'Prices' }, output: answer.output } };

/** A bot that gives these answers, whatever it is asked. */
interface Bot {
  readonly stream?: string;
  readonly type?: string;
  readonly again?: unknown;
  readonly history?: unknown;
  readonly status?: unknown;
}

describe('npm run check:services, on a bot that streams', () => {
  let server: Server | undefined;
  const questions: { input?: object }[] = [];
  afterEach(() => {
    server?.close();
    questions.length = 0;
  });

  async function problemsOf({
    stream = whole,
    type = 'text/event-stream',
    again = answer,
    history = [turn],
    status = { status: 'Available', streams: true },
  }: Bot) {
    server = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', widgetOrigin);
      response.setHeader('access-control-allow-headers', 'content-type');
      const answers = new Map([
        ['/v2/status', status],
        ['/v2/message/history', history],
      ]);
      let sent = '';
      request.setEncoding('utf8').on('data', (part) => {
        sent += part;
      });
      request.on('end', () => {
        const isStream = request.headers.accept?.includes('event-stream') === true;
        if (request.url === '/v2/message') questions.push(JSON.parse(sent || '{}'));
        response.setHeader('content-type', isStream ? type : 'application/json');
        response.end(isStream ? stream : JSON.stringify(answers.get(request.url ?? '') ?? again));
      });
    });
    const { code, text } = await check(await listen(server), ...question);
    const problems = (text.split(' was not tried')[0] ?? '').split('\n').filter((line) => line.startsWith('  '));
    expect(code).toBe(problems.length > 0 ? 1 : 0);
    return problems.map((line) => line.trim());
  }

  it('finds nothing wrong with the contract (control)', async () => {
    expect(await problemsOf({})).toEqual([]);
    server?.close();
    expect(await problemsOf({ stream: `: wait\r\n\r\n${whole.replaceAll('\n', '\r\n')}` })).toEqual([]);
  });

  it('sends nothing that is for streams to a bot that does not stream, and asks it once', async () => {
    expect(await problemsOf({ status: { status: 'Available' }, history: [] })).toEqual([]);
    const inputs = questions.flatMap(({ input }) => input ?? []);
    expect(inputs).toEqual([{ text: 'How do I add the widget to Shopify?' }]);
  });

  it.each([
    ['a bot that is away', { status: { status: 'Offline' } }, 'The status is Offline: no chat opens.'],
    [
      ...['a bot that says that it streams', { stream: JSON.stringify(answer), type: 'application/json' }],
      'The status says that the bot streams, and it does not.',
    ],
    ['another type', { type: 'text/plain' }, 'The content type is text/plain, but must be application/json.'],
    ['no start', { stream: texts + end }, 'The first event is text, but must be "start".'],
    ['no end', { stream: start + texts }, 'The last event is text, but must be "answer".'],
    ['no events', { stream: 'Hello' }, 'The first event is missing, but must be "start".'],
    [
      ...['missing ids', { stream: whole.replaceAll(/^id: .*\n/gm, '') }],
      'The ids of the events are not 1, 2, 3 and so on.',
    ],
    [
      'a text that is no JSON',
      { stream: whole.replace('{"text":"Half"}', 'Half') },
      'The data of an event is not a JSON object.',
    ],
    [
      ...['another turn', { stream: whole.replace('turn-1', 'turn-2') }],
      'The _id of "start" is not that of the answer: visitors would read two answers.',
    ],
    [
      ...['another text', { stream: whole.replace('{"text":"Half"}', '{"text":"Whole"}') }],
      'The events "text" and "part" do not add up to the answer.',
    ],
    [
      ...['another answer to the question again', { again: { ...answer, _id: 'turn-2' } }],
      'The same question, with the same input.id, gets another answer: visitors whose connection breaks would read two.',
    ],
    [
      'two turns in the history',
      { history: [turn, turn] },
      'The history has the answer 2 times, but must have it once.',
    ],
    [
      ...[
        'half of the answer in the history',
        { history: [{ ...turn, data: { ...turn.data, output: { values: [] } } }] },
      ],
      'The history and the stream have different answers.',
    ],
  ] as readonly (readonly [string, Bot, string])[])('finds %s', async (_, bot, sentence) => {
    expect(await problemsOf(bot)).toContain(sentence);
  });
});

describe('events', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('are read with %s, comments, several lines of data and no space', (_, newline) => {
    const stream = ['\uFEFF: hello', '', 'event:text', 'id: 2', 'data: {"text":', 'data: "a"}', '', 'data: cut off'];
    expect(readEvents(stream.join(newline))).toEqual([{ event: 'text', id: '2', data: { text: 'a' } }]);
  });
});
