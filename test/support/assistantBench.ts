import type { AddressInfo } from 'node:net';
import { createAnswers, readPages } from '../assistant/pages.mjs';
import { createAssistant } from '../assistant/server.mjs';

export type AssistantOptions = Partial<Parameters<typeof createAssistant>[0] & Parameters<typeof createAnswers>[0]>;

export const widgetOrigin = 'https://widget.example';

/** The guides of the playground. */
const guidePages = readPages('test/pages/guides');

export interface StreamEvent {
  readonly event: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Value {
  readonly type?: string;
  readonly text?: string;
  readonly title?: string;
  readonly items?: readonly (Readonly<Record<string, unknown>> & { readonly text: string })[];
}

/** The bot's JSON, as far as tests look at it. */
export interface Answer {
  readonly _id: string;
  readonly timestamp: string;
  readonly context: Readonly<Record<string, unknown>> & { readonly conversation_id: string };
  readonly output: { readonly values: readonly Value[] };
  readonly message?: string;
}

export interface HistoryTurn {
  readonly _id: string;
  readonly partial?: boolean;
  readonly data: { readonly input: { readonly text: string }; readonly output: Answer['output'] };
}

export interface Question {
  readonly id?: unknown;
  readonly stop?: boolean;
  readonly conversationId?: unknown;
  readonly origin?: string;
  readonly signal?: AbortSignal;
  /** The address that a proxy in front of the server has seen. */
  readonly visitor?: string;
}

/** The assistant on a free port, and its client. */
export async function startAssistant(options: AssistantOptions = {}) {
  const lines: string[] = [];
  const own = {
    ...{ pages: guidePages, origin: widgetOrigin, pageUrl: 'https://www.example.com/guides/{page}/' },
    ...{ log: (line: string) => void lines.push(line) },
    ...options,
  };
  const server = createAssistant({ answer: createAnswers(own), ...own });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { origin: widgetOrigin, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });

  const message = (text: unknown, question: Question, accept: string) => {
    const { id, stop, conversationId = '', origin = widgetOrigin, signal, visitor } = question;
    const body = { context: { conversation_id: conversationId }, input: { text, id, stop } };
    const forwarded = visitor === undefined ? {} : { 'x-forwarded-for': visitor };
    return post('/v2/message', body, { accept, origin, ...forwarded }, signal);
  };

  const bench = {
    url,
    /** What the server has logged. */
    lines,
    post,
    respond: (text: unknown, question: Question = {}) => message(text, question, 'application/json'),
    /** The whole answer as JSON. */
    async ask(text: string, question: Question = {}): Promise<Answer> {
      return (await (await bench.respond(text, question)).json()) as Answer;
    },
    openStream: (text: string, question: Question = {}) =>
      message(text, question, 'text/event-stream, application/json'),
    /** All events of the streamed answer. */
    async stream(text: string, question: Question = {}): Promise<readonly StreamEvent[]> {
      return eventsOf(await (await bench.openStream(text, question)).text());
    },
    async history(conversationId: string): Promise<readonly HistoryTurn[]> {
      const response = await post('/v2/message/history', { conversation_id: conversationId });
      return (await response.json()) as readonly HistoryTurn[];
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bench;
}

export type AssistantBench = Awaited<ReturnType<typeof startAssistant>>;

export function eventsOf(text: string): readonly StreamEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const [, event = '', id, data = ''] = /^event: (\w+)\nid: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      return { event, id: Number(id), data: JSON.parse(data) as StreamEvent['data'] };
    });
}

/** What an answer says, without its buttons and links. */
export const wordsOf = ({ output }: Pick<Answer, 'output'>): string =>
  output.values.flatMap(({ type, text }) => (type === 'markdown' ? [text ?? ''] : [])).join('');

/** The first line of a stream up to this event. */
export async function readUntil(response: Response, event: string): Promise<string> {
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader && !text.includes(`event: ${event}\n`)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  reader?.releaseLock();
  return text;
}
