import { describe, expect, it } from 'vitest';
import { createHistory } from '../../../../frame/chat/channels/sync/history.ts';
import { parseChat } from '../../../../frame/chat/channels/sync/wire.ts';
import { deliveredIds, statesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';
import { readWindow } from '../../../support/readWindow.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const isPost = ({ method, path }: ServiceCall): boolean => method === 'POST' && path.endsWith('/events');

/** What the window shows of the visitor and the agent. */
const talk = ({ fakes }: Pick<Bench, 'fakes'>): string[] =>
  readWindow(fakes.events).flatMap((one) => (one.type === 'visitor' || one.type === 'agent' ? [one.text] : []));

function say(bench: Bench, ...texts: readonly string[]): void {
  for (const text of texts) bench.desk.act(bench.chatId(), { action: 'say', text });
}

/** Sends a text, and shows it in the window as the store does. */
async function send({ channel, fakes }: Pick<Bench, 'channel' | 'fakes'>, id: string, text: string): Promise<void> {
  fakes.events.push({ type: 'messages', messages: [{ id, type: 'visitor', text, isPending: true }] });
  await channel.send({ id, text });
}

async function startTalk() {
  const bench = createChatRestBench();
  await bench.startChat();
  say(bench, 'Hello');
  await send(bench, 'a', 'Hi');
  await bench.clock.advance(4_000);
  expect(talk(bench)).toEqual(['Hello', 'Hi']);
  return bench;
}

/** Replaces the answers to polls, as a proxy or a server behind a load balancer would. */
function tamper(bench: Bench, change: (answer: Record<string, unknown>, from: number) => unknown): void {
  const route = bench.service.routes.find(({ method, path }) => method === 'GET' && path.endsWith('/chat/:chat'));
  if (!route) throw new Error('The service has no polls.');
  const { answer } = route;
  const tampered: typeof answer = async (request) => {
    const found = await answer(request);
    return { ...found, body: change(JSON.parse(JSON.stringify(found.body)), Number(request.query.get('from') ?? -1)) };
  };
  Object.assign(route, { answer: tampered });
}

interface WireChat {
  chat: { events: { event?: unknown }; link: { '@rel': string; '@href': string }[] };
}
const eventsOf = (answer: unknown): unknown[] => [(answer as WireChat).chat.events.event ?? []].flat();

describe('bad input to live chat', () => {
  describe.each(['kept', 'lost'] as const)('a restart of the service with its history %s', (history) => {
    it.each([0, 1, 3, 5, 6, 100])('[F-DL8] shows every line once when it counts from %i', async (firstNumber) => {
      const bench = await startTalk();
      bench.desk.restart(history, firstNumber);
      await bench.clock.advance(2_000);
      say(bench, 'Still there?');
      await bench.clock.advance(2_000);
      await send(bench, 'b', 'Yes');
      await bench.clock.advance(4_000);
      expect(talk(bench)).toEqual(['Hello', 'Hi', 'Still there?', 'Yes']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['a', 'b']);
      expect(bench.desk.received()).toEqual(['Hi', 'Yes']);
      const orders = bench.fakes.events.flatMap((event) =>
        event.type === 'messages'
          ? event.messages.map((one) => one.order)
          : event.type === 'delivered'
            ? [event.as?.order]
            : [],
      );
      const sequences = orders.flatMap((order) => order?.sequence ?? []);
      expect(sequences).toHaveLength(6);
      expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    });

    it.each([0, 6, 100])(
      '[F-DL8] shows lines that were said before the next poll, counted from %i',
      async (firstNumber) => {
        const bench = await startTalk();
        say(bench, 'Before the restart');
        bench.desk.restart(history, firstNumber);
        say(bench, 'one', 'two');
        await bench.clock.advance(4_000);
        const kept = history === 'kept' ? ['Before the restart'] : [];
        expect(talk(bench)).toEqual(['Hello', 'Hi', ...kept, 'one', 'two']);
      },
    );

    it('[F-DL8] restarts several times, with higher and lower numbers', async () => {
      const bench = await startTalk();
      for (const [text, firstNumber] of [
        ['one', 0],
        ['two', 0],
        ['three', 100],
        ['four', 0],
      ] as const) {
        bench.desk.restart(history, firstNumber);
        await bench.clock.advance(2_000);
        say(bench, text);
        await bench.clock.advance(2_000);
      }
      expect(talk(bench)).toEqual(['Hello', 'Hi', 'one', 'two', 'three', 'four']);
    });
  });

  it.each([0, 3, 100])(
    '[F-DL8][REL-02] confirms a line that arrived before the restart without its answer (count from %i)',
    async (first) => {
      const bench = await startTalk();
      bench.backend.state.fault = (call) => (isPost(call) ? 'lost' : undefined);
      await send(bench, 'b', 'Hi');
      bench.desk.restart('kept', first);
      bench.backend.state.fault = undefined;
      await bench.clock.advance(6_000);
      expect(bench.desk.received()).toEqual(['Hi', 'Hi']);
      expect(deliveredIds(bench.fakes.events)).toEqual(['a', 'b']);
      expect(talk(bench)).toEqual(['Hello', 'Hi', 'Hi']);
    },
  );

  it.each([
    ['arrived', 'lost', 0],
    ['arrived', 'lost', 100],
    ['did not arrive', { status: 500 }, 0],
    ['did not arrive', { status: 500 }, 100],
  ] as const)(
    '[F-DL8][F-DL5] delivers a repeated text once that %s before a restart and a reload (%s, count from %i)',
    async (_, fault, first) => {
      const bench = await startTalk();
      bench.backend.state.fault = (call) => (isPost(call) ? fault : undefined);
      await send(bench, 'b', 'Hi');
      await bench.clock.advance(0);
      bench.fakes.lifetime.end();
      bench.backend.state.fault = undefined;
      bench.desk.restart('kept', first);
      await bench.clock.advance(1_000);
      const next = bench.load(bench.fakes);
      await next.channel.init();
      expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
      await bench.clock.advance(8_000);
      expect(bench.desk.received()).toEqual(['Hi', 'Hi']);
      expect(deliveredIds(next.fakes.events)).toEqual(['b']);
      expect(talk(next)).toEqual(['Hello', 'Hi', 'Hi']);
    },
  );

  it('[REL-13] shows lines once when an answer is repeated', async () => {
    const bench = await startTalk();
    const answers: unknown[] = [];
    tamper(bench, (answer) => {
      answers.push(answer);
      return answers.length % 2 === 0 ? answers.at(-2) : answer;
    });
    say(bench, 'one');
    await bench.clock.advance(2_000);
    say(bench, 'two');
    await bench.clock.advance(10_000);
    expect(talk(bench)).toEqual(['Hello', 'Hi', 'one', 'two']);
  });

  it('[REL-14] shows the events of an answer in the order of their numbers', async () => {
    const bench = await startTalk();
    tamper(bench, (answer) => {
      const { chat } = answer as unknown as WireChat;
      chat.events.event = eventsOf(answer).reverse();
      return answer;
    });
    say(bench, 'one', 'two', 'three');
    bench.desk.act(bench.chatId(), { action: 'transfer', skill: 'billing' });
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(4_000);
    expect(talk(bench)).toEqual(['Hello', 'Hi', 'one', 'two', 'three']);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });

  it('[REL-15] asks for the whole chat when an answer leaves a line out', async () => {
    const bench = await startTalk();
    tamper(bench, (answer, from) => {
      const isLeftOut = (event: unknown): boolean => from >= 0 && JSON.stringify(event).includes('one');
      (answer as unknown as WireChat).chat.events.event = eventsOf(answer).filter((event) => !isLeftOut(event));
      return answer;
    });
    say(bench, 'one', 'two', 'three');
    await bench.clock.advance(2_000);
    expect(talk(bench)).toEqual(['Hello', 'Hi', 'one', 'two', 'three']);
    const polls = bench.backend.calls.filter(isPoll).length;
    await bench.clock.advance(10_000);
    expect(bench.backend.calls.filter(isPoll)).toHaveLength(polls + 5);
  });

  it('[REL-14] does not turn back for the answers of a server that lags behind', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    const early = bench.desk.describe(
      bench.desk.find(bench.chatId()) as never,
      `https://services.example/api/account/1/chat/${bench.chatId()}`,
      0,
    );
    bench.desk.act(bench.chatId(), { action: 'join' });
    say(bench, 'Hello');
    await bench.clock.advance(2_000);
    let isBehind = true;
    tamper(bench, (answer) => (isBehind ? JSON.parse(JSON.stringify(early)) : answer));
    await send(bench, 'a', 'Hi');
    await bench.clock.advance(6_000);
    expect(bench.channel.snapshot.state).toBe('chatting');
    isBehind = false;
    say(bench, 'And now');
    await bench.clock.advance(6_000);
    expect(statesOf(bench.fakes.events).filter((state) => state !== 'available')).toEqual(['waiting', 'chatting']);
    expect(talk(bench)).toEqual(['Hello', 'Hi', 'And now']);
    expect(bench.desk.received()).toEqual(['Hi']);
  });

  it('[CH-120] takes a state that only the info of the chat has, although an older event has another', async () => {
    const bench = await startTalk();
    bench.desk.restart('kept');
    await bench.clock.advance(2_000);
    expect(bench.channel.snapshot.state).toBe('chatting');
    tamper(bench, (answer) => {
      const { chat } = answer as { chat: { info: object } };
      return { chat: { ...chat, info: { ...chat.info, state: 'ended' } } };
    });
    await bench.clock.advance(2_000);
    expect(statesOf(bench.fakes.events)).toContain('ended');
  });

  it('[REL-32] shows lines whose ids are no numbers, each once', async () => {
    const bench = createChatRestBench();
    tamper(bench, (answer) => {
      const { chat } = answer as unknown as WireChat;
      chat.events.event = eventsOf(answer).map((event) => ({
        ...(event as object),
        '@id': `event-${(event as Record<string, string>)['@id']}`,
      }));
      chat.link = chat.link.filter((one) => one['@rel'] !== 'next');
      return answer;
    });
    await bench.startChat();
    say(bench, 'Hello');
    await send(bench, 'a', 'Hi');
    await bench.clock.advance(10_000);
    say(bench, 'Bye');
    await bench.clock.advance(10_000);
    expect(talk(bench)).toEqual(['Hello', 'Hi', 'Bye']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['a']);
  });

  it('takes a hidden event for a gap only once', () => {
    const history = createHistory();
    const answer = (ids: readonly number[], next: number) =>
      parseChat({
        chat: {
          events: { event: ids.map((id) => ({ '@type': 'line', '@id': id, text: `line ${id}`, source: 'agent' })) },
          link: { rel: 'next', href: `https://services.example/chat?from=${next}` },
        },
      });
    history.take({ ...answer([0, 1], 4), isWhole: true });
    expect(history.isDoubtful(answer([], 4), false)).toBe(false);
    expect(history.isDoubtful(answer([5], 6), false)).toBe(true);
    history.take({ ...answer([0, 1, 5], 6), isWhole: true });
    expect(history.isDoubtful(answer([], 6), false)).toBe(false);
    expect(history.isDoubtful(answer([6], 7), false)).toBe(false);
    expect(history.isDoubtful(answer([], 4), false)).toBe(true);
  });
});
