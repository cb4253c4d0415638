import { describe, expect, it } from 'vitest';
import { toBlocks } from '../../../../frame/chat/channels/bot/toBlocks.ts';
import { parseHistory } from '../../../../frame/chat/channels/bot/wire.ts';
import { deliveredIds, messagesOf, textOf } from '../../../contract/channelSuite.ts';
import { botLines, setUpBot, shownTexts, startBot } from '../../../support/botBench.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import { createFakeTabs } from '../../../support/fakeTabs.ts';

describe('the history of a bot chat', () => {
  it('[CH-089] reads the history after the greeting', async () => {
    const { service } = await startBot();
    expect(service.calls('/v2/message/history')[0]?.body).toEqual({ conversation_id: 'conversation-1' });
  });

  it('[CH-089] reads two turns and skips invalid ones', () => {
    const turns = parseHistory([
      {
        timestamp: '2026-11-21T08:00:00Z',
        _id: 'a',
        data: { input: { text: 'Hi' }, output: { values: botLines('Hello') } },
      },
      {
        timestamp: '2026-11-21T08:01:00Z',
        _id: 'b',
        data: { input: { text: 'Bye' }, output: { values: botLines('See you') } },
      },
      null,
      'nonsense',
    ]);
    expect(turns.map((turn) => [turn.answer.id, turn.visitorText, toBlocks(turn.answer).length])).toEqual([
      ['a', 'Hi', 1],
      ['b', 'Bye', 1],
    ]);
  });

  it('[CH-089][CH-052] continues a conversation with its history, or without it if the request fails', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.history = [
      { timestamp: 5_000, _id: 'a', data: { input: { text: 'Hi' }, output: { values: botLines('Hello', 'there') } } },
      { timestamp: 9_000, _id: 'b', data: { input: { text: 'Bye' }, output: { values: botLines('See you') } } },
    ];
    expect(await channel.resume({ conversationId: 'conversation-1' })).toBe(true);
    const messages = messagesOf(fakes.events);
    expect(messages).toHaveLength(4);
    expect(messages.every((message) => message.isHistory)).toBe(true);
    expect(messages.map((message) => message.type)).toEqual(['visitor', 'bot', 'visitor', 'bot']);
    expect(channel.snapshot).toMatchObject({ state: 'chatting', conversationId: 'conversation-1' });
    fakes.call.on('/v2/message/history', () => refuse(500));
    expect(await channel.resume({ conversationId: 'conversation-1' })).toBe(true);
    expect(fakes.log.warnings.join()).toContain('The history of a bot chat could not be read.');
    void channel.send({ id: 'x', text: 'again' });
    await fakes.clock.advance(100);
    expect(service.contexts().at(-1)?.conversation_id).toBe('conversation-1');
  });

  it('[CH-089][CH-037] shows a turn once, and as new, if the history has it before its answer arrives', async () => {
    const { fakes, service, channel } = await startBot();
    const late = service.answer(botLines('Late answer'));
    let answer: () => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((resolve) => (answer = () => resolve(late))));
    const sent = channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(0);
    service.state.history = [{ _id: late._id, data: { input: { text: 'hello' }, output: late.output } }];
    const resumed = channel.resume({ conversationId: 'conversation-1' });
    await fakes.clock.advance(0);
    answer();
    await fakes.clock.advance(2_000);
    await sent;
    expect(await resumed).toBe(true);
    const shown = messagesOf(fakes.events).filter((one) => textOf(one).includes('Late answer'));
    expect(shown.map(({ id, isHistory }) => [id, isHistory ?? false])).toEqual([[`${String(late._id)}__0`, false]]);
    expect(fakes.events).toContainEqual(
      expect.objectContaining({
        type: 'delivered',
        id: 'x',
        as: expect.objectContaining({ id: `${String(late._id)}__visitor` }),
      }),
    );
  });

  it('[CH-089] sorts turns without a time before new messages, and drops them if a new conversation starts meanwhile', async () => {
    const { fakes, service, channel } = setUpBot();
    await channel.init();
    let answerHistory: () => void = () => {};
    const turns = [{ _id: 'a', data: { input: { text: 'Hi' }, output: { values: botLines('Old text') } } }];
    fakes.call.on('/v2/message/history', () => new Promise((resolve) => (answerHistory = () => resolve(turns))));
    const resumed = channel.resume({ conversationId: 'conversation-1' });
    await fakes.clock.advance(1_000);
    service.reply(service.answer(botLines('New text')));
    void channel.send({ id: 'x', text: 'now' });
    await fakes.clock.advance(5_000);
    answerHistory();
    await fakes.clock.advance(0);
    await resumed;
    const timeOf = (text: string): number =>
      messagesOf(fakes.events).find((one) => textOf(one).includes(text))?.timestamp ?? Number.NaN;
    expect(timeOf('Old text')).toBeLessThan(timeOf('New text'));

    void channel.resume({ conversationId: 'talk-2' });
    await fakes.clock.advance(0);
    turns[0] = {
      _id: 'b',
      data: { input: { text: 'Hi' }, output: { values: botLines('From the previous conversation') } },
    };
    await channel.end();
    const answerLate = answerHistory;
    void channel.start({ startType: 'menu' });
    await fakes.clock.advance(5_000);
    answerLate();
    await fakes.clock.advance(5_000);
    expect(messagesOf(fakes.events).filter((one) => textOf(one).includes('From the previous conversation'))).toEqual(
      [],
    );
  });

  it('[CH-089][REL-11] shows what a later page has said, when its page is back from the back-forward cache', async () => {
    const tabs = createFakeTabs();
    const { fakes, channel, openTab } = await startBot({ tabs });
    tabs.hide();
    const next = openTab();
    await next.channel.init();
    void next.channel.resume({ conversationId: channel.snapshot.conversationId });
    await fakes.clock.advance(1_000);
    void next.channel.send({ id: 'b', text: 'Said there' });
    await fakes.clock.advance(3_000);
    next.fakes.lifetime.end();
    tabs.show();
    await fakes.clock.advance(3_000);
    const said = messagesOf(fakes.events).filter((one) => textOf(one).includes('Said there'));
    expect(said.map(({ type, isHistory }) => [type, isHistory])).toEqual([
      ['visitor', true],
      ['bot', true],
    ]);
  });

  it('[CH-089] keeps a new answer whose id the history uses for another text', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.history = [{ _id: 'same', data: { input: { text: 'before' }, output: { values: botLines('Old') } } }];
    await channel.init();
    await channel.resume({ conversationId: 'conversation-1' });
    service.reply({ ...service.answer(botLines('New')), _id: 'same' });
    void channel.send({ id: 'x', text: 'now' });
    await fakes.clock.advance(2_000);
    const ids = messagesOf(fakes.events).flatMap((one) => (/Old|New/.test(textOf(one)) ? [one.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['slow', -120_000],
    ['fast', 120_000],
  ])('[CH-042] shows turns in their order although the visitor’s clock is %s', async (_, aheadMs) => {
    const { fakes, service, channel } = setUpBot();
    const turn = (text: string, timestamp: number) => ({
      ...{ _id: text, timestamp },
      data: { input: { text: `ask ${text}` }, output: { values: botLines(text) } },
    });
    const serviceTime = () => fakes.clock.now() - aheadMs;
    service.state.history = [turn('one', serviceTime() - 2_000), turn('two', serviceTime() - 1_000)];
    await channel.resume({ conversationId: 'conversation-1' });
    await say('three');
    // Another tab has said something in the meantime.
    service.state.history.push(turn('four', serviceTime()));
    service.fault('loseAnswer');
    await say('five');
    await say('six');
    const order = ['one', 'two', 'You said three', 'four', 'You said five', 'You said six'];
    expect(byTime().filter((text) => order.includes(text))).toEqual(order);

    async function say(text: string): Promise<void> {
      channel.send({ id: text, text }).catch(() => {});
      await fakes.clock.advance(1_000);
    }
    function byTime(): readonly string[] {
      const messages = messagesOf(fakes.events).toSorted((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));
      return messages.map((one) => textOf(one).trim());
    }
  });

  it('[CH-089] drops the rest of a history if the conversation ends while it is shown', async () => {
    const { fakes, service, channel } = await startBot();
    service.reply(service.answer([...botLines('first part'), ...botLines('second part')]));
    service.fault('loseAnswer');
    fakes.call.on('/v2/message/history', () => [
      ...service.state.history,
      { _id: 'later', data: { input: { text: 'of another tab' }, output: { values: botLines('later') } } },
    ]);
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(100);
    expect(deliveredIds(fakes.events)).toEqual(['x']);
    await channel.end();
    await fakes.clock.advance(1_000);
    expect(shownTexts(fakes.events)).toContain('first part');
    expect(shownTexts(fakes.events)).not.toContain('later');
  });

  it('[CH-089] shows the rest of a history after an answer that the visitor waited for', async () => {
    const { fakes, service, channel } = await startBot();
    service.fault('loseAnswer');
    fakes.call.on('/v2/message/history', () => [
      ...service.state.history,
      { _id: 'later', data: { input: { text: 'of another tab' }, output: { values: botLines('later') } } },
    ]);
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(1_000);
    const shown = shownTexts(fakes.events);
    expect(shown.slice(-3)).toEqual(['You said hello', 'of another tab', 'later']);
  });

  it.each([
    ['the answer', undefined, 'a'],
    ['the history', 'a', undefined],
  ])('[CH-089] shows a turn once if only %s has no id', async (_, live, stored) => {
    const { fakes, service, channel } = await startBot();
    const answer = service.answer(botLines('Once'));
    service.reply({ ...answer, _id: live });
    void channel.send({ id: 'x', text: ' hello ' });
    await fakes.clock.advance(1_000);
    const data = { input: { text: 'hello  ' }, output: answer.output };
    service.state.history = [...service.state.history.slice(0, -1), { _id: stored, data }];
    await channel.resume({ conversationId: 'conversation-1' });
    expect(shownTexts(fakes.events).filter((text) => text === 'Once')).toHaveLength(1);
  });

  it('[CH-089] keeps a new answer of a service without ids although an old turn has the same text', async () => {
    const { fakes, service, channel } = setUpBot();
    const data = { input: { text: 'yes' }, output: { values: botLines('Old') } };
    service.state.history = [{ timestamp: 5_000, data }];
    await channel.resume({ conversationId: 'conversation-1' });
    service.reply({ ...service.answer(botLines('New')), _id: undefined });
    void channel.send({ id: 'x', text: 'yes' });
    await fakes.clock.advance(2_000);
    const answers = messagesOf(fakes.events).filter((one) => one.type === 'bot');
    expect(answers.map((one) => textOf(one).trim())).toEqual(['Old', 'New']);
    expect(new Set(answers.map((one) => one.id)).size).toBe(2);
    await channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(fakes.events).filter((one) => one.type === 'bot')).toHaveLength(2);
  });

  it('[CH-089] shows no text of the visitor for a turn with spaces only', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.history = [{ _id: 'a', data: { input: { text: '  ' }, output: { values: botLines('Hello') } } }];
    await channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(fakes.events).map((one) => one.type)).toEqual(['bot']);
  });

  it('[CH-089] requests no history without a conversation id', async () => {
    const { service, channel } = setUpBot();
    service.reply({ output: { values: botLines('Hi') } });
    await channel.start({ startType: 'menu' });
    expect(service.calls('/v2/message/history')).toHaveLength(0);
    expect(await setUpBot().channel.resume({ conversationId: undefined })).toBe(false);
  });
});
