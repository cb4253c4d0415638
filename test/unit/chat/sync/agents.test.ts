import { describe, expect, it } from 'vitest';
import { maxAgentTypingMs } from '../../../../frame/chat/limits.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { type ChatRestBenchOptions, createChatRestBench, isPoll } from '../../../support/chatRestBench.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const natalie = '25025413';
const jonas = '25025414';

const participantsOf = ({ fakes }: Bench) =>
  fakes.events.flatMap((event) => (event.type === 'participants' ? [...event.participants] : []));

const typingOf = ({ fakes }: Bench): boolean[] =>
  fakes.events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));

/** A running chat whose service describes its agents like this. */
async function chatWith(
  profile: Readonly<Record<string, unknown>> | undefined,
  options: ChatRestBenchOptions = {},
): Promise<Bench> {
  const bench = createChatRestBench(options);
  bench.backend.state.fault = ({ path }) =>
    path.includes('/le-users/') ? (profile === undefined ? { status: 500 } : { body: profile }) : undefined;
  await bench.startChat();
  return bench;
}

describe('the agent of a live chat', () => {
  it('[CH-128] keeps the name of the chat after three failures, which are logged', async () => {
    const bench = await chatWith(undefined);
    expect(participantsOf(bench)).toEqual([{ id: natalie, name: 'Natalie', isActive: true }]);
    expect(bench.backend.to('/le-users/')).toHaveLength(3);
    expect(bench.fakes.log.warnings).toEqual(['Error getting agent profile']);
  });

  it('[CH-128] has the name and the picture of the profile', async () => {
    const pictureUrl = 'https://pictures.example/n.png';
    const bench = await chatWith({ nickname: 'Natalie O.', pictureUrl });
    expect(participantsOf(bench)).toEqual([
      { id: natalie, name: 'Natalie', isActive: true },
      { id: natalie, name: 'Natalie O.', agentPictureUrl: pictureUrl },
    ]);
    expect(bench.backend.to('/le-users/').map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/api/account/1/configuration/le-users/users/${natalie}`],
    ]);
  });

  it('[CH-128] keeps the name of the chat if the profile has none', async () => {
    const bench = await chatWith({ nickname: null, pictureUrl: 'http://insecure.example/n.png' });
    expect(participantsOf(bench)).toEqual([{ id: natalie, name: 'Natalie', isActive: true }, { id: natalie }]);
  });

  it('[CH-128] keeps the name of the chat if there are no profiles', async () => {
    const bench = await chatWith({ nickname: 'unasked' }, { deployment: { profileHosts: [] } });
    expect(participantsOf(bench)).toEqual([{ id: natalie, name: 'Natalie', isActive: true }]);
    expect(bench.backend.to('/le-users/')).toEqual([]);
    expect(bench.fakes.log.warnings).toEqual([]);
  });

  it('[CH-128] is the sender of the lines, and is announced once', async () => {
    const bench = await chatWith({});
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello' });
    await bench.clock.advance(10_000);
    const [line] = messagesOf(bench.fakes.events).filter((one) => one.type === 'agent');
    expect(line).toMatchObject({ text: 'Hello', participantId: natalie, by: 'Natalie' });
    expect(participantsOf(bench).filter((one) => one.isActive)).toHaveLength(1);
    const notices = messagesOf(bench.fakes.events).filter((one) => one.type === 'system');
    expect(notices.map((one) => one.participantId)).toEqual(notices.map(() => undefined));
  });

  it('[CH-041][CH-128] leaves when another one joins', async () => {
    const bench = await chatWith({});
    bench.fakes.events.length = 0;
    bench.desk.act(bench.chatId(), { action: 'join', agentId: jonas });
    await bench.clock.advance(2_000);
    expect(participantsOf(bench)).toEqual([
      { id: natalie, isActive: false },
      { id: jonas, name: 'Jonas', isActive: true },
      { id: jonas },
    ]);
  });

  it('[CH-053][CH-128] is the sender of a line that comes with the join; the lines before have the agent before, who may be hidden', async () => {
    const bench = await chatWith({});
    bench.desk.act(bench.chatId(), { action: 'say', text: 'I transfer you.' });
    bench.desk.act(bench.chatId(), { action: 'transfer', skill: 'billing' });
    bench.desk.act(bench.chatId(), { action: 'join', agentId: jonas });
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello, Jonas here.' });
    bench.fakes.events.length = 0;
    await bench.clock.advance(2_000);
    const lines = messagesOf(bench.fakes.events).map(({ type, by, participantId }) => [type, by, participantId]);
    expect(lines).toEqual([
      ['agent', 'Natalie', natalie],
      ['system', undefined, undefined],
      ['system', undefined, undefined],
      ['agent', 'Jonas', jonas],
    ]);
    bench.desk.act(bench.chatId(), { action: 'transfer', skill: 'sales' });
    await bench.clock.advance(2_000);
    expect(messagesOf(bench.fakes.events).at(-1)).toMatchObject({ type: 'system' });
    expect(messagesOf(bench.fakes.events).at(-1)).not.toHaveProperty('participantId');
  });

  it('[CH-128] is the sender of lines that name nobody, and of lines under a new name', async () => {
    const bench = await chatWith({});
    const { describe: describeChat } = bench.desk;
    const name = { of: undefined as string | undefined };
    bench.desk.describe = (...asked) => {
      const { chat } = describeChat(...asked) as {
        chat: { info: object; events: { event?: Record<string, unknown> | Record<string, unknown>[] } };
      };
      const event = [chat.events.event ?? []]
        .flat()
        .map((one) => (one.source === 'agent' ? { ...one, by: name.of } : one));
      return {
        chat: { ...chat, events: { event }, info: { ...chat.info, ...(name.of ? { agentName: name.of } : {}) } },
      };
    };
    bench.desk.act(bench.chatId(), { action: 'say', text: 'one' });
    await bench.clock.advance(2_000);
    name.of = 'Nat';
    bench.desk.act(bench.chatId(), { action: 'say', text: 'two' });
    await bench.clock.advance(2_000);
    const lines = messagesOf(bench.fakes.events).filter((one) => one.type === 'agent');
    expect(lines.map(({ by, participantId }) => [by, participantId])).toEqual([
      [undefined, natalie],
      ['Nat', natalie],
    ]);
  });

  it('[CH-128] of the last chat does not join the next one when the profile arrives late', async () => {
    const bench = createChatRestBench();
    bench.backend.state.slow = ({ path }) =>
      path.includes('/le-users/') ? new Promise((resolve) => bench.clock.after(4_000, resolve)) : undefined;
    await bench.startChat();
    await bench.channel.end();
    await bench.channel.start({ startType: 'restart' });
    bench.fakes.events.length = 0;
    await bench.clock.advance(20_000);
    expect(bench.backend.to('/le-users/')).toHaveLength(1);
    expect(participantsOf(bench)).toEqual([]);
    expect(bench.fakes.log.warnings).toEqual([]);
  });

  it('[CH-128] is announced again in the next chat', async () => {
    const bench = await chatWith({});
    await bench.channel.end();
    bench.fakes.events.length = 0;
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act(bench.desk.list()[1]?.id ?? '', { action: 'join' });
    await bench.clock.advance(2_000);
    expect(participantsOf(bench)).toContainEqual({ id: natalie, name: 'Natalie', isActive: true });
    expect(participantsOf(bench).filter((one) => one.isActive === false)).toEqual([]);
  });

  it('[CH-128] is known by name if the service gives no id, and stays nobody without a name', async () => {
    const bench = createChatRestBench();
    const { describe: describeChat } = bench.desk;
    const shown = { agentName: 'Nat' };
    bench.desk.describe = (...asked) => {
      const described = describeChat(...asked) as { chat: { info: Record<string, unknown> } };
      const { agentId: _, ...info } = described.chat.info;
      return { chat: { ...described.chat, info: { ...info, ...shown } } };
    };
    shown.agentName = '';
    await bench.startChat();
    expect(participantsOf(bench)).toEqual([]);
    shown.agentName = 'Nat';
    await bench.clock.advance(2_000);
    expect(participantsOf(bench)).toEqual([{ id: 'Nat', name: 'Nat', isActive: true }]);
    expect(bench.backend.to('/le-users/')).toEqual([]);
  });

  it('[CH-016][CH-128] is not asked for any more, and not logged, once the widget is removed', async () => {
    const bench = createChatRestBench();
    bench.backend.state.fault = ({ path }) => {
      if (!path.includes('/le-users/')) return undefined;
      bench.fakes.lifetime.end();
      return { status: 500 };
    };
    await bench.startChat();
    expect(bench.backend.to('/le-users/')).toHaveLength(1);
    expect(bench.fakes.log.warnings).toEqual([]);
  });

  it('[CH-032] types until the service says otherwise', async () => {
    const bench = await chatWith({});
    expect(typingOf(bench)).toEqual([]);
    bench.desk.act(bench.chatId(), { action: 'typing' });
    await bench.clock.advance(4_000);
    expect(new Set(typingOf(bench))).toEqual(new Set([true]));
    bench.desk.act(bench.chatId(), { action: 'typing', isTyping: false });
    await bench.clock.advance(2_000);
    expect(typingOf(bench).at(-1)).toBe(false);
    const count = typingOf(bench).length;
    await bench.clock.advance(6_000);
    expect(typingOf(bench)).toHaveLength(count);
  });

  it('[CH-032][SH-050] types without a break between two answers that come late', async () => {
    const bench = await chatWith({});
    bench.backend.state.slow = (call) =>
      isPoll(call) ? new Promise((resolve) => bench.clock.after(500, resolve)) : undefined;
    bench.desk.act(bench.chatId(), { action: 'typing' });
    await bench.clock.advance(2_500);
    for (let at = 0; at < 10; at += 1) {
      bench.fakes.events.length = 0;
      await bench.clock.advance(maxAgentTypingMs - 1);
      expect(typingOf(bench)).toContain(true);
    }
  });

  it('[CH-032][SH-050] no longer types when an answer hangs', async () => {
    const bench = await chatWith({});
    bench.desk.act(bench.chatId(), { action: 'typing' });
    await bench.clock.advance(2_000);
    bench.backend.state.slow = () => new Promise(() => {});
    await bench.clock.advance(3_000);
    expect(typingOf(bench).at(-1)).toBe(false);
  });

  it('[CH-032] no longer types once the visitor has ended the chat', async () => {
    const bench = await chatWith({});
    bench.desk.act(bench.chatId(), { action: 'typing' });
    await bench.clock.advance(2_000);
    await bench.channel.end();
    const count = typingOf(bench).length;
    await bench.clock.advance(60_000);
    expect(typingOf(bench)).toHaveLength(count);
  });
});
