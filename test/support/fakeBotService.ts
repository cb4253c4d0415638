import { type RecordedCall, refuse } from './fakeBackend.ts';
import type { FakeChannelPorts } from './fakeChannelPorts.ts';

/** A bot service on the fake backend. It is ready, greets and echoes; `reply` overrides the next answers. */
export function fakeBotService(fakes: FakeChannelPorts) {
  let count = 0;
  let fails = false;
  const next: unknown[] = [];
  const texts: string[] = [];
  const state = { status: 'Available' as unknown, history: [] as unknown[] };

  function answer(values: unknown[], context: Record<string, unknown> = {}): Record<string, unknown> {
    count += 1;
    return {
      _id: `answer-${count}`,
      context: { conversation_id: 'conversation-1', ...context },
      output: { values },
      timestamp: fakes.clock.now(),
      source: 'bot',
    };
  }

  fakes.call.on('/v2/message/history', () => (fails ? refuse(500) : state.history));
  fakes.call.on('/v2/message', (call) => {
    if (fails) return refuse(500);
    const { text } = (call.body as { input: { text: string } }).input;
    if (text !== '') texts.push(text);
    return next.shift() ?? answer([{ items: [{ type: 'text', text: text === '' ? 'Welcome' : `You said ${text}` }] }]);
  });
  fakes.call.on('/v2/status', () => (fails ? refuse(500) : { status: state.status }));
  fakes.call.on('/v2/validate', () => ({}));
  fakes.call.on('/v2/update', () => ({}));

  return {
    answer,
    state,
    texts,
    /** Queues answers for the next messages. */
    reply: (...answers: unknown[]) => void next.push(...answers),
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

export const botDeployment = { bot: { hosts: { main: 'https://bot.example' } } };
