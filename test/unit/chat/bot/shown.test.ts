import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { botLines, setUpBot, startBot } from '../../../support/botBench.ts';
import type { FakeChannelPorts } from '../../../support/fakeChannelPorts.ts';

const typingOf = ({ events }: Pick<FakeChannelPorts, 'events'>): boolean[] =>
  events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));

const turn = (id: string, timestamp: number | undefined, values: unknown = botLines('Hello')) => ({
  ...{ _id: id, timestamp },
  data: { input: { text: `ask ${id}` }, output: { values } },
});

describe('a bot chat', () => {
  it('[CH-091] shows every 1.5 s that the bot types, until its answer is there', async () => {
    const { fakes, service, channel } = await startBot();
    let answer: (value: unknown) => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((resolve) => (answer = resolve)));
    fakes.events.length = 0;
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(1_499);
    expect(typingOf(fakes)).toEqual([true]);
    await fakes.clock.advance(1_501);
    expect(typingOf(fakes)).toEqual([true, true, true]);
    answer(service.answer(botLines('Hi')));
    await fakes.clock.advance(10_000);
    expect(typingOf(fakes)).toEqual([true, true, true, false]);
  });

  it('[CH-091] stops showing that the bot types after a message has failed', async () => {
    const { fakes, service, channel } = await startBot();
    service.fail();
    fakes.events.length = 0;
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(10_000);
    expect(typingOf(fakes)).toEqual([true, false]);
  });

  it('[CH-088] shows a greeting, and marks later answers as no greeting', async () => {
    const { fakes, channel } = await startBot();
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(1_000);
    const answers = messagesOf(fakes.events).filter((one) => one.type === 'bot');
    expect(answers.map((one) => one.isGreeting)).toEqual([true, false]);
  });

  it('[CH-088] shows the notices of each start in order', async () => {
    const { fakes, channel } = await startBot();
    await channel.end();
    void channel.start({ startType: 'restart' });
    await fakes.clock.advance(2_000);
    const notices = messagesOf(fakes.events).filter((one) => one.type === 'system');
    expect(notices.map((one) => one.id.split('-')[0])).toEqual(['privacy', 'connected', 'privacy', 'connected']);
    expect(new Set(notices.map((one) => one.id)).size).toBe(4);
    const times = notices.map((one) => one.timestamp ?? 0);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  });

  it('[CH-042][CH-088] shows the greeting after the notices, and each answer after its question', async () => {
    const { fakes, channel } = await startBot();
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(1_000);
    const shown = messagesOf(fakes.events).map((one) => one.timestamp ?? 0);
    expect(shown).toHaveLength(4);
    expect(shown).toEqual([...shown].sort((one, other) => one - other));
    const [question] = fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.as?.timestamp ?? 0] : []));
    expect(question).toBeGreaterThan(shown[2] ?? Number.NaN);
    expect(question).toBeLessThanOrEqual(shown[3] ?? Number.NaN);
  });

  it('[CH-089] shows each message of a history once, and does not count it as unread', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.history = [turn('a', 5_000)];
    await channel.resume({ conversationId: 'conversation-1' });
    service.state.history.push(turn('b', 9_000));
    await channel.resume({ conversationId: 'conversation-1' });
    await channel.resume({ conversationId: 'conversation-1' });
    const shown = fakes.events.filter((event) => event.type === 'messages');
    expect(shown.map(({ messages, countsUnread }) => [messages.map(({ id }) => id), countsUnread])).toEqual([
      [['a__visitor', 'a__0'], false],
      [['b__visitor', 'b__0'], false],
    ]);
  });

  it('[CH-089] shows a question and the parts of its answer in order, at the time that the service gives', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.history = [turn('a', 5_000, [...botLines('one'), ...botLines('two')])];
    await channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(fakes.events).map(({ id, timestamp }) => [id, timestamp])).toEqual([
      ['a__visitor', 5_000],
      ['a__0', 5_001],
      ['a__1', 5_002],
    ]);
  });

  it.each([
    ['without a time', undefined],
    ['with a time after the present', Number.MAX_SAFE_INTEGER],
  ])('[CH-089] shows a turn %s at the time of the request', async (_, timestamp) => {
    const { fakes, service, channel } = setUpBot();
    const requestedAt = fakes.clock.now();
    service.state.history = [turn('a', timestamp)];
    await channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(fakes.events)[0]).toMatchObject({ id: 'a__visitor', timestamp: requestedAt });
  });

  it('[CH-089][CH-097][F-CH26] asks for feedback in a history too', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.history = [turn('a', 5_000, [{ type: 'review', review: 'Your text' }])];
    await channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(fakes.events)[1]).toMatchObject({ review: 'Your text', displayFeedback: true });
  });
});
