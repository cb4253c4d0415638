import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseBotAnswer, parseHistory } from '../../../frame/chat/channels/bot/wire.ts';
import {
  type Answer,
  type AssistantBench,
  eventsOf,
  readUntil,
  type StreamEvent,
  startAssistant,
  wordsOf,
} from '../../support/assistantBench.ts';
import { type FakeModel, modelEnd, modelEvent, modelStream, startFakeModel } from '../../support/fakeModel.ts';

let model: FakeModel;
let assistant: AssistantBench;
beforeEach(async () => {
  model = await startFakeModel();
  assistant = await startAssistant({ model: { url: model.url, name: 'small' } });
});
afterEach(async () => {
  await assistant.close();
  await model.close();
});

/** Says one piece, and the rest when it is released. */
function heldModel(first: string, rest: string): () => void {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  model.answer = async (response) => {
    response.writeHead(200).write(modelEvent(first));
    await released;
    response.end(modelEvent(rest) + modelEnd);
  };
  return release;
}

const id = (): string => crypto.randomUUID();

describe('a streamed answer', () => {
  it('begins with its turn, tells its text and its parts in order, and ends with the whole answer', async () => {
    model.answer = modelStream('Our **prices**', ' are low.');
    const messageId = id();
    const response = await assistant.openStream('Shopify', { id: messageId });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = eventsOf(await response.text());
    expect(events.map(({ event }) => event)).toEqual(['start', 'text', 'text', 'part', 'answer']);
    expect(events.map((one) => one.id)).toEqual([1, 2, 3, 4, 5]);
    const answer = events.at(-1)?.data as unknown as Answer;
    expect(events[0]?.data).toEqual({
      _id: answer._id,
      to: messageId,
      context: { conversation_id: answer.context.conversation_id },
    });
    expect(wordsOf(answer)).toBe(events.map(({ data }) => (typeof data.text === 'string' ? data.text : '')).join(''));
    expect(answer.output.values).toEqual([{ type: 'markdown', text: 'Our **prices** are low.' }, events[3]?.data]);
    expect(parseBotAnswer(answer)).toMatchObject({ id: answer._id, isFailure: false });
  });

  it('comes as JSON for a client that does not accept a stream, with the same values', async () => {
    const response = await assistant.respond('Shopify', { id: id() });
    expect(response.headers.get('content-type')).toBe('application/json');
    const streamed = (await assistant.stream('Shopify', { id: id() })).at(-1)?.data as unknown as Answer;
    expect(((await response.json()) as Answer).output).toEqual(streamed.output);
  });

  it('begins before the language model has said anything', async () => {
    model.answer = () => {};
    const stop = new AbortController();
    const response = await assistant.openStream('Shopify', { id: id(), signal: stop.signal });
    expect(await readUntil(response, 'start')).toContain('event: start\nid: 1\n');
    stop.abort();
  });

  it('is in the history from its beginning, and whole at its end', async () => {
    const release = heldModel('Half', ' and half.');
    const response = await assistant.openStream('Shopify', { id: id() });
    const [start] = eventsOf(`${(await readUntil(response, 'text')).split('\n\n')[0]}\n\n`);
    const { conversation_id: conversationId } = (start as StreamEvent).data.context as Answer['context'];
    expect(await assistant.history(conversationId)).toEqual([
      {
        ...{ _id: start?.data._id, timestamp: expect.any(String), partial: true },
        data: { input: { text: 'Shopify' }, output: { values: [{ type: 'markdown', text: 'Half' }] } },
      },
    ]);
    release();
    const whole = await assistant.ask('Shopify', { conversationId, id: id() });
    const history = await assistant.history(conversationId);
    expect(history.map(({ partial }) => partial)).toEqual([undefined, undefined]);
    expect(history[0]?.data.output.values[0]).toEqual({ type: 'markdown', text: 'Half and half.' });
    expect(history[1]?.data.output).toEqual(whole.output);
    expect(parseHistory(history).map(({ visitorText }) => visitorText)).toEqual(['Shopify', 'Shopify']);
  });
});

