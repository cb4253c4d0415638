import { describe, expect, it } from 'vitest';
import { createChatRestBench } from '../../../support/chatRestBench.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const sessionsOf = ({ fakes }: Pick<Bench, 'fakes'>): (string | undefined)[] =>
  fakes.events.flatMap((event) => (event.type === 'session' ? [event.realtimeId] : []));

const withInfo = (chat: Record<string, unknown>, info: Record<string, unknown>): Record<string, unknown> => ({
  ...chat,
  info: { ...(chat.info as object), ...info },
});

async function startChat(): Promise<Bench> {
  const bench = createChatRestBench();
  await bench.startChat();
  return bench;
}

describe('the session id of a live chat', () => {
  it('[CH-128] is reported once, and again when it changes', async () => {
    const bench = await startChat();
    await bench.clock.advance(6_000);
    expect(sessionsOf(bench)).toEqual(['4294967001']);
    bench.describeAs((chat) => withInfo(chat, { rtSessionId: 7 }));
    await bench.clock.advance(6_000);
    expect(sessionsOf(bench)).toEqual(['4294967001', '7']);
    expect(bench.channel.snapshot.conversationId).toBe('7');
  });

  it('[CH-128] is not reported for a chat that is over', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => withInfo(chat, { rtSessionId: undefined }));
    await bench.startChat();
    expect(sessionsOf(bench)).toEqual([]);
    bench.describeAs((chat) => withInfo(chat, { rtSessionId: 7 }));
    bench.desk.act(bench.chatId(), { action: 'end' });
    await bench.clock.advance(4_000);
    expect(sessionsOf(bench)).toEqual([]);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it.each([{ state: 'waiting' }, { state: 'chatting' }, { state: undefined }])(
    '[CH-128] is reported for a chat whose info has the state $state',
    async (info) => {
      const bench = createChatRestBench();
      bench.describeAs((chat) => withInfo(chat, info));
      await bench.startChat();
      expect(sessionsOf(bench)).toEqual(['4294967001']);
    },
  );

  it('[CH-128] of a chat that is over leaves the adapter', async () => {
    const bench = await startChat();
    bench.desk.act(bench.chatId(), { action: 'end' });
    await bench.clock.advance(2_000);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    const other = await startChat();
    await other.channel.end();
    expect(other.channel.snapshot.conversationId).toBeUndefined();
  });
});
