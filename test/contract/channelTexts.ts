import { expect, it } from 'vitest';
import { deliveredIds, messagesOf, notDeliveredIds, textOf } from '../support/channelEvents.ts';
import { begin, type CreateBench, type RunningBench } from './channelBench.ts';

/** Sends texts at once, and lets the service answer. Ids are the texts, unless they are given. */
async function sendAll(bench: RunningBench, texts: readonly string[], ids: readonly string[] = texts): Promise<void> {
  const sent = texts.map((text, at) => bench.channel.send({ id: ids[at] ?? text, text }));
  await bench.run();
  await Promise.all(sent);
  await bench.run();
}

/** The visitor's texts, in a channel that carries them. */
export function testTexts(createBench: CreateBench): void {
  it('delivers messages once and in order, and confirms them', async () => {
    const bench = await begin(createBench);
    await sendAll(bench, ['one', 'two', 'three']);
    expect(bench.received()).toEqual(['one', 'two', 'three']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['one', 'two', 'three']);
  });

  it('delivers the same words as often as the visitor sends them', async () => {
    const bench = await begin(createBench);
    await sendAll(bench, ['yes', 'yes'], ['first', 'second']);
    expect(bench.received()).toEqual(['yes', 'yes']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['first', 'second']);
  });

  it('delivers a message once that it is given twice', async () => {
    const bench = await begin(createBench);
    await sendAll(bench, ['hello', 'hello'], ['same', 'same']);
    expect(bench.received()).toEqual(['hello']);
    expect(deliveredIds(bench.fakes.events)).toEqual(['same']);
  });

  it('emits the other side’s messages as text, with an id and a timestamp', async () => {
    const bench = await begin(createBench);
    await bench.say('Hello <b>there</b>');
    await bench.run();
    const message = messagesOf(bench.fakes.events).findLast((one) => textOf(one).includes('there'));
    expect(message?.id).toBeTruthy();
    // Later changes of a message may leave its time out.
    const first = messagesOf(bench.fakes.events).find(({ id }) => id === message?.id);
    expect(first?.timestamp).toBeGreaterThan(0);
    expect(['agent', 'bot']).toContain(message?.type);
  });

  it('gives every message a unique id', async () => {
    const bench = await begin(createBench);
    await bench.say('first');
    await bench.run();
    await bench.say('second');
    await bench.run();
    const ids = messagesOf(bench.fakes.events)
      .filter((message) => ['first', 'second'].some((word) => textOf(message).includes(word)))
      .map((message) => message.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('reports a message that was not delivered', async () => {
    const bench = await begin(createBench);
    bench.failService();
    const outcome = outcomeOf(bench, 'lost');
    for (let turn = 0; turn < 4; turn += 1) await bench.fakes.clock.advance(30_000);
    expect(await outcome()).toBe('not delivered');
  });

  it('leaves no message in silence when the visitor ends the chat', async () => {
    const bench = await begin(createBench);
    const outcomes = ['under way', 'queued'].map((text) => outcomeOf(bench, text));
    const ended = bench.channel.end();
    await bench.run();
    await ended;
    for (const outcome of outcomes) expect(await outcome()).not.toBe('unknown');
    expect(bench.channel.snapshot.state).not.toBe('chatting');
    const emitted = deliveredIds(bench.fakes.events).length;
    await bench.fakes.clock.advance(120_000);
    expect(deliveredIds(bench.fakes.events)).toHaveLength(emitted);
  });
}

/** The answer to a text is lost, and the service has the text. */
export function testLostAnswers(createBench: CreateBench): void {
  it('does not send a text again that the service has', async () => {
    const bench = await begin(createBench);
    bench.loseAnswer?.();
    const outcome = outcomeOf(bench, 'hello');
    for (let turn = 0; turn < 10; turn += 1) await bench.fakes.clock.advance(30_000);
    expect(bench.received()).toEqual(['hello']);
    expect(await outcome()).toBe('delivered');
  });
}

/** A conversation in the provider's own window: its texts are typed there. */
export function testTextsElsewhere(createBench: CreateBench): void {
  it('[CH-156] refuses messages, and stays in the chat', async () => {
    const bench = await begin(createBench);
    await expect(bench.channel.send({ id: 'x', text: 'hello' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(bench.received()).toEqual([]);
    expect(bench.channel.snapshot.state).toBe('chatting');
  });
}

type TextOutcome = 'delivered' | 'not delivered' | 'unknown';

/** Sends a text. Returns what the visitor sees of it at the time of the call. */
function outcomeOf({ channel, fakes }: RunningBench, text: string): () => Promise<TextOutcome> {
  let isRejected = false;
  channel.send({ id: text, text }).catch(() => {
    isRejected = true;
  });
  return async () => {
    await fakes.clock.advance(0);
    if (deliveredIds(fakes.events).includes(text)) return 'delivered';
    return isRejected || notDeliveredIds(fakes.events).includes(text) ? 'not delivered' : 'unknown';
  };
}
