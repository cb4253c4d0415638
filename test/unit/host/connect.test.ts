import { afterEach, describe, expect, it, vi } from 'vitest';
import { hello, protocol } from '../../../bridge/wire.ts';
import { greetHost, openHost } from '../../../frame/host/connect.ts';
import { createCookieJar } from '../../../frame/host/cookieJar.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const lifetimes: ReturnType<typeof createLifetime>[] = [];
afterEach(() => {
  for (const lifetime of lifetimes.splice(0)) lifetime.end();
});

function newLifetime() {
  const lifetime = createLifetime();
  lifetimes.push(lifetime);
  return lifetime;
}

function greet({ isFramed = true } = {}) {
  const frame = new EventTarget();
  const parent = { postMessage: vi.fn() };
  const self = Object.assign(frame, { parent: isFramed ? parent : frame, postMessage: parent.postMessage });
  const lifetime = newLifetime();
  const port = { name: 'port' };
  const answer = (message: object = {}) =>
    frame.dispatchEvent(
      Object.assign(new Event('message'), {
        source: self.parent,
        ports: [port],
        data: protocol,
        origin: 'https://shop.example',
        ...message,
      }),
    );
  let outcome: unknown = 'waiting';
  greetHost(self as unknown as Window, lifetime).then(
    (greeting) => {
      outcome = greeting;
    },
    (error: { code: string; message: string }) => {
      outcome = `${error.code}: ${error.message}`;
    },
  );
  const outcomeAfter = async (message?: object) => {
    answer(message);
    await Promise.resolve();
    await Promise.resolve();
    return outcome;
  };
  return { parent, port, lifetime, answer, outcomeAfter };
}

describe('the greeting', () => {
  it('[SH-018] says hello and nothing else to any parent, and takes port and origin from its answer', async () => {
    const { parent, port, outcomeAfter } = greet();
    expect(parent.postMessage.mock.calls).toEqual([[hello, '*']]);
    expect(await outcomeAfter()).toEqual({ port, origin: 'https://shop.example' });
  });

  it.each([
    ['from another window', { source: {} }],
    ['without a port', { ports: [] }],
    ['with two ports', { ports: [{}, {}] }],
    ['that is no number', { data: `${protocol}` }],
  ])('ignores a message %s, and waits for the answer', async (_, message) => {
    const { port, outcomeAfter } = greet();
    expect(await outcomeAfter(message)).toBe('waiting');
    expect(await outcomeAfter()).toMatchObject({ port });
  });

  it('ignores messages when no page has the frame', async () => {
    const { outcomeAfter } = greet({ isFramed: false });
    expect(await outcomeAfter()).toBe('waiting');
  });

  it('refuses a loader of another version', async () => {
    const { outcomeAfter } = greet();
    expect(await outcomeAfter({ data: protocol + 1 })).toMatch(/^BRIDGE_REFUSED: .*different versions/);
  });

  it('stops to listen at the first answer, and at the end', async () => {
    const { lifetime, outcomeAfter } = greet();
    lifetime.end();
    expect(await outcomeAfter()).toBe('waiting');
  });
});

/** `answer` is the loader's: the value of an answer, or undefined to stay silent, or an error to refuse. */
function open(answer: (name: string, args: unknown[]) => unknown = () => undefined) {
  const { port1, port2 } = new MessageChannel();
  const clock = createFakeClock();
  const lifetime = newLifetime();
  const cookies = createCookieJar(clock);
  const calls: unknown[][] = [];
  const texts: unknown[] = [];
  const shown: unknown[] = [];
  port2.onmessage = ({ data }) => {
    texts.push(data);
    const { id, path, argumentList } = JSON.parse(data);
    const args = argumentList.map(({ value }: { value: unknown }) => value);
    calls.push([...path, ...args]);
    const value = answer(path[0], args);
    if (value instanceof Error) port2.postMessage({ id });
    else if (value !== undefined) port2.postMessage({ id, type: 'RAW', value });
  };
  const none = () => {};
  const api = { look: none, link: none, pill: none, show: (command: unknown) => void shown.push(command) };
  const host = openHost(port1, api, { clock, lifetime, cookies });
  lifetime.add(() => port2.close());
  return { host, clock, lifetime, cookies, calls, texts, shown, port2 };
}

