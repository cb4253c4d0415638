import { describe, expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, textsOf } from '../../../contract/channelSuite.ts';
import { anyMessage, botLines, setUpBot, shownTexts, startBot } from '../../../support/botBench.ts';
import { refuse } from '../../../support/fakeBackend.ts';

type Bench = Awaited<ReturnType<typeof startBot>>;

/** Sends a text and lets the service answer. Resolves to whether the channel rejected. */
async function send({ channel, fakes }: Pick<Bench, 'channel' | 'fakes'>, text: string, id = text): Promise<boolean> {
  let isRejected = false;
  channel.send({ id, text }).catch(() => {
    isRejected = true;
  });
  await fakes.clock.advance(1_000);
  return isRejected;
}

const visitorIds = (bench: Pick<Bench, 'fakes'>) =>
  bench.fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.as?.id] : []));
const outbox = ({ fakes }: Pick<Bench, 'fakes'>) => fakes.storage.suffixes('cm-outbox');
const inputOf = (body: unknown) => (body as { input: unknown }).input;

describe('a text whose answer is lost', () => {
  it('[CH-215] is looked up in the history, and counts as delivered with its answer', async () => {
    const bench = await startBot();
    bench.service.fault('loseAnswer');
    await send(bench, 'hello');
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
    expect(visitorIds(bench)).toEqual(['answer-2__visitor']);
    expect(shownTexts(bench.fakes.events).filter((one) => one.includes('hello'))).toEqual(['You said hello']);
    const [answer] = messagesOf(bench.fakes.events).filter(({ id }) => id === 'answer-2__0');
    expect(answer).toMatchObject({ isGreeting: false });
    expect(answer?.isHistory ?? false).toBe(false);
    expect(bench.channel.snapshot.state).toBe('chatting');
    await send(bench, 'next');
    expect(bench.service.texts).toEqual(['hello', 'next']);
  });

  it('[CH-215] is not sent if the history does not have it, and reaches the service once on Try again', async () => {
    const bench = await startBot();
    bench.service.fault('loseMessage');
    expect(await send(bench, 'hello')).toBe(true);
    expect(notDeliveredIds(bench.fakes.events)).toContain('hello');
    expect(bench.channel.snapshot.state).toBe('unavailable');
    await send(bench, 'hello');
    expect(bench.service.texts).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });

  it('[CH-215] is looked for again on Try again, because it may have arrived late', async () => {
    const bench = await startBot();
    bench.service.fault('loseMessage');
    await send(bench, 'hello');
    bench.service.receive('hello');
    await send(bench, 'hello');
    expect(bench.service.texts).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
    expect(shownTexts(bench.fakes.events)).toContain('You said hello');
  });

  it('is not taken for an earlier text with the same words', async () => {
    const bench = await startBot();
    await send(bench, 'yes', 'first');
    bench.service.fault('loseMessage');
    await send(bench, 'yes', 'second');
    expect(deliveredIds(bench.fakes.events)).toEqual(['first']);
    expect(notDeliveredIds(bench.fakes.events)).toContain('second');
  });

  it('shows the blocks of the answer in order, with the usual pauses', async () => {
    const bench = await startBot();
    bench.service.reply(bench.service.answer([...botLines('one'), ...botLines('two')]));
    bench.service.fault('loseAnswer');
    bench.channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    const shown = () => shownTexts(bench.fakes.events).filter((one) => ['one', 'two'].includes(one));
    await bench.fakes.clock.advance(499);
    expect(shown()).toEqual(['one']);
    await bench.fakes.clock.advance(1);
    expect(shown()).toEqual(['one', 'two']);
  });

  it('[CH-042] shows its answer before the answer to the next text', async () => {
    const bench = await startBot();
    bench.service.fault('loseAnswer');
    for (const text of ['one', 'two']) bench.channel.send({ id: text, text }).catch(() => {});
    await bench.fakes.clock.advance(1_000);
    expect(bench.service.texts).toEqual(['one', 'two']);
    expect(shownTexts(bench.fakes.events).filter((text) => text.startsWith('You said'))).toEqual([
      'You said one',
      'You said two',
    ]);
  });

  it('is found by the words that a pressed option sends', async () => {
    const bench = await startBot();
    bench.service.fault('loseAnswer');
    bench.channel.press({ type: 'choice', text: 'Prices, please', says: 'pricing_intent' }, anyMessage).catch(() => {});
    await bench.fakes.clock.advance(1_000);
    expect(deliveredIds(bench.fakes.events)).toHaveLength(1);
    expect(textsOf(bench.fakes.events, 'visitor')).toEqual(['Prices, please']);
  });

  it('is not taken for another text of the history while an option is sent', async () => {
    const bench = await startBot();
    bench.service.receive('of another tab');
    bench.service.fault('loseMessage');
    bench.channel.press({ type: 'choice', text: 'Prices, please', says: 'prices' }, anyMessage).catch(() => {});
    await bench.fakes.clock.advance(1_000);
    expect(deliveredIds(bench.fakes.events)).toEqual([]);
    expect(textsOf(bench.fakes.events, 'visitor')).toEqual(['Prices, please', 'of another tab']);
  });

  it('is found by its words after an option that sends the same', async () => {
    const bench = await startBot();
    void bench.channel.press({ type: 'choice', text: 'Prices, please', says: 'prices' }, anyMessage);
    await bench.fakes.clock.advance(1_000);
    bench.service.fault('loseAnswer');
    await send(bench, 'prices');
    expect(deliveredIds(bench.fakes.events)).toContain('prices');
    expect(bench.service.texts).toEqual(['prices', 'prices']);
  });

  it('can be sent again if the service has no history', async () => {
    const bench = await startBot();
    bench.fakes.call.on('/v2/message/history', () => refuse(404));
    bench.service.fault('loseMessage');
    await send(bench, 'hello');
    expect(bench.fakes.log.warnings.join()).toContain('The bot service has no history to look up a text in.');
    await send(bench, 'next');
    expect(bench.service.texts).toEqual(['next']);
    await send(bench, 'hello');
    expect(bench.service.texts).toEqual(['next', 'hello']);
  });

  it('is not sent again while the history cannot be read', async () => {
    const bench = await startBot();
    bench.service.fault('loseAnswer');
    bench.fakes.call.on('/v2/message/history', () => refuse(503));
    await send(bench, 'hello');
    await send(bench, 'hello');
    expect(bench.service.texts).toEqual(['hello']);
    bench.fakes.call.on('/v2/message/history', () => bench.service.state.history);
    await bench.fakes.clock.advance(30_000);
    expect(bench.service.texts).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['hello']);
  });
});

