import * as Comlink from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { openHost } from '../../frame/host/connect.ts';
import { createCookieJar } from '../../frame/host/cookieJar.ts';
import { textEndpoint } from '../../frame/host/textEndpoint.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import {
  apply,
  closeEnds,
  createEnd,
  delivered,
  exposeFrame,
  exposeLoader,
  exposeRaw,
  notify,
  pass,
  passQuarter,
} from '../support/bridgeEnds.ts';
import { createFakeClock } from '../support/fakeClock.ts';

/** What has to work: Comlink in the frame calls the loader, whose one-way messages reach the frame. */

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** The page's methods as the frame has them. */
function hostOn(port: MessagePort) {
  const clock = createFakeClock();
  const none = () => {};
  const api = { look: none, link: none, pill: none, show: none };
  const host = openHost(port, api, { clock, lifetime: createLifetime(), cookies: createCookieJar(clock) });
  return { clock, host, calls: host as unknown as Calls };
}

/** Comlink alone, for answers that the frame does not use. */
const wrap = (port: MessagePort): Calls => Comlink.wrap(textEndpoint(port)) as unknown as Calls;

/** Records of the kinds that cross. */
const samples: readonly unknown[] = [
  { className: '', title: 'تواصل معنا', value: '9+', ariaLabel: null, bottom: '16px', ariaExpanded: 'false' },
  [{ kind: 'chat-link', href: 'https://northwind.example/', focusArea: 'cloud' }],
  { width: 1280, height: 800, nested: [null, true, 0.5, '😀'] },
];

/** Methods whose arguments or answers the frame adapts. */
const adapted = ['openUrl', 'readStore', 'writeStore', 'emit'];

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
});

describe("the frame's Comlink calls the loader's dispatcher", () => {
  it.each(hostMethods)('[SH-001][SH-019] %s receives its arguments and answers', async (name) => {
    const end = createEnd(exposeLoader, hostMethods, (called) => ({ called, list: [1, 2] }));
    const answer = await wrap(end.port)[name]?.(...samples);
    expect(answer).toEqual({ called: name, list: [1, 2] });
    expect(end.reached).toEqual([{ name, args: samples }]);
    expect(end.left()).toBe(0);
  });

  it.each(hostMethods.filter((name) => !adapted.includes(name)))(
    '[SH-001][SH-019] the frame’s %s reaches the loader with its arguments, and has no answer',
    async (name) => {
      const end = createEnd(exposeLoader, hostMethods);
      const { calls } = hostOn(end.port);
      await calls[name]?.(...samples);
      await delivered();
      expect(end.reached).toEqual([{ name, args: samples }]);
      // Nobody would read an answer (F-PG28).
      expect(end.answers).toEqual([]);
    },
  );

  it('[SH-001] answers concurrent calls, each to its caller', async () => {
    const end = createEnd(exposeLoader, hostMethods, (name) => name);
    const host = wrap(end.port);
    expect(await Promise.all(hostMethods.map((name) => host[name]?.()))).toEqual([...hostMethods]);
  });

  it.each([
    ['the address', 'https://northwind.example/', true],
    ['nothing', undefined, false],
  ])(
    '[SH-001][SH-019] openUrl says whether the page opened the address when it answers %s',
    async (_, value, opened) => {
      const end = createEnd(exposeLoader, hostMethods, () => value);
      const { host } = hostOn(end.port);
      expect(await host.openUrl('https://northwind.example/', 'tab')).toBe(opened);
      expect(end.reached).toEqual([{ name: 'openUrl', args: ['https://northwind.example/', 'tab'] }]);
    },
  );

  it('[SH-001][SH-009] emit names the event without the prefix that the loader adds', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    await hostOn(end.port).host.emit('cm-unread', { count: 2 });
    await delivered();
    expect(end.reached).toEqual([{ name: 'emit', args: ['unread', { count: 2 }] }]);
  });

  it('[SH-001][SH-019] readStore and writeStore use the list of cookies that the page answers', async () => {
    const end = createEnd(exposeLoader, hostMethods, () => ['cm-pill-events=a%20b']);
    const { host } = hostOn(end.port);
    expect(await host.readStore('cm-pill-events')).toBe('a b');
    expect(await host.writeStore('cm-pill-events', 'a b', 60)).toBe(true);
    expect(await host.writeStore('cm-pill-events', 'c')).toBe(false);
    expect(end.reached.slice(0, 2)).toEqual([
      { name: 'readStore', args: [] },
      { name: 'writeStore', args: ['cm-pill-events=a%20b', 60] },
    ]);
  });

  it('[BR-45] answers a call that throws with its id alone, without text, stack or address', async () => {
    const end = createEnd(exposeLoader, hostMethods, () => {
      throw new Error('https://shop.example/cart?token=secret');
    });
    expect(await wrap(end.port).page?.()).toBeUndefined();
    expect(end.answers.map((answer) => Object.keys(answer))).toEqual([['id']]);
    expect(JSON.stringify(end.answers)).not.toMatch(/secret|stack|shop\.example/);
  });

  it('[SH-019] answers an unknown name with the same refusal', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    expect(await wrap(end.port).querySelector?.('form')).toBeUndefined();
    expect(end.answers.map((answer) => Object.keys(answer))).toEqual([['id']]);
    expect(end.reached).toEqual([]);
  });

  it('lets a call time out when its answer cannot be cloned, and serves the next one', async () => {
    const end = createEnd(exposeLoader, hostMethods, (name) => (name === 'openUrl' ? () => {} : ['cm-pill-events=1']));
    const { host, clock } = hostOn(end.port);
    const opened = host.openUrl('https://northwind.example/', 'tab').catch(({ code }) => code);
    await delivered();
    expect(end.answers).toEqual([]);
    await clock.advance(5_000);
    expect(await opened).toBe('BRIDGE_TIMEOUT');
    expect(await host.readStore('cm-pill-events')).toBe('1');
  });
});

