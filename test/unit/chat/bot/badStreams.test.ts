import { describe, expect, it } from 'vitest';
import { createError } from '../../../../frame/platform/errors.ts';
import { botLines } from '../../../support/botBench.ts';
import { createFakeStream, eventText } from '../../../support/fakeStream.ts';
import { answerOf, markdown, start, startStreaming, textsOf } from '../../../support/streamingBench.ts';

describe('a bad stream of a bot', () => {
  it.each([
    ['doubled', [1, 1, 2, 2, 3, 3, 4]],
    ['reordered', [2, 1, 4, 3]],
    ['with a gap', [1, 2, 3]],
  ])('[F-AS4] shows the parts of a stream that is %s once and in order', async (_, order) => {
    const { answerNext, ask, settle, shown } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    const events: readonly (readonly [string, unknown])[] = [
      ['start', start],
      ['text', { text: 'One ' }],
      ['text', { text: 'two ' }],
      ['text', { text: 'three' }],
    ];
    for (const number of order) stream.send(...(events[number - 1] as (typeof events)[number]), number);
    await settle();
    expect(textsOf(shown())).toEqual([order.length === 3 ? 'One two  | open' : 'One two three | open']);
    stream.send('answer', answerOf(markdown('One two three')), 9);
    await settle();
    expect(textsOf(shown())).toEqual(['One two three']);
  });

  it('[F-AS4] shows characters that are cut', async () => {
    const { answerNext, ask, settle, shown } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    const bytes = new TextEncoder().encode(
      `${eventText('start', start)}${eventText('text', { text: '😀 تدفع' })}${eventText('answer', answerOf(markdown('😀 تدفع')))}`,
    );
    for (const byte of bytes) stream.write(Uint8Array.of(byte));
    await settle();
    await settle();
    expect(textsOf(shown())).toEqual(['😀 تدفع']);
  });

  it('[F-AS4] shows no half of a character that is cut between two parts', async () => {
    const { answerNext, ask, settle, shown } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    stream.send('start', start);
    stream.write('event: text\nid: 2\ndata: {"text":"a\\ud83d"}\n\n');
    await settle();
    expect(textsOf(shown())).toEqual(['a | open']);
    stream.write('event: text\nid: 3\ndata: {"text":"\\ude00"}\n\n');
    await settle();
    expect(textsOf(shown())).toEqual(['a😀 | open']);
  });

  it.each([
    ['is silent', async (settle: (ms: number) => Promise<void>) => settle(15_000)],
    ['answers another text', undefined],
  ])('[F-AS4] asks again if the stream %s', async (_, wait) => {
    const { answerNext, ask, settle, shown, sent } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => answerOf(markdown('All')),
    );
    ask();
    stream.send('start', { ...start, to: wait ? 'x' : 'another' });
    stream.send('text', { text: 'Some' });
    await settle();
    await wait?.(settle);
    await settle(1_100);
    await settle();
    expect(sent).toHaveLength(3);
    expect(shown().map(({ text }) => text)).toEqual(['All']);
  });

  it('[F-AS4] waits while the service sends comments', async () => {
    const { answerNext, ask, settle, shown, sent } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    for (let at = 0; at < 5; at += 1) {
      stream.write(': wait\n\n');
      await settle(10_000);
    }
    stream.send('start', start);
    stream.send('answer', answerOf(markdown('All')));
    await settle();
    expect(textsOf(shown())).toEqual(['All']);
    expect(sent).toHaveLength(2);
  });

  it.each([
    [
      'one part is too long',
      (stream: ReturnType<typeof createFakeStream>) => stream.write(`data: ${'x'.repeat(1_100_000)}`),
    ],
    [
      'all of it is too long',
      (stream: ReturnType<typeof createFakeStream>) => {
        for (let at = 2; at < 60; at += 1) stream.send('text', { text: 'x'.repeat(99_000) }, at);
      },
    ],
  ])('[F-AS4] ends an answer with a note if %s', async (_, exceed) => {
    const { answerNext, ask, settle, shown, sent } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      () => stream.response,
      () => answerOf(markdown('Some')),
    );
    ask();
    stream.send('start', start, 1);
    exceed(stream);
    await settle();
    await settle();
    expect(sent.at(-1)?.input).toMatchObject({ stop: true });
    expect(textsOf(shown())).toEqual(['Some | broken']);
    expect(stream.isCancelled).toBe(true);
  });

  it('[F-AS4] ends an answer that never ends', async () => {
    const { answerNext, ask, settle, shown, sent, calls } = await startStreaming();
    const stream = createFakeStream();
    answerNext(
      async ({ read }) => {
        void read?.(stream.response, 'bot').catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw createError('CALL_TIMEOUT', 'timed out');
      },
      () => answerOf(markdown('Some')),
    );
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'Some' });
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 40));
    await settle();
    // The backend ends a call after this time.
    expect(calls()[1]).toMatchObject({ attemptTimeoutMs: 120_000, limitMs: 120_000 });
    expect(sent.at(-1)?.input).toMatchObject({ stop: true });
    expect(textsOf(shown())).toEqual(['Some | broken']);
  });

  it('[F-AS4] shows what came with a note if the service has failed, and asks no more', async () => {
    const { answerNext, ask, settle, shown, sent, channel } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'Some' });
    stream.send('error', { message: 'out of order' });
    await settle(2_000);
    expect(textsOf(shown())).toEqual(['Some | broken']);
    expect(sent).toHaveLength(2);
    expect(channel.snapshot.state).toBe('chatting');
  });

  it('[F-AS4] shows the output of a service that has failed as the answer', async () => {
    const { answerNext, ask, settle, shown } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    stream.send('start', start);
    stream.send('text', { text: 'Some' });
    stream.send('error', { output: { values: botLines('Sorry') } });
    await settle();
    expect(textsOf(shown())).toEqual(['Sorry']);
  });

  it('[F-AS4] shows nothing of a stream whose chat has ended', async () => {
    const { answerNext, ask, settle, shown, channel } = await startStreaming();
    const stream = createFakeStream();
    answerNext(() => stream.response);
    ask();
    stream.send('start', start);
    await settle();
    await channel.end();
    stream.send('text', { text: 'late' });
    await settle();
    expect(shown()).toEqual([]);
  });
});
