import type { ChannelEvent } from '../../frame/chat/channel.ts';
import type { Message } from '../../frame/chat/conversation.ts';
import { toMessage } from '../../frame/chat/messages/messageLog.ts';
import { botLines, setUpBot } from './botBench.ts';
import type { RecordedCall } from './fakeBackend.ts';

type Answer = (call: RecordedCall) => unknown;
export interface Sent {
  readonly context: Readonly<Record<string, unknown>>;
  readonly input: { readonly text: string; readonly id?: string; readonly stop?: boolean };
}

export const markdown = (text: string) => ({ type: 'markdown', text });
export const sources = {
  type: 'group',
  title: 'Sources',
  items: [{ type: 'link', text: 'A', href: 'https://a.example' }],
};

/** A chat with a bot that streams, after its greeting, and with the answers to its next messages. */
export async function startStreaming(status: unknown = { status: 'Available', streams: true }) {
  const bench = setUpBot();
  const { fakes, channel } = bench;
  const answers: Answer[] = [];
  const sent: Sent[] = [];
  let history: unknown = [];
  fakes.call.on('/v2/status', () => status);
  fakes.call.on('/v2/message/history', () => (typeof history === 'function' ? history() : history));
  fakes.call.on('/v2/message', (call) => {
    sent.push(call.body as Sent);
    return (
      answers.shift()?.(call) ?? {
        _id: 'greeting',
        context: { conversation_id: 'c-1' },
        output: { values: botLines('Hi') },
      }
    );
  });
  await channel.init();
  const starting = channel.start({ startType: 'menu' });
  await fakes.clock.advance(2_000);
  await starting;
  // The download of what streams.
  await import('../../frame/chat/channels/bot/streaming/createStreaming.ts');
  fakes.events.length = 0;

  async function settle(ms = 50): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    await fakes.clock.advance(ms);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  }

  return {
    ...bench,
    sent,
    settle,
    answerNext: (...more: Answer[]) => void answers.push(...more),
    setHistory(next: unknown) {
      history = next;
    },
    ask: (text = 'hello', id = 'x') => {
      const outcome = channel.send({ id, text });
      outcome.catch(() => {});
      return outcome;
    },
    shown: () => windowOf(fakes.events),
    said: () => fakes.events.flatMap((event) => (event.type === 'spoken' ? [event.text] : [])),
    calls: () => fakes.call.calls.filter(({ path }) => path === '/v2/message'),
  };
}

/** The messages of the bot as the window has them. */
function windowOf(events: readonly ChannelEvent[]): readonly Message[] {
  const messages = new Map<string, Message>();
  for (const event of events) {
    if (event.type === 'messages')
      for (const one of event.messages) messages.set(one.id, toMessage(one, messages.get(one.id), 0));
    if (event.type === 'removed') messages.delete(event.id);
  }
  return [...messages.values()].filter(({ type }) => type === 'bot');
}

export const textsOf = (messages: readonly Message[]) =>
  messages.map(({ text, lines, progress }) =>
    [text || lines.map((line) => line.text).join(), progress].filter(Boolean).join(' | '),
  );

export const answerOf = (...values: unknown[]) => ({
  _id: 'turn-1',
  context: { conversation_id: 'c-1', fact: 'kept' },
  output: { values },
});
export const start = { _id: 'turn-1', to: 'x', context: { conversation_id: 'c-1' } };
