import { describe, expect, it } from 'vitest';
import { createError } from '../../../../frame/platform/errors.ts';
import { messagesOf, notDeliveredIds } from '../../../contract/channelSuite.ts';
import { anyMessage, botLines, setUpBot, shownTexts, startBot } from '../../../support/botBench.ts';
import { refuse } from '../../../support/fakeBackend.ts';

describe('failures of the bot service', () => {
  it('[CH-101] treats an error with output as an answer', async () => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/message', () => refuse(500, { _id: 'e', output: { values: botLines('Sorry, try later') } }));
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(100);
    expect(shownTexts(fakes.events)).toContain('Sorry, try later');
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[CH-101][CH-102] without output, becomes unavailable and rejects with path, status and text', async () => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/message', () => refuse(503, { message: 'overloaded' }));
    const outcome = channel.send({ id: 'x', text: 'hello' }).catch((error: Error) => error.message);
    await fakes.clock.advance(100);
    expect(await outcome).toBe('Bot request /v2/message failed with status 503: overloaded');
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it.each([
    ['its message', { message: 'overloaded', error: 'other' }, 'overloaded'],
    ['its error', { error: 'overloaded' }, 'overloaded'],
    ['no text', ['overloaded'], 'answered 503'],
  ])('[CH-102] rejects with the status and the body of a service that answers with %s', async (_, body, text) => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/message', () => refuse(503, body));
    const outcome = channel.send({ id: 'x', text: 'hello' }).catch((error: unknown) => error);
    await fakes.clock.advance(100);
    const message = `Bot request /v2/message failed with status 503: ${text}`;
    expect(await outcome).toMatchObject({ code: 'CALL_FAILED', message, status: 503, body });
  });

  it.each([
    [
      'no answer',
      createError('CALL_TIMEOUT', 'timed out'),
      { code: 'CALL_TIMEOUT', message: 'Bot request /v2/message failed with status none: timed out' },
    ],
    [
      'a fault of the widget',
      new TypeError('broken'),
      { code: 'CALL_FAILED', message: 'Bot request /v2/message failed: TypeError: broken' },
    ],
  ])('[CH-102] rejects with the path after %s', async (_, failure, error) => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/message', () => Promise.reject(failure));
    const outcome = channel.send({ id: 'x', text: 'hello' }).catch((reason: unknown) => reason);
    await fakes.clock.advance(100);
    expect(await outcome).toMatchObject(error);
  });

  it('[CH-076] does not start while the bot is unavailable', async () => {
    const { fakes, service, channel } = setUpBot();
    service.state.status = 'Offline';
    await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CHANNEL_UNAVAILABLE',
      message: 'The bot is not available.',
    });
    expect(messagesOf(fakes.events)).toEqual([]);
    expect(service.calls('/v2/message')).toEqual([]);
  });

  it('does not start a chat that ends before the bot is ready', async () => {
    const { fakes, service, channel } = setUpBot();
    let answer: (status: unknown) => void = () => {};
    fakes.call.on('/v2/status', () => new Promise((resolve) => (answer = resolve)));
    const refused = expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({
      code: 'CALL_ABORTED',
      message: 'The chat has ended.',
    });
    await fakes.clock.advance(0);
    await channel.end();
    answer({ status: 'Available' });
    await refused;
    expect(service.calls('/v2/message')).toEqual([]);
    expect(channel.snapshot.state).toBe('available');
  });

  it.each(['Available', 'Offline'])(
    '[CH-016] changes and reports nothing when the widget is removed during the status check (%s)',
    async (status) => {
      const { fakes, channel } = setUpBot();
      let answer: (status: unknown) => void = () => {};
      fakes.call.on('/v2/status', () => new Promise((resolve) => (answer = resolve)));
      const outcomes = Promise.all([
        channel.start({ startType: 'menu' }),
        channel.resume({ conversationId: 'conversation-1' }),
      ]);
      await fakes.clock.advance(0);
      fakes.lifetime.end();
      answer({ status });
      expect(await outcomes).toEqual([undefined, false]);
      expect(channel.snapshot).toMatchObject({ state: 'initialised', conversationId: undefined });
      expect([fakes.log.warnings, fakes.log.infos]).toEqual([[], []]);
    },
  );

  it('[CH-215] is available again when the message is sent again', async () => {
    const { fakes, service, channel } = await startBot();
    service.fail();
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(100);
    service.fail(false);
    await channel.send({ id: 'x', text: 'hello' });
    expect(channel.snapshot.state).toBe('chatting');
    expect(fakes.events.some((event) => event.type === 'delivered' && event.id === 'x')).toBe(true);
  });

  it('sends a failed choice again with its fields', async () => {
    const { fakes, service, channel } = await startBot();
    service.fail();
    channel.press({ type: 'choice', text: 'A', choiceType: 'product' }, anyMessage).catch(() => {});
    await fakes.clock.advance(100);
    const failed = fakes.events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));
    service.fail(false);
    await channel.send({ id: failed[0] ?? '', text: 'A' });
    expect(service.calls('/v2/message').at(-1)?.body).toMatchObject({ input: { choiceType: 'product' } });
  });

  it('does not show an answer that comes after the end of the chat', async () => {
    const { fakes, channel } = await startBot();
    let answer: (value: unknown) => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((resolve) => (answer = resolve)));
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(10);
    await channel.end();
    answer({ output: { values: botLines('too late') } });
    await fakes.clock.advance(1_000);
    expect(shownTexts(fakes.events)).not.toContain('too late');
  });

  it('is still available after a message fails whose chat has ended', async () => {
    const { fakes, channel } = await startBot();
    let fail: (error: Error) => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((_, reject) => (fail = reject)));
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(10);
    await channel.end();
    fail(new Error('down'));
    await fakes.clock.advance(1_000);
    expect(channel.snapshot.state).toBe('available');
  });

  it('[CH-097] goes on with the chat when a rating was not delivered', async () => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/message', () => refuse(503, {}));
    const outcome = channel.rate(anyMessage, false).catch((error: unknown) => error);
    await fakes.clock.advance(100);
    expect(await outcome).toMatchObject({ status: 503 });
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('posts nothing that was waiting when the chat ended', async () => {
    const { fakes, service, channel } = await startBot();
    let answer: (value: unknown) => void = () => {};
    fakes.call.on('/v2/message', () => new Promise((resolve) => (answer = resolve)));
    channel.send({ id: 'x', text: 'hello' }).catch(() => {});
    await fakes.clock.advance(10);
    const refused = expect(channel.rate(anyMessage, false)).rejects.toMatchObject({ message: 'The chat has ended.' });
    await channel.end();
    const posts = service.calls('/v2/message').length;
    answer({ output: { values: [] } });
    await fakes.clock.advance(10);
    expect(service.calls('/v2/message')).toHaveLength(posts);
    await refused;
  });

  it('does not send texts when the chat ends, whatever was under way', async () => {
    const { fakes, channel } = await startBot();
    fakes.call.on('/v2/message', () => new Promise(() => {}));
    const outcomes = ['one', 'two'].map((id) =>
      channel.send({ id, text: id }).then(
        () => 'resolved',
        () => 'rejected',
      ),
    );
    await fakes.clock.advance(100);
    await channel.end();
    expect(await Promise.all(outcomes)).toEqual(['rejected', 'rejected']);
    expect(notDeliveredIds(fakes.events)).toEqual(['one', 'two']);
    expect(fakes.storage.suffixes('cm-outbox')).toEqual([]);
  });

  it('shows no further part of an answer after the end of the chat', async () => {
    const { fakes, service, channel } = await startBot();
    service.reply(service.answer([...botLines('one'), ...botLines('two')]));
    void channel.send({ id: 'x', text: 'hello' });
    await fakes.clock.advance(100);
    await channel.end();
    await fakes.clock.advance(1_000);
    expect(shownTexts(fakes.events)).toContain('one');
    expect(shownTexts(fakes.events)).not.toContain('two');
  });

  it('[CH-111] starts again after the greeting has failed', async () => {
    const { fakes, service, channel } = setUpBot();
    service.fault('loseMessage');
    await expect(channel.start({ startType: 'menu' })).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
    await channel.start({ startType: 'menu' });
    expect(service.calls('/v2/message')).toHaveLength(2);
    expect(shownTexts(fakes.events)).toContain('Welcome');
  });

  it('shows a megabyte of text with markup and script unchanged', async () => {
    const { fakes, service, channel } = await startBot();
    const text = `<script>alert(1)</script>${'x'.repeat(1_000_000)}`;
    service.reply(service.answer(botLines(text)));
    void channel.send({ id: 'x', text: 'long' });
    await fakes.clock.advance(100);
    expect(messagesOf(fakes.events).at(-1)?.lines?.[0]?.text).toBe(text);
  });
});
