import { createError } from '../../frame/platform/errors.ts';
import { type RecordedCall, refuse } from './fakeBackend.ts';
import type { FakeChannelPorts } from './fakeChannelPorts.ts';
import { createFakeStream } from './fakeStream.ts';

interface Message {
  readonly input: { readonly text: string; readonly id?: string };
  readonly context: Readonly<Record<string, unknown>>;
}

type Answer = Readonly<Record<string, unknown>>;

type Value = Readonly<Record<string, unknown>>;

/** What happens to a message: its turn is recorded but the answer is lost, or it does not reach the service. */
type Fault = 'loseAnswer' | 'loseMessage';

/**
 * A bot service on the fake backend. It is ready, greets, echoes and keeps the history; `reply` overrides the next answers. `streams`: its
 * answers are Markdown, and come in parts if the caller takes that.
 */
export function fakeBotService(fakes: FakeChannelPorts, { streams = false } = {}) {
  let count = 0;
  let fails = false;
  const next: unknown[] = [];
  const faults: Fault[] = [];
  const texts: string[] = [];
  const histories = new Map<string, unknown[]>();
  let conversations = 0;
  /** The conversation of the last message. */
  let latest = 'conversation-1';
  const state = {
    status: 'Available' as unknown,
    /** The history of that conversation. */
    get history(): unknown[] {
      return historyOf(latest);
    },
    set history(turns) {
      histories.set(latest, turns);
    },
  };

  function historyOf(id: string): unknown[] {
    const turns = histories.get(id) ?? [];
    histories.set(id, turns);
    return turns;
  }

  function answer(values: unknown[], context: Record<string, unknown> = {}): Record<string, unknown> {
    count += 1;
    return {
      _id: `answer-${count}`,
      context: { conversation_id: latest, ...context },
      output: { values },
      timestamp: fakes.clock.now(),
      source: 'bot',
    };
  }

  const valueWith = (text: string): Value =>
    streams ? { type: 'markdown', text } : { items: [{ type: 'text', text }] };

  function receive(text: string): Answer {
    if (text !== '') texts.push(text);
    const said = (next.shift() ?? answer([valueWith(text === '' ? 'Welcome' : `You said ${text}`)])) as Answer;
    state.history.push({ _id: said._id, timestamp: said.timestamp, data: { input: { text }, output: said.output } });
    return said;
  }

  fakes.call.on('/v2/message/history', ({ body }) =>
    fails ? refuse(500) : historyOf((body as { conversation_id: string }).conversation_id),
  );
  fakes.call.on('/v2/message', (call) => {
    if (fails) return refuse(500);
    const { input, context } = call.body as Message;
    if (context.pillwelcome === true) return next.shift() ?? answer([{ items: [{ type: 'text', text: 'Hi' }] }]);
    const { conversation_id: id } = context;
    if (id === '') conversations += 1;
    latest = id === '' ? `conversation-${conversations}` : String(id ?? latest);
    const fault = faults.shift();
    const said = fault === 'loseMessage' ? undefined : receive(input.text);
    if (fault !== undefined) throw createError('CALL_TIMEOUT', 'timed out');
    return said && call.headers?.Accept?.includes('text/event-stream') ? streamOf(said, input.id) : said;
  });
  fakes.call.on('/v2/status', () => (fails ? refuse(500) : { status: state.status, ...(streams ? { streams } : {}) }));
  fakes.call.on('/v2/validate', () => ({}));
  fakes.call.on('/v2/update', () => ({}));

  return {
    answer,
    valueWith,
    state,
    texts,
    /** Queues answers for the next messages. */
    reply: (...answers: unknown[]) => void next.push(...answers),
    /** Queues faults for the next messages. */
    fault: (...more: Fault[]) => void faults.push(...more),
    /** A message that was under way for a long time arrives. */
    receive,
    fail: (isFailing = true) => {
      fails = isFailing;
    },
    calls: (path: string): RecordedCall[] => fakes.call.calls.filter((call) => call.path === path),
    contexts: (): Record<string, unknown>[] =>
      fakes.call.calls
        .filter((call) => call.path === '/v2/message')
        .map((call) => (call.body as { context: Record<string, unknown> }).context),
  };
}

/** An answer as a stream: its texts in two pieces each. */
function streamOf(said: Answer, to: string | undefined): Response {
  const stream = createFakeStream();
  const { values } = said.output as { readonly values: readonly Value[] };
  stream.send('start', { _id: said._id, to, context: said.context });
  for (const value of values) {
    const { type, text } = value;
    if (type !== 'markdown' || typeof text !== 'string') stream.send('part', value);
    else for (const piece of [text.slice(0, 3), text.slice(3)]) stream.send('text', { text: piece });
  }
  stream.send('answer', said);
  return stream.response;
}

export const botDeployment = { bot: { hosts: { main: 'https://bot.example' } } };