describe("the loader's messages reach the frame's guarded dispatcher", () => {
  it.each(frameMethods)('[SH-001][SH-020] %s receives its value', async (name) => {
    const end = createEnd(exposeFrame, frameMethods);
    notify(end.port, name, samples);
    await delivered();
    expect(end.reached).toEqual([{ name, args: [samples] }]);
  });

  it('[SH-020] keeps the order of messages', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    for (const name of frameMethods) notify(end.port, name, []);
    await delivered();
    expect(end.reached.map(({ name }) => name)).toEqual([...frameMethods]);
  });

  it('[SH-020] drops an unknown name, and every value but the first', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    notify(end.port, 'readToken', 'x');
    await end.attackRaw(['show', 'cm-open', 'cm-close']);
    expect(end.reached).toEqual([{ name: 'show', args: ['cm-open'] }]);
  });

  it('[BR-45][F-PG6] returns nothing to the page, whatever a function of the frame returns', async () => {
    const end = createEnd(exposeFrame, frameMethods, () => ({ token: 'secret' }));
    notify(end.port, 'show', 'cm-open');
    await end.attackRaw(apply('show', 'cm-open'));
    expect(end.answers).toEqual([]);
  });
});

describe('rate', () => {
  it.each([
    ['loader', 250, exposeLoader, hostMethods],
    ['frame', 1_000, exposeFrame, frameMethods],
  ] as const)(
    '[BR-25] limits a flood of 1,500 calls: the %s runs %i, then serves again',
    async (side, most, expose, names) => {
      const end = createEnd(expose, names);
      for (let count = 0; count < 1_500; count += 1) end.post(end.call(names[0]));
      await delivered();
      expect(end.reached.length).toBe(most);
      expect(end.left()).toBe(side === 'loader' ? 1_500 - most : 0);
      pass(1_000);
      await end.attack(end.call(names[0]));
      expect(end.reached.length).toBe(most + 1);
    },
  );

  it('[BR-25][F-SE25] leaves the page at the 251st call in 250 ms, over all ports of the frame', async () => {
    const first = createEnd(exposeLoader, hostMethods);
    const second = createEnd(exposeLoader, hostMethods);
    for (let count = 0; count < 200; count += 1) first.post(first.call('page'));
    await delivered();
    for (let count = 0; count < 50; count += 1) second.post(second.call('page'));
    await delivered();
    expect([first.left(), second.left()]).toEqual([0, 0]);
    await second.attack(second.call('page'));
    expect([first.left(), second.left()]).toEqual([0, 1]);
    expect(second.reached).toHaveLength(50);
  });

  it('[BR-25] serves all of 200 calls a second for 60 seconds', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    for (let quarter = 1; quarter <= 240; quarter += 1) {
      passQuarter();
      for (let count = 0; count < 50; count += 1) end.post(end.call('page'));
      await vi.waitFor(() => expect(end.reached.length).toBe(quarter * 50), { timeout: 30_000, interval: 1 });
    }
    expect(end.left()).toBe(0);
  });

  it('[BR-25] control: raw Comlink runs all 5,000 calls', async () => {
    const end = createEnd(exposeRaw, hostMethods);
    for (let count = 0; count < 5_000; count += 1) end.port.postMessage(apply('page'));
    await delivered();
    await vi.waitFor(() => expect(end.reached.length).toBe(5_000), { timeout: 10_000 });
  });
});