describe('calls of the page', () => {
  it('[SH-001][F-SE24] cross as the JSON text of Comlink’s messages', async () => {
    const { host, texts } = open();
    await host.setLinks({ chat: 'Chat' }, ['chat']);
    void host.openUrl('https://shop.example/', 'tab').catch(() => {});
    await vi.waitFor(() => expect(texts).toHaveLength(2), 30_000);
    expect(JSON.parse(texts[0] as string)).toEqual({
      path: ['setLinks'],
      argumentList: [{ value: { chat: 'Chat' } }, { value: ['chat'] }],
    });
    expect(JSON.parse(texts[1] as string)).toEqual({
      id: expect.any(String),
      type: 'APPLY',
      path: ['openUrl'],
      argumentList: [
        { type: 'RAW', value: 'https://shop.example/' },
        { type: 'RAW', value: 'tab' },
      ],
    });
  });

  it.each([
    ['is silent', undefined],
    ['refuses', new Error('refused')],
  ])('resolve at once where nobody waits for the result, even if the page %s', async (_, answer) => {
    const { host, calls, clock } = open(() => answer);
    await host.focus(true);
    await vi.waitFor(() => expect(calls).toEqual([['focus', true]]), 30_000);
    await clock.advance(5_000);
    expect(clock.pending).toBe(0);
  });

  it('end with a timeout after five seconds', async () => {
    const { host, clock } = open();
    const call = host.openUrl('https://shop.example/', 'tab').catch(({ code, message }) => `${code}: ${message}`);
    expect(clock.pending).toBe(1);
    await clock.advance(5_000);
    expect(await call).toBe('BRIDGE_TIMEOUT: the page did not answer openUrl');
  });

  it.each([
    ['true when the page opened it', 'https://shop.example/', true],
    ['false when the page refused', new Error('refused'), false],
  ])('openUrl is %s, and leaves no timer', async (_, answer, expected) => {
    const { host, clock, calls } = open(() => answer);
    expect(await host.openUrl('https://shop.example/', 'tab')).toBe(expected);
    expect(calls).toEqual([['openUrl', 'https://shop.example/', 'tab']]);
    expect(clock.pending).toBe(0);
  });

  it('readStore asks only when the cookies are not fresh', async () => {
    const { host, calls, cookies, clock } = open(() => ['cm-flag=asked']);
    cookies.seen(['cm-flag=seen']);
    expect(await host.readStore('cm-flag')).toBe('seen');
    expect(calls).toEqual([]);
    clock.jump(2_000);
    expect(await host.readStore('cm-flag')).toBe('asked');
    expect(await host.readStore('cm-flag')).toBe('asked');
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['refuses', new Error('refused')],
    ['does not answer', undefined],
    ['answers what is no list', true],
  ])('[SH-111] readStore returns the cookies as last seen if the page %s', async (_, answer) => {
    const { host, cookies, clock } = open(() => answer);
    cookies.seen(['cm-flag=seen']);
    clock.jump(2_000);
    const flag = host.readStore('cm-flag');
    // An answer arrives in real time, before the limit.
    if (answer === undefined) await clock.advance(5_000);
    expect(await flag).toBe('seen');
    expect(cookies.isFresh()).toBe(false);
  });

  it.each([
    ['stores the escaped value', 'a b', ['cm-a=1', 'cm-flag=a%20b'], ['cm-flag=a%20b', 60], true, 'a b'],
    ['says that the browser did not store', 'a b', ['cm-a=1'], ['cm-flag=a%20b', 60], false, null],
    ['says that the browser has another value', 'a b', ['cm-flag=old'], ['cm-flag=a%20b', 60], false, 'old'],
    ['removes with the age 0', null, [], ['cm-flag=', 0], true, null],
    ['says that the browser did not remove', null, ['cm-flag='], ['cm-flag=', 0], false, ''],
    ['takes an answer that is no list for a refusal', 'a b', true, ['cm-flag=a%20b', 60], false, 'old'],
    ['says that a refused cookie was not stored', 'a b', new Error('refused'), ['cm-flag=a%20b', 60], false, 'old'],
    ['says that a refused cookie was not removed', null, new Error('refused'), ['cm-flag=', 0], false, 'old'],
  ])('writeStore %s', async (_, value, answer, args, expected, left) => {
    const { host, calls, cookies } = open(() => answer);
    cookies.seen(['cm-flag=old']);
    expect(await host.writeStore('cm-flag', value, 60)).toBe(expected);
    expect(calls[0]).toEqual(['writeStore', ...args]);
    expect(await host.readStore('cm-flag')).toBe(left);
    expect(calls).toHaveLength(1);
  });

  it('reach the frame by the same port until the end', async () => {
    const { shown, port2, lifetime, host, calls } = open();
    port2.postMessage(['show', 'cm-open']);
    await vi.waitFor(() => expect(shown).toEqual(['cm-open']), 30_000);
    lifetime.end();
    await host.focus(true);
    expect(calls).toEqual([]);
  });
});
