import { describe, expect, it } from 'vitest';
import { createLineSender } from '../../../../frame/chat/channels/sync/lineSender.ts';
import { busyMsOf, createAsk, isFinalRefusal, withNoCookies } from '../../../../frame/chat/channels/sync/restCalls.ts';
import type { Entry } from '../../../../frame/chat/delivery/types.ts';
import { firstHost } from '../../../../frame/platform/backend/firstHost.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { createFakeBackend } from '../../../support/fakeBackend.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';

const answered = (status: number | undefined, retryAfter?: string) =>
  createError('CALL_FAILED', `answered ${status}`, { status, retryAfter });

describe('a call of the chat service', () => {
  it('[CH-110] goes to the address of a link, or to a path of the service, with the version', async () => {
    const { lifetime } = createFakeChannelPorts();
    const call = createFakeBackend({ '/': () => 'ok' });
    const service = () => ({ origin: 'https://chat.example', account: '1' });
    const ask = createAsk({ call, lifetime, appKey: 'key', service });
    const parse = (body: unknown) => body;
    await ask('https://node.example/chat/1?from=2', { method: 'GET', parse });
    await ask('/api/account/1.json?v=2', { method: 'GET', parse });
    await ask('/info', { method: 'POST', override: 'PUT', body: { a: 1 }, parse });
    expect(call.calls.map(({ hosts, path }) => [hosts, path])).toEqual([
      [['https://node.example'], '/chat/1?from=2&v=1'],
      [['https://chat.example'], '/api/account/1.json?v=2'],
      [['https://chat.example'], '/info?v=1'],
    ]);
    expect(call.calls.map(({ headers }) => headers)).toStrictEqual([
      { Authorization: 'LivePerson appKey=key' },
      { Authorization: 'LivePerson appKey=key' },
      { Authorization: 'LivePerson appKey=key', 'X-HTTP-Method-Override': 'PUT' },
    ]);
    expect(call.calls[2]).toMatchObject({ method: 'POST', body: { a: 1 }, isForeign: true, strategy: firstHost });
    expect(call.calls[2]).toMatchObject({ attemptTimeoutMs: 10_000, signal: lifetime.signal });
  });

  it.each([
    ['https://a.example/chat', 'https://a.example/chat?NC=true'],
    ['https://a.example/chat?v=1', 'https://a.example/chat?v=1&NC=true'],
    ['https://a.example/chat?NC=true', 'https://a.example/chat?NC=true'],
    ['https://a.example/chat?v=1&NC=false', 'https://a.example/chat?v=1&NC=false'],
    ['https://a.example/chat?SYNC=1', 'https://a.example/chat?SYNC=1&NC=true'],
  ])('[CH-110] asks for no cookies once: %s', (address, asked) => {
    expect(withNoCookies(address)).toBe(asked);
  });

  it.each([
    [400, true],
    [404, true],
    [410, true],
    [499, true],
    [399, false],
    [408, false],
    [425, false],
    [429, false],
    [500, false],
    [undefined, false],
  ])('[REL-21] is refused for good by status %s: %s', (status, isFinal) => {
    expect(isFinalRefusal(answered(status))).toBe(isFinal);
    expect(isFinalRefusal(Object.assign(new Error('other'), { status }))).toBe(false);
  });

  it.each([
    ['0', 2_000],
    ['20', 20_000],
    ['90', 30_000],
    [undefined, undefined],
    ['soon', undefined],
  ])('[REL-21] waits within limits for a Retry-After of %s: %s ms', (header, waitMs) => {
    expect(busyMsOf(answered(503, header), 0)).toBe(waitMs);
    expect(busyMsOf(Object.assign(new Error('other'), { retryAfter: header }), 0)).toBeUndefined();
  });
});

describe('a line on its way to live chat', () => {
  const entry = (text: string, position = 3) => ({ id: 'a', text, position }) as unknown as Entry;

  function setUp(failures: readonly unknown[] = []) {
    const { ports, clock } = createFakeChannelPorts();
    const left = [...failures];
    const sent: string[] = [];
    const rest = {
      async addLine(text: string) {
        sent.push(text);
        const failure = left.shift();
        if (failure === 'hang') await new Promise(() => {});
        if (failure !== undefined) throw failure;
      },
    };
    return { clock, sent, sender: createLineSender(ports, { rest, serviceNow: clock.now }) };
  }

  it.each([
    ['400', answered(400), { type: 'refused' }],
    ['413', answered(413), { type: 'refused' }],
    ['429', answered(429), { type: 'busy', retryAfterMs: undefined }],
    ['429 with a wait', answered(429, '7'), { type: 'busy', retryAfterMs: 7_000 }],
    ['503 with a long wait', answered(503, '90'), { type: 'busy', retryAfterMs: 30_000 }],
    ['503', answered(503), { type: 'unknown' }],
    ['500 with a wait', answered(500, '7'), { type: 'unknown' }],
    ['no status', answered(undefined), { type: 'unknown' }],
    ['a fault of the widget', new Error('broken'), { type: 'unknown' }],
  ])('[CH-130][REL-21] has the right outcome after %s', async (_, failure, outcome) => {
    const { clock, sender } = setUp([failure]);
    const published = sender.publish(entry('one'));
    await clock.advance(500);
    expect(await published).toEqual(outcome);
  });

  it('[CH-130] is attempted twice, and again from the start after a refusal', async () => {
    const { clock, sent, sender } = setUp([answered(500), answered(500), answered(500)]);
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const published = sender.publish(entry('one'));
      await clock.advance(500);
      outcomes.push((await published).type);
    }
    expect(outcomes).toEqual(['unknown', 'unknown', 'refused', 'unknown', 'acked']);
    expect(sent).toHaveLength(4);
  });

  it('[REL-13] is delivered by its echo, and by no other line', async () => {
    const { sender } = setUp(['hang']);
    expect(sender.arrived('one', 4)).toBe(false);
    const published = sender.publish(entry('one'));
    expect([sender.arrived('two', 4), sender.arrived('one', 3), sender.arrived('one', 4)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(sender.arrived('one', 5)).toBe(false);
    expect(await published).toEqual({ type: 'echoed', position: 4 });
  });
});