describe('a text that the service refuses', () => {
  it.each([
    [400, 0],
    [499, 0],
    [399, 1],
    [408, 1],
    [500, 1],
  ])('with %i is not sent, after %i looks at the history', async (status, looks) => {
    const bench = await startBot();
    const before = bench.service.calls('/v2/message/history').length;
    bench.fakes.call.on('/v2/message', () => refuse(status));
    expect(await send(bench, 'hello')).toBe(true);
    expect(bench.service.calls('/v2/message/history')).toHaveLength(before + looks);
  });
});

describe('texts before the conversation has a name', () => {
  it('[CH-088] wait for the greeting and belong to its conversation', async () => {
    const bench = setUpBot();
    let greet: (answer: unknown) => void = () => {};
    const { call } = bench.fakes;
    const greeting = bench.service.answer(botLines('Welcome'));
    call.on('/v2/message', () => new Promise((resolve) => (greet = resolve)));
    void bench.channel.start({ startType: 'menu' }).catch(() => {});
    await bench.fakes.clock.advance(0);
    void send(bench, 'early').catch(() => {});
    await bench.fakes.clock.advance(0);
    expect(bench.service.calls('/v2/message')).toHaveLength(1);
    expect(outbox(bench)).toEqual(['bot.early']);
    greet(greeting);
    await bench.fakes.clock.advance(0);
    expect(bench.fakes.storage.read('cm-outbox', 'bot.early')).toMatchObject({ conversationId: 'conversation-1' });
    expect(bench.service.contexts().at(-1)).toMatchObject({ conversation_id: 'conversation-1' });
  });

  it('[CH-088] start the conversation if there is no greeting, and stay in it', async () => {
    const bench = setUpBot();
    bench.service.fault('loseMessage');
    await bench.channel.start({ startType: 'menu' }).catch(() => {});
    for (const text of ['one', 'two']) bench.channel.send({ id: text, text }).catch(() => {});
    await bench.fakes.clock.advance(1_000);
    expect(bench.service.texts).toEqual(['one', 'two']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['one', 'two']);
    expect(bench.service.contexts().map((one) => one.conversation_id)).toEqual(['', '', 'conversation-2']);
  });

  it('[CH-215] are sent even if the greeting failed', async () => {
    const bench = setUpBot();
    bench.service.fault('loseMessage');
    await bench.channel.start({ startType: 'menu' }).catch(() => {});
    await send(bench, 'hello');
    expect(bench.service.texts).toEqual(['hello']);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });
});

