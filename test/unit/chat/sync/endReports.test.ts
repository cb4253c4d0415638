import { describe, expect, it } from 'vitest';
import { createChatRestBench } from '../../../support/chatRestBench.ts';
import type { ServiceCall } from '../../../support/serviceBackend.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const isEnd = ({ path, body }: ServiceCall): boolean =>
  path.endsWith('/events') && JSON.stringify(body) === '{"event":{"@type":"state","state":"ended"}}';

const keptEnds = ({ fakes }: Pick<Bench, 'fakes'>): readonly string[] => fakes.storage.suffixes('cm-ends');

/** A chat that the visitor has ended, and the seconds after which its end was reported to a service that answers like this. */
async function endChat(answer: { readonly status: number; readonly headers?: Record<string, string> }) {
  const bench = createChatRestBench();
  await bench.startChat();
  const reportedAt: number[] = [];
  const state = { isFailing: true };
  const endedAt = bench.clock.now();
  bench.backend.state.fault = (call) => {
    if (!isEnd(call)) return undefined;
    reportedAt.push((bench.clock.now() - endedAt) / 1_000);
    return state.isFailing ? answer : undefined;
  };
  await bench.channel.end();
  return Object.assign(bench, { reportedAt, end: state });
}

describe('the report of a live chat’s end', () => {
  it('[CH-023] is repeated every 2 s until the service has confirmed it', async () => {
    const bench = await endChat({ status: 500 });
    expect(keptEnds(bench)).toEqual(['liveperson.chat-1']);
    await bench.clock.advance(5_000);
    bench.end.isFailing = false;
    await bench.clock.advance(30_000);
    expect(bench.reportedAt).toEqual([0, 2, 4, 6]);
    expect(bench.desk.endings).toBe(1);
    expect(keptEnds(bench)).toEqual([]);
  });

  it('[CH-023] is given up after 40 s, when the service has dropped the chat', async () => {
    const bench = await endChat({ status: 500 });
    await bench.clock.advance(120_000);
    expect(bench.reportedAt.at(-1)).toBe(40);
    expect(keptEnds(bench)).toEqual([]);
  });

  it.each([400, 404])('[CH-023] is given up when the service answers %i', async (status) => {
    const bench = await endChat({ status });
    await bench.clock.advance(30_000);
    expect(bench.reportedAt).toEqual([0]);
    expect(keptEnds(bench)).toEqual([]);
  });

  it.each([401, 403, 426])('[CH-023] is repeated when the service answers %i, as in messaging', async (status) => {
    const bench = await endChat({ status });
    await bench.clock.advance(3_000);
    expect(bench.reportedAt).toEqual([0, 2]);
    expect(keptEnds(bench)).toEqual(['liveperson.chat-1']);
  });

  it('[CH-023][REL-21] waits as long as a busy service asks for', async () => {
    const bench = await endChat({ status: 503, headers: { 'Retry-After': '15' } });
    await bench.clock.advance(31_000);
    expect(bench.reportedAt).toEqual([0, 15, 30]);
  });

  it('[CH-016][CH-023] is not repeated once the widget is removed', async () => {
    const bench = await endChat({ status: 500 });
    bench.fakes.lifetime.end();
    await bench.clock.advance(30_000);
    expect(bench.reportedAt).toEqual([0]);
    expect(keptEnds(bench)).toEqual(['liveperson.chat-1']);
  });

  it('[CH-023] is repeated by the next page at once, at the address that the service gave', async () => {
    const bench = await endChat({ status: 500 });
    bench.leave();
    await bench.clock.advance(3_000);
    const next = bench.load(bench.fakes);
    bench.end.isFailing = false;
    await next.channel.init();
    await bench.clock.advance(0);
    expect(bench.reportedAt).toEqual([0, 3]);
    expect(bench.backend.calls.filter(isEnd).map(({ path }) => path)).toEqual(
      Array(2).fill('/api/account/1/chat/chat-1/events'),
    );
    expect(keptEnds(next)).toEqual([]);
  });

  it('[CH-023] is made for each of several chats', async () => {
    const bench = createChatRestBench();
    bench.backend.state.fault = (call) => (isEnd(call) ? { status: 500 } : undefined);
    await bench.startChat();
    await bench.channel.end();
    await bench.channel.start({ startType: 'restart' });
    await bench.channel.end();
    expect(keptEnds(bench)).toEqual(['liveperson.chat-1', 'liveperson.chat-2']);
    bench.backend.state.fault = (call) => (isEnd(call) && call.path.includes('chat-1/') ? { status: 500 } : undefined);
    await bench.clock.advance(2_000);
    expect(bench.desk.list().map((one) => one.state)).toEqual(['chatting', 'ended']);
    expect(keptEnds(bench)).toEqual(['liveperson.chat-1']);
  });

  it('[CH-023] names the chat that the visitor has left before it was opened', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat/request') ? new Promise((resolve) => bench.clock.after(900, () => resolve())) : undefined;
    bench.backend.state.fault = (call) => (isEnd(call) ? { status: 500 } : undefined);
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The visitor has left the chat.',
    });
    await bench.clock.advance(100);
    await bench.channel.end();
    await bench.clock.advance(1_000);
    await refused;
    expect(keptEnds(bench)).toEqual(['liveperson.chat-1']);
    bench.backend.state.fault = undefined;
    await bench.clock.advance(4_000);
    expect(bench.desk.endings).toBe(1);
    expect(bench.fakes.log.warnings).toEqual([]);
  });
});
