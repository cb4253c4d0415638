import * as Comlink from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { comlinkEndpoint } from '../../frame/host/comlinkEndpoint.ts';
import {
  apply,
  closeEnds,
  createEnd,
  delivered,
  exposeFrame,
  exposeLoader,
  exposeRaw,
  notify,
  passQuarter,
  stepPerformanceClock,
} from '../support/bridgeEnds.ts';

/** What has to work: both programs send and accept Comlink's messages, in both directions. */

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>;

const wrap = (port: MessagePort): Calls => Comlink.wrap(comlinkEndpoint(port)) as unknown as Calls;

/** How a call ends. A rejection carries nothing, on purpose. */
const outcomeOf = (call: Promise<unknown> | undefined): Promise<string> =>
  (call ?? Promise.reject()).then(
    () => 'answered',
    () => 'rejected',
  );

/** Records of the kinds that cross. */
const samples: readonly unknown[] = [
  { className: 'blue busy', text: 'تواصل معنا', badge: '9+', label: 'Contact us', bottom: 16, expanded: false },
  [{ id: 3, kind: 'chat-link', href: 'https://northwind.example/', focusArea: 'cloud' }],
  { width: 1280, height: 800, nested: [null, true, 0.5, '😀'] },
];

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
  });

  it('[SH-001] answers concurrent calls, each to its caller', async () => {
    const end = createEnd(exposeLoader, hostMethods, (name) => name);
    const host = wrap(end.port);
    expect(await Promise.all(hostMethods.map((name) => host[name]?.()))).toEqual([...hostMethods]);
  });

  it('[BR-45] answers a call that throws with a generic rejection, without text, stack or address', async () => {
    const end = createEnd(exposeLoader, hostMethods, () => {
      throw new Error('https://shop.example/cart?token=secret');
    });
    expect(await outcomeOf(wrap(end.port).page?.())).toBe('rejected');
    expect(JSON.stringify(end.answers)).not.toMatch(/secret|stack|shop\.example/);
  });

  it('[SH-019] answers an unknown name with the same generic rejection', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    expect(await outcomeOf(wrap(end.port).querySelector?.('form'))).toBe('rejected');
    expect(end.reached).toEqual([]);
  });

  it('lets a call time out when its answer cannot be cloned, and serves the next one', async () => {
    const end = createEnd(exposeLoader, hostMethods, (name) => (name === 'page' ? () => {} : 'fine'));
    let settled = false;
    wrap(end.port)
      .page?.()
      .finally(() => {
        settled = true;
      });
    await delivered();
    expect(settled).toBe(false);
    expect(await wrap(end.port).focus?.()).toBe('fine');
  });
});

describe("the loader's notify calls the frame's guarded dispatcher", () => {
  it.each(frameMethods)('[SH-001][SH-020] %s receives its argument', async (name) => {
    const end = createEnd(exposeFrame, frameMethods);
    notify(end.port, name, samples);
    await delivered();
    expect(end.reached).toEqual([{ name, args: [samples] }]);
  });

  it('[SH-020] keeps the order of calls', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    for (const name of frameMethods) notify(end.port, name, []);
    await delivered();
    expect(end.reached.map(({ name }) => name)).toEqual([...frameMethods]);
  });

  it('[SH-020] answers an unknown name with a generic rejection', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    expect(await outcomeOf(wrap(end.port).readToken?.())).toBe('rejected');
    expect(end.reached).toEqual([]);
  });

  it('[BR-45] answers a call that throws with a generic rejection, without text, stack or address', async () => {
    const end = createEnd(exposeFrame, frameMethods, () => {
      throw new Error('token secret at https://widget.example/frame');
    });
    expect(await outcomeOf(wrap(end.port).show?.())).toBe('rejected');
    expect(JSON.stringify(end.answers)).not.toMatch(/secret|widget\.example|\.ts:/);
  });

  it('[BR-45] returns no value to the page, whatever a function of the frame returns', async () => {
    const end = createEnd(exposeFrame, frameMethods, () => ({ token: 'secret' }));
    expect(await wrap(end.port).show?.()).toBeUndefined();
    expect(JSON.stringify(end.answers)).not.toContain('secret');
  });
});

describe('rate', () => {
  it.each([
    ['loader', 250, exposeLoader, hostMethods],
    ['frame', 1_000, exposeFrame, frameMethods],
  ] as const)(
    '[BR-25] limits a flood of 5,000 calls: the %s runs %i, then serves again',
    async (_, most, expose, names) => {
      stepPerformanceClock(0);
      const end = createEnd(expose, names);
      for (let count = 0; count < 5_000; count += 1) notify(end.port, names[0], []);
      await delivered();
      expect(end.reached.length).toBe(most);
      stepPerformanceClock(2_000);
      passQuarter();
      await wrap(end.port)[names[0]]?.();
      expect(end.reached.length).toBe(most + 1);
    },
  );

  it('[BR-25] serves all of 200 calls a second for 60 seconds', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    for (let quarter = 1; quarter <= 240; quarter += 1) {
      passQuarter();
      for (let count = 0; count < 50; count += 1) notify(end.port, 'page', []);
      await vi.waitFor(() => expect(end.reached.length).toBe(quarter * 50), { timeout: 30_000, interval: 1 });
    }
  });

  it('[BR-25] control: raw Comlink runs all 5,000 calls', async () => {
    const end = createEnd(exposeRaw, hostMethods);
    for (let count = 0; count < 5_000; count += 1) end.port.postMessage(apply('page'));
    await delivered();
    await vi.waitFor(() => expect(end.reached.length).toBe(5_000), { timeout: 10_000 });
  });
});