describe('texts and a reload', () => {
  it('[CH-052][CH-215] shows a text that was not sent, and sends it once on Try again', async () => {
    const first = await startBot();
    first.service.fault('loseMessage');
    await send(first, 'hello');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(second.fakes.events).filter(({ type }) => type === 'visitor')).toMatchObject([
      { id: 'hello', text: 'hello', isNotSent: true },
    ]);
    await send(second, 'hello');
    expect(second.service.texts).toEqual(['hello']);
    expect(deliveredIds(second.fakes.events)).toEqual(['hello']);
    expect(outbox(second).every((suffix) => isSettled(second, suffix))).toBe(true);
  });

  it('[CH-052][CH-215] shows a text that was not sent on a page with another product of the bot', async () => {
    const first = await startBot();
    first.service.fault('loseMessage');
    await send(first, 'hello');
    const second = first.reload({ entry: { service: 'bot', skill: 'another-product' } });
    await second.channel.resume({ conversationId: 'conversation-1' });
    expect(messagesOf(second.fakes.events).filter(({ type }) => type === 'visitor')).toMatchObject([
      { id: 'hello', text: 'hello', isNotSent: true },
    ]);
    await send(second, 'hello');
    expect(second.service.texts).toEqual(['hello']);
  });

  it('[CH-076][CH-215] shows a text that was not sent although the bot is unavailable, and sends it on Try again', async () => {
    const first = await startBot();
    first.service.fault('loseMessage');
    await send(first, 'hello');
    first.service.fail();
    const second = first.reload();
    expect(await second.channel.resume({ conversationId: 'conversation-1' })).toBe(true);
    await second.fakes.clock.advance(1_000);
    expect(second.channel.snapshot.state).toBe('unavailable');
    expect(messagesOf(second.fakes.events)).toMatchObject([{ id: 'hello', text: 'hello', isNotSent: true }]);
    second.service.fail(false);
    await send(second, 'hello');
    expect(second.service.texts).toEqual(['hello']);
    expect(second.channel.snapshot.state).toBe('chatting');
  });

  it('does not take a text for an earlier one with the same words', async () => {
    const first = await startBot();
    await send(first, 'yes', 'first');
    await first.fakes.clock.advance(900_000);
    first.service.fault('loseMessage');
    await send(first, 'yes', 'second');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-1' });
    expect(deliveredIds(second.fakes.events)).toEqual([]);
    await send(second, 'yes', 'second');
    expect(second.service.texts).toEqual(['yes', 'yes']);
  });

  it('[CH-052][CH-089] finds a text in the history that was under way', async () => {
    const first = await startBot();
    first.fakes.call.on('/v2/message', () => new Promise(() => {}));
    await send(first, 'hello');
    first.service.receive('hello');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-1' });
    expect(deliveredIds(second.fakes.events)).toEqual(['hello']);
    const mine = messagesOf(second.fakes.events).filter(({ type }) => type === 'visitor');
    expect(new Set(mine.map(({ id }) => id))).toEqual(new Set(['hello']));
    expect(shownTexts(second.fakes.events)).toContain('You said hello');
  });

  it('[CH-089] confirms a text of a tab that is closed after the history was read', async () => {
    const first = await startBot();
    first.fakes.call.on('/v2/message', () => new Promise(() => {}));
    await send(first, 'hello');
    first.service.receive('hello');
    const other = first.openTab();
    await other.channel.resume({ conversationId: 'conversation-1' });
    expect(deliveredIds(other.fakes.events)).toEqual([]);
    first.close();
    await other.fakes.clock.advance(3_000);
    expect(deliveredIds(other.fakes.events)).toEqual(['hello']);
  });

  it('[CH-094][CH-215] sends a pressed choice again with its fields', async () => {
    const first = await startBot();
    first.service.fault('loseMessage');
    first.channel.press({ type: 'choice', text: 'A', choiceType: 'product', says: 'a' }, anyMessage).catch(() => {});
    await first.fakes.clock.advance(1_000);
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-1' });
    const [choice] = messagesOf(second.fakes.events).filter(({ type }) => type === 'visitor');
    expect(choice).toMatchObject({ text: 'A', isNotSent: true });
    await send(second, 'A', choice?.id);
    expect(inputOf(second.service.calls('/v2/message').at(-1)?.body)).toEqual({
      type: 'choice',
      text: 'a',
      choiceType: 'product',
    });
  });

  it('shows nothing of another visitor', async () => {
    const first = await startBot({ visitorKey: () => 'ann' });
    first.service.fault('loseMessage');
    await send(first, 'of Ann');
    const second = first.reload({ visitorKey: () => 'bob' });
    await second.channel.resume({ conversationId: 'conversation-1' });
    expect(JSON.stringify(second.fakes.events)).not.toContain('of Ann');
  });

  it('goes on in the conversation of a guest who signs in', async () => {
    let key = 'guest';
    const bench = await startBot({ visitorKey: () => key });
    bench.service.fault('loseMessage');
    await send(bench, 'of the guest');
    key = 'ann';
    await send(bench, 'of Ann');
    expect(bench.service.texts).toEqual(['of Ann']);
    expect(bench.service.contexts().at(-1)).toMatchObject({ conversation_id: 'conversation-1' });
    expect(deliveredIds(bench.fakes.events)).toEqual(['of Ann']);
  });

  it('returns texts of a conversation that is over to the composer', async () => {
    const first = await startBot();
    first.service.fault('loseMessage');
    await send(first, 'hello');
    const second = first.reload();
    second.service.reply(second.service.answer(botLines('Welcome'), { conversation_id: 'conversation-2' }));
    await second.channel.start({ startType: 'menu' });
    await second.fakes.clock.advance(100);
    expect(second.fakes.events).toContainEqual({ type: 'returned', texts: ['hello'] });
    expect(outbox(second)).toEqual([]);
  });

  it('[CH-101] finds a text after an answer that came with an error, which the history does not have', async () => {
    const first = await startBot();
    first.fakes.call.on('/v2/message', () => refuse(500, { _id: 'e', output: { values: botLines('Sorry') } }));
    await send(first, 'hello');
    first.fakes.call.on('/v2/message', () => new Promise(() => {}));
    await send(first, 'next');
    first.service.receive('next');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-1' });
    expect(deliveredIds(second.fakes.events)).toEqual(['next']);
  });

  it('finds a text of the second conversation of a page', async () => {
    const first = await startBot();
    await send(first, 'hello');
    await first.channel.end();
    first.service.state.history = [];
    first.service.reply(first.service.answer(botLines('Welcome'), { conversation_id: 'conversation-2' }));
    void first.channel.start({ startType: 'restart' });
    await first.fakes.clock.advance(2_000);
    first.fakes.call.on('/v2/message', () => new Promise(() => {}));
    await send(first, 'next');
    first.service.receive('next');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-2' });
    expect(deliveredIds(second.fakes.events)).toEqual(['next']);
  });

  it('returns a text of another conversation whose history has other texts only', async () => {
    const first = await startBot();
    first.fakes.call.on('/v2/message', () => new Promise(() => {}));
    await send(first, 'hello');
    first.service.receive('of another tab');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-2' });
    await second.fakes.clock.advance(60_000);
    expect(second.fakes.events).toContainEqual({ type: 'returned', texts: ['hello'] });
  });

  it('does not return a text of another conversation that the history of that one has', async () => {
    const first = await startBot();
    first.fakes.call.on('/v2/message', () => new Promise(() => {}));
    void first.channel.press({ type: 'choice', text: 'Prices, please', says: ' prices ' }, anyMessage).catch(() => {});
    first.channel.send({ id: 'hello', text: 'hello' }).catch(() => {});
    await first.fakes.clock.advance(0);
    first.service.receive('prices');
    const second = first.reload();
    await second.channel.resume({ conversationId: 'conversation-2' });
    await second.fakes.clock.advance(100);
    expect(second.fakes.events).toContainEqual({ type: 'returned', texts: ['hello'] });
    expect(JSON.stringify(second.fakes.events)).not.toContain('Prices');
  });
});

function isSettled({ fakes }: Pick<Bench, 'fakes'>, suffix: string): boolean {
  return (fakes.storage.read('cm-outbox', suffix) as { status?: string }).status === 'settled';
}
