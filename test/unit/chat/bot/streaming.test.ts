import { describe, expect, it } from 'vitest';
import { botLines } from '../../../support/botBench.ts';
import { type RecordedCall, refuse } from '../../../support/fakeBackend.ts';
import { createFakeStream } from '../../../support/fakeStream.ts';
import {
  answerOf,
  markdown,
  type Sent,
  sources,
  start,
  startStreaming,
  textsOf,
} from '../../../support/streamingBench.ts';

describe('a bot that streams', () => {
  it('[F-AS1] shows the parts as they come, under the ids that the whole answer has', async () => {
    const { answerNext, ask, settle, shown, fakes, sent } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    const outcome = ask();
    await settle();
    stream.send('start', start);
    await settle();
    // The text is delivered before the first words.
    expect(fakes.events).toContainEqual({
      type: 'delivered',
      id: 'x',
      as: { id: 'turn-1__visitor', timestamp: expect.any(Number) },
    });
    await outcome;
    stream.send('text', { text: 'It **co' });
    await settle();
    expect(textsOf(shown())).toEqual(['It **co | open']);
    stream.send('text', { text: 'sts** 5 €.' });
    stream.send('part', sources);
    await settle();
    expect(textsOf(shown())).toEqual(['It **costs** 5 €. | open', 'Sources']);
    stream.send('answer', answerOf(markdown('It **costs** 5 €.'), sources));
    await settle();
    expect(textsOf(shown())).toEqual(['It **costs** 5 €.', 'Sources']);
    expect(shown().map(({ id, format }) => [id, format])).toEqual([
      ['turn-1__0', 'markdown'],
      ['turn-1__1', 'text'],
    ]);
    expect(stream.isCancelled).toBe(true);
    // The context of the whole answer is that of the next message.
    ask('next', 'y');
    await settle();
    expect(sent.at(-1)?.context).toMatchObject({ fact: 'kept' });
    expect(sent.at(-1)?.input).toEqual({ text: 'next', id: 'y' });
  });

  it('[F-AS1] hides the typing indicator once, with the first words', async () => {
    const { answerNext, ask, settle, fakes } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    stream.send('start', start);
    await settle();
    const typing = () => fakes.events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));
    expect(typing()).toEqual([true]);
    for (const text of ['One', ' two', ' three']) stream.send('text', { text });
    await settle();
    stream.send('answer', answerOf(markdown('One two three')));
    await settle();
    expect(typing()).toEqual([true, false]);
  });

  it('[F-AS1] asks for a stream and names the text', async () => {
    const { ask, settle, calls } = await startStreaming();
    ask();
    await settle();
    expect(calls().at(-1)).toMatchObject({
      headers: { Accept: 'text/event-stream, application/json' },
      body: { input: { text: 'hello', id: 'x' } },
    });
  });

  it('[F-AS1] shows an answer in JSON as before', async () => {
    const { answerNext, ask, settle, shown } = await startStreaming();
    answerNext(() => Response.json(answerOf(...botLines('one'), ...botLines('two'))));
    ask();
    await settle(0);
    expect(textsOf(shown())).toEqual(['one']);
    await settle(600);
    expect(textsOf(shown())).toEqual(['one', 'two']);
  });

  it('[F-AS1] sends nothing new to a service that does not stream', async () => {
    const { ask, settle, calls } = await startStreaming({ status: 'Available' });
    ask();
    await settle();
    const { headers, read, body, attemptTimeoutMs } = calls().at(-1) as RecordedCall;
    expect([headers, read, attemptTimeoutMs]).toEqual([undefined, undefined, 15_000]);
    expect((body as Sent).input).toEqual({ text: 'hello' });
  });

  it('[F-AS6] says whole sentences, and the rest at the end', async () => {
    const { answerNext, ask, settle, said } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    stream.send('start', start);
    for (const text of ['It **co', 'sts** 5 €. And', ' more']) {
      stream.send('text', { text });
      await settle();
    }
    expect(said()).toEqual(['It costs 5 €.']);
    stream.send('answer', answerOf(markdown('It **costs** 5 €. And more'), sources));
    await settle();
    expect(said()).toEqual(['It costs 5 €.', 'And more']);
  });

  it('[F-AS3] asks again with the same message if the stream breaks, and keeps what is shown', async () => {
    const { answerNext, ask, settle, shown, sent } = await startStreaming();
    const [first, second] = [createFakeStream(), createFakeStream()];
    answerNext(
      () => first.response,
      () => second.response,
    );
    ask();
    first.send('start', start);
    first.send('text', { text: 'One two ' });
    await settle();
    first.breakOff();
    await settle(900);
    expect(sent).toHaveLength(2);
    await settle(200);
    expect(sent.slice(1)).toEqual([sent[1], sent[1]]);
    second.send('start', start);
    second.send('text', { text: 'One ' });
    await settle();
    expect(textsOf(shown())).toEqual(['One two  | open']);
    second.send('text', { text: 'two three' });
    await settle();
    expect(textsOf(shown())).toEqual(['One two three | open']);
    second.send('answer', answerOf(markdown('One two three')));
    await settle();
    expect(textsOf(shown())).toEqual(['One two three']);
  });

  it('[F-AS3] takes the whole answer in JSON after a break', async () => {
    const { answerNext, ask, settle, shown } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => Response.json(answerOf(markdown('One two'), sources)),
    );
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'One' });
    await settle();
    stream.end();
    await settle(1_100);
    expect(textsOf(shown())).toEqual(['One two', 'Sources']);
  });

  it('[F-AS3] looks into the history if that fails too, until the answer is complete there', async () => {
    const { answerNext, ask, settle, shown, setHistory, channel } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => refuse(503),
    );
    const turn = (text: string, partial?: true) => [
      { _id: 'greeting', data: { input: { text: '' }, output: { values: botLines('Hi') } } },
      { _id: 'turn-1', partial, data: { input: { text: 'hello' }, output: { values: [markdown(text)] } } },
    ];
    setHistory(turn('One two', true));
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'One' });
    await settle();
    stream.end();
    await settle(1_100);
    expect(textsOf(shown())).toEqual(['One two']);
    expect(channel.snapshot.state).toBe('chatting');
    setHistory(turn('One two three'));
    await settle(2_100);
    await settle();
    expect(textsOf(shown())).toEqual(['One two three']);
  });

  it('[F-AS3] keeps what came with a note if nothing helps, and the text is delivered', async () => {
    const { answerNext, ask, settle, shown, setHistory, channel, fakes } = await startStreaming();
    const stream = createFakeStream();
    setHistory(() => refuse(503));
    answerNext(
      () => stream.response,
      () => refuse(503),
    );
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'One' });
    await settle();
    stream.end();
    await settle(1_100);
    await settle();
    expect(textsOf(shown())).toEqual(['One | broken']);
    expect(fakes.events.some(({ type }) => type === 'notDelivered')).toBe(false);
    expect(channel.snapshot.state).toBe('unavailable');
  });

  it('[F-AS3] looks up a text as before if the stream broke before its first event', async () => {
    const { answerNext, ask, settle, fakes } = await startStreaming();
    const [first, second] = [createFakeStream(), createFakeStream()];
    answerNext(
      () => first.response,
      () => second.response,
    );
    ask();
    await settle();
    first.breakOff();
    await settle(1_100);
    second.breakOff();
    await settle(2_000);
    await settle(70_000);
    expect(fakes.events.some(({ type }) => type === 'notDelivered')).toBe(true);
  });

  it('[F-AS2] stops: the answer of the service is what was sent so far', async () => {
    const { answerNext, ask, settle, shown, channel, sent } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => answerOf(markdown('One two')),
    );
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'One' });
    await settle();
    channel.stop?.();
    await settle();
    expect(sent.at(-1)?.input).toEqual({ text: 'hello', id: 'x', stop: true });
    expect(textsOf(shown())).toEqual(['One two | stopped']);
    ask('next', 'y');
    await settle();
    expect(sent.at(-1)).toMatchObject({ context: { fact: 'kept' }, input: { text: 'next' } });
  });

  it('[F-AS2] stops an answer whose stream has broken, instead of asking for it again', async () => {
    const { answerNext, ask, settle, shown, channel, sent } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => answerOf(markdown('One two')),
    );
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'One' });
    await settle();
    stream.breakOff();
    await settle();
    channel.stop?.();
    await settle();
    expect(sent.slice(2).map(({ input }) => input)).toEqual([{ text: 'hello', id: 'x', stop: true }]);
    expect(textsOf(shown())).toEqual(['One two | stopped']);
  });

  it('[F-AS2] shows what came if the service does not know how to stop', async () => {
    const { answerNext, ask, settle, shown, channel } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => refuse(404),
    );
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'One' });
    await settle();
    channel.stop?.();
    await settle();
    expect(textsOf(shown())).toEqual(['One | stopped']);
    expect(channel.snapshot.state).toBe('chatting');
  });
});
