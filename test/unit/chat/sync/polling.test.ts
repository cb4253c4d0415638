import { describe, expect, it } from 'vitest';
import { messagesOf, statesOf, textsOf } from '../../../contract/channelSuite.ts';
import { type ChatRestBenchOptions, createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const pollsOf = ({ backend }: Bench): ServiceCall[] => backend.calls.filter(isPoll);
/** The numbers that the polls ask from; undefined for a poll of the whole chat. */
const numbersOf = (bench: Bench): (string | undefined)[] => pollsOf(bench).map(({ query }) => query.from);

const connectionsOf = ({ fakes }: Bench): boolean[] =>
  fakes.events.flatMap((event) => (event.type === 'connection' ? [event.isLost] : []));

async function startChat(options?: ChatRestBenchOptions): Promise<Bench> {
  const bench = createChatRestBench(options);
  await bench.startChat();
  return bench;
}

/** Delays the answers to polls, whose content the service has already decided. */
function slowPolls(bench: Bench, ms: number): void {
  bench.backend.state.slow = (call) =>
    isPoll(call) ? new Promise((resolve) => bench.clock.after(ms, () => resolve())) : undefined;
}

describe('the polls of a live chat', () => {
  it('[CH-110][REL-15] ask every 2 s from the last known event on', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(1_999);
    expect(numbersOf(bench)).toEqual([undefined]);
    await bench.clock.advance(1);
    expect(numbersOf(bench)).toEqual([undefined, '1']);
    bench.desk.act(bench.chatId(), { action: 'join' });
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello' });
    await bench.clock.advance(4_000);
    expect(numbersOf(bench)).toEqual([undefined, '1', '1', '4']);
    expect(bench.clock.pending).toBe(2);
  });

  it('[CH-110] ask for the whole chat while there is no next link', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => ({
      ...chat,
      link: (chat.link as { '@rel': string }[]).filter((one) => one['@rel'] !== 'next'),
    }));
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello' });
    await bench.clock.advance(4_000);
    expect(numbersOf(bench)).toEqual([undefined, undefined, undefined, undefined]);
    bench.desk.restart('kept', 100);
    await bench.clock.advance(2_000);
    expect(textsOf(bench.fakes.events, 'agent')).toHaveLength(1);
  });

  it('[CH-110] follow a next link without a number as it is', async () => {
    const bench = createChatRestBench();
    const { describe: describeChat } = bench.desk;
    let described = 0;
    bench.desk.describe = (stored, base) => {
      const { chat } = describeChat(stored, base, described) as {
        chat: { link: { '@rel': string; '@href': string }[] };
      };
      described = stored.events.length;
      for (const one of chat.link) if (one['@rel'] === 'next') one['@href'] = one['@href'].replace('from=', 'after=');
      return { chat };
    };
    await bench.startChat();
    await bench.clock.advance(2_000);
    expect(pollsOf(bench).map(({ query }) => query.after)).toEqual([undefined, '2', '4']);
  });

  it('[CH-110] ask from the first event on while there is none, and from it while there is only one', async () => {
    const bench = createChatRestBench();
    const { describe: describeChat } = bench.desk;
    let count = 0;
    bench.desk.describe = (stored, base, from) => {
      const firstNumber = 0;
      return describeChat({ ...stored, firstNumber, events: stored.events.slice(0, count) }, base, from);
    };
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(2_000);
    count = 1;
    await bench.clock.advance(4_000);
    expect(numbersOf(bench)).toEqual([undefined, '0', '0', '0']);
    bench.fakes.events.length = 0;
    count = 2;
    await bench.clock.advance(4_000);
    expect(numbersOf(bench).slice(4)).toEqual(['0', '1']);
  });

  it('[REL-14] go on from the last known event after the answer of a server that lags behind', async () => {
    const bench = await startChat();
    const { describe: describeChat } = bench.desk;
    const early = JSON.stringify(
      describeChat({ ...bench.desk.find('chat-1'), events: [] } as never, 'https://a.example', 0),
    );
    bench.desk.describe = () => JSON.parse(early) as Record<string, unknown>;
    await bench.clock.advance(2_000);
    bench.desk.describe = describeChat;
    await bench.clock.advance(2_000);
    expect(numbersOf(bench).at(-1)).toBe('3');
  });

  it('[REL-15] start over with the links of the whole chat after an answer in doubt', async () => {
    const bench = await startChat();
    bench.desk.restart('kept', 100);
    await bench.clock.advance(2_000);
    expect(numbersOf(bench).at(-1)).toBeUndefined();
    await bench.clock.advance(2_000);
    expect(numbersOf(bench).at(-1)).toBe('102');
    // The first number of the new numbering is the next one of the old.
    bench.desk.restart('lost', 103);
    await bench.clock.advance(2_000);
    expect(numbersOf(bench).at(-1)).toBeUndefined();
  });

  it('[CH-023] show nothing that arrives after the visitor has ended the chat', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Too late' });
    slowPolls(bench, 500);
    await bench.clock.advance(2_100);
    await bench.channel.end();
    const before = pollsOf(bench).length;
    await bench.clock.advance(30_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual([]);
    expect(pollsOf(bench)).toHaveLength(before);
    expect(statesOf(bench.fakes.events).at(-1)).toBe('available');
  });

  it('[CH-023] do not ask for the whole of a chat that the visitor has ended', async () => {
    const bench = await startChat();
    bench.desk.restart('kept');
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Too late' });
    slowPolls(bench, 500);
    await bench.clock.advance(2_100);
    expect(numbersOf(bench).at(-1)).toBe('3');
    await bench.channel.end();
    const before = pollsOf(bench).length;
    await bench.clock.advance(5_000);
    expect(pollsOf(bench)).toHaveLength(before);
  });

  it('[CH-023] show nothing of the whole chat that arrives after the visitor has ended it', async () => {
    const bench = await startChat();
    bench.desk.restart('kept');
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Too late' });
    slowPolls(bench, 500);
    await bench.clock.advance(2_600);
    expect(numbersOf(bench).at(-1)).toBeUndefined();
    await bench.channel.end();
    await bench.clock.advance(5_000);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual([]);
  });

  it('[CH-110][REL-15] of the next chat do not wait for a slow answer about the last one', async () => {
    const bench = await startChat();
    slowPolls(bench, 9_000);
    await bench.clock.advance(2_100);
    const pollsOfNext = () => bench.backend.calls.filter((call) => isPoll(call) && call.path.endsWith('/chat-2'));
    const ended = bench.channel.end();
    bench.backend.state.slow = undefined;
    await ended;
    await bench.channel.start({ startType: 'restart' });
    expect(pollsOfNext()).toHaveLength(1);
    await bench.clock.advance(6_000);
    expect(pollsOfNext()).toHaveLength(4);
    // The late answer neither stops the polls nor adds one.
    await bench.clock.advance(6_000);
    expect(pollsOfNext()).toHaveLength(7);
    expect(bench.desk.list().map(({ id }) => id)).toEqual(['chat-1', 'chat-2']);
  });

  it('[CH-016] stop once the widget is removed, and store nothing that arrives later', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Too late' });
    slowPolls(bench, 500);
    await bench.clock.advance(2_100);
    const stored = bench.fakes.storage.read('cm-chat-account', 'liveperson');
    bench.fakes.lifetime.end();
    const before = pollsOf(bench).length;
    await bench.clock.advance(30_000);
    expect(pollsOf(bench)).toHaveLength(before);
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toEqual(stored);
    expect(bench.clock.pending).toBe(0);
  });

  it('[CH-120] say that the connection is lost after the second failure, and once', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    await bench.clock.advance(2_000);
    expect(connectionsOf(bench)).toEqual([]);
    await bench.clock.advance(8_000);
    expect(connectionsOf(bench)).toEqual([true]);
    bench.backend.state.fault = undefined;
    await bench.clock.advance(8_000);
    expect(connectionsOf(bench)).toEqual([true, false]);
  });

  it('[CH-120] do not say so after failures that do not follow each other', async () => {
    const bench = await startChat();
    let polls = 0;
    bench.backend.state.fault = (call) => {
      if (!isPoll(call)) return undefined;
      polls += 1;
      return polls % 2 === 0 ? { status: 500 } : undefined;
    };
    await bench.clock.advance(60_000);
    expect(connectionsOf(bench)).toEqual([]);
  });

  it('[REL-21] do not count an answer with Retry-After as a failure, and wait that long', async () => {
    const bench = await startChat();
    const start = bench.clock.now();
    const askedAt: number[] = [];
    bench.backend.state.fault = (call) => {
      if (!isPoll(call)) return undefined;
      askedAt.push((bench.clock.now() - start) / 1_000);
      return { status: 503, headers: { 'Retry-After': '20' } };
    };
    await bench.clock.advance(62_000);
    expect(askedAt).toEqual([2, 22, 42, 62]);
    expect(connectionsOf(bench)).toEqual([]);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });

  it('[REL-21] go on after Retry-After, although the visitor’s clock was set back in the meantime', async () => {
    const bench = await startChat();
    const { now } = bench.clock;
    bench.backend.state.fault = (call) => {
      if (!isPoll(call)) return undefined;
      bench.backend.state.fault = undefined;
      return { status: 503, headers: { 'Retry-After': '20' } };
    };
    await bench.clock.advance(2_000);
    bench.clock.now = () => now() - 1;
    const before = pollsOf(bench).length;
    await bench.clock.advance(22_000);
    expect(pollsOf(bench)).toHaveLength(before + 2);
  });

  it('[REL-21] do not ask a busy service for the fate of a line', async () => {
    const bench = await startChat();
    bench.backend.state.fault = ({ method, path }) =>
      path.includes('/chat/')
        ? method === 'GET'
          ? { status: 503, headers: { 'Retry-After': '20' } }
          : { status: 500 }
        : undefined;
    await bench.clock.advance(2_000);
    const before = pollsOf(bench).length;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(19_000);
    expect(pollsOf(bench)).toHaveLength(before);
    await bench.clock.advance(1_000);
    expect(pollsOf(bench)).toHaveLength(before + 1);
  });

  it('[CH-123] go on at once in the next chat, although the last service was busy', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) =>
      isPoll(call) ? { status: 503, headers: { 'Retry-After': '30' } } : undefined;
    await bench.clock.advance(2_000);
    await bench.channel.end();
    bench.backend.state.fault = undefined;
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act('chat-2', { action: 'join' });
    await bench.clock.advance(2_000);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });

  it('[CH-120] do not count a failure of the last chat in the next one', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? 'lost' : undefined);
    slowPolls(bench, 500);
    await bench.clock.advance(2_100);
    await bench.channel.end();
    bench.backend.state.fault = undefined;
    bench.backend.state.slow = undefined;
    await bench.channel.start({ startType: 'restart' });
    await bench.clock.advance(1_000);
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    await bench.clock.advance(2_000);
    expect(connectionsOf(bench)).toEqual([]);
  });

  it('[CH-120] count the failures of the next chat from zero', async () => {
    const bench = await startChat();
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    await bench.clock.advance(2_000);
    await bench.channel.end();
    bench.backend.state.fault = undefined;
    await bench.channel.start({ startType: 'restart' });
    bench.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    await bench.clock.advance(2_000);
    expect(connectionsOf(bench)).toEqual([]);
    await bench.clock.advance(2_000);
    expect(connectionsOf(bench)).toEqual([true]);
  });

  it.each([
    ['38 s and ten failures', 0, 38_000, false],
    ['40 s and ten failures', 0, 40_000, true],
    ['40 s and nine failures', 2_500, 41_000, false],
  ])('[CH-218] give the chat up only after 40 s and ten failures: %s', async (_, slowMs, silentMs, isLost) => {
    const bench = await startChat();
    const answeredAt = bench.clock.now();
    bench.backend.state.fault = (call) => (isPoll(call) ? 'lost' : undefined);
    if (slowMs > 0) slowPolls(bench, slowMs);
    await bench.clock.advance(answeredAt + silentMs - bench.clock.now());
    expect(statesOf(bench.fakes.events).includes('fatal_error')).toBe(isLost);
  });

  it('[CH-123] say why a chat was lost', async () => {
    const gone = await startChat();
    gone.backend.state.fault = (call) => (isPoll(call) ? { status: 404 } : undefined);
    await gone.clock.advance(2_000);
    expect(gone.fakes.log.warnings).toEqual(['The live chat was lost: the service does not know it.']);
    const silent = await startChat();
    silent.backend.state.fault = (call) => (isPoll(call) ? { status: 500 } : undefined);
    await silent.clock.advance(60_000);
    expect(silent.fakes.log.warnings).toEqual(['The live chat was lost: the service does not answer.']);
    expect(messagesOf(silent.fakes.events).filter((one) => one.isNotSent)).toEqual([]);
  });
});