describe('a message that is sent again', () => {
  it('gets the answer that it had, once in the history', async () => {
    const messageId = id();
    const first = (await assistant.stream('Shopify', { id: messageId })).at(-1)?.data as unknown as Answer;
    const again = await assistant.openStream('Shopify', { id: messageId });
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(await again.json()).toEqual(first);
    expect(await assistant.ask('Shopify', { id: messageId })).toEqual(first);
    expect(await assistant.history(first.context.conversation_id)).toHaveLength(1);
    expect(model.requests).toHaveLength(1);
  });

  it('joins the answer that is being written, from its first event, after its connection was lost', async () => {
    const messageId = id();
    const release = heldModel('Half', ' and half.');
    const lost = new AbortController();
    const broken = await assistant.openStream('Shopify', { id: messageId, signal: lost.signal });
    await readUntil(broken, 'text');
    lost.abort();
    const again = assistant.stream('Shopify', { id: messageId });
    const whole = assistant.ask('Shopify', { id: messageId });
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    const events = await again;
    expect(events.map((one) => one.id)).toEqual([1, 2, 3, 4, 5]);
    expect(wordsOf(await whole)).toBe('Half and half.');
    expect(model.requests).toHaveLength(1);
    expect(model.cut()).toBe(0);
  });

  it('is written to its end without any reader', async () => {
    const release = heldModel('Half', ' and half.');
    const lost = new AbortController();
    const messageId = id();
    await readUntil(await assistant.openStream('Shopify', { id: messageId, signal: lost.signal }), 'text');
    lost.abort();
    release();
    expect(wordsOf(await assistant.ask('Shopify', { id: messageId }))).toBe('Half and half.');
  });

  it('is another message in another conversation', async () => {
    const messageId = id();
    const first = await assistant.ask('Shopify', { id: messageId });
    const other = await assistant.ask('');
    const again = await assistant.ask('Shopify', {
      id: messageId,
      conversationId: other.context.conversation_id,
    });
    expect(again._id).not.toBe(first._id);
    expect(again.context.conversation_id).toBe(other.context.conversation_id);
  });

  it('is two messages without an id, as an older widget sends it', async () => {
    const { context } = await assistant.ask('Shopify');
    await assistant.ask('Shopify', { conversationId: context.conversation_id });
    expect(await assistant.history(context.conversation_id)).toHaveLength(2);
  });
});

describe('stop', () => {
  it('keeps what was said as the answer, and ends the request to the language model', async () => {
    heldModel('Half', ' and half.');
    const messageId = id();
    const aborted = new AbortController();
    const response = await assistant.openStream('Shopify', { id: messageId, signal: aborted.signal });
    await readUntil(response, 'text');
    aborted.abort();
    const stopped = await assistant.ask('Shopify', { id: messageId, stop: true });
    expect(wordsOf(stopped)).toBe('Half');
    const [turn] = await assistant.history(stopped.context.conversation_id);
    expect(turn).toMatchObject({ _id: stopped._id, data: { output: stopped.output } });
    expect(turn?.partial).toBeUndefined();
    await expect.poll(() => model.cut()).toBe(1);
    expect(assistant.lines).toEqual([]);
  });

  it('returns a complete answer as it is', async () => {
    const messageId = id();
    const whole = await assistant.ask('Shopify', { id: messageId });
    expect(await assistant.ask('Shopify', { id: messageId, stop: true })).toEqual(whole);
  });

  it('answers 404 for a message that it does not know, and begins no turn', async () => {
    const { context } = await assistant.ask('');
    const response = await assistant.respond('Shopify', {
      ...{ id: id(), stop: true, conversationId: context.conversation_id },
    });
    expect(response.status).toBe(404);
    expect(await assistant.history(context.conversation_id)).toHaveLength(1);
  });
});

describe('the other calls of the contract', () => {
  it('says that it is ready, and that it streams', async () => {
    const response = await assistant.post('/v2/status', { context: { product: 'help', language: 'en-US' } });
    expect(await response.json()).toEqual({ status: 'Available', streams: true });
  });

  it('invites a visitor without beginning a conversation', async () => {
    const response = await assistant.post('/v2/message', { context: { pillwelcome: true }, input: { text: '' } });
    const { context, output } = (await response.json()) as Answer;
    expect(context).toBeUndefined();
    expect(output.values).toHaveLength(1);
  });

  it.each(['/v2/validate', '/v2/update'])('takes %s', async (path) => {
    expect((await assistant.post(path, { valid: true })).status).toBe(200);
  });

  it('has an empty history for a conversation that it does not know, which gets a new id', async () => {
    expect(await assistant.history('c-1')).toEqual([]);
    const { context } = await assistant.ask('Shopify', { conversationId: 'c-1' });
    expect(context.conversation_id).toMatch(/^[\da-f-]{36}$/);
  });
});
