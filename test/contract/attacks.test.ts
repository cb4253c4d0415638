import { inspect } from 'node:util';
import * as Comlink from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import {
  apply,
  type BridgeEnd,
  closeEnds,
  createEnd,
  exposeFrame,
  exposeLoader,
  exposeRaw,
} from '../support/bridgeEnds.ts';

/** What must not work. Each attack runs against both ends; the controls show that it succeeds on raw Comlink. */

const ends = [
  ['loader', exposeLoader, hostMethods],
  ['frame', exposeFrame, frameMethods],
] as const;

const world = globalThis as Record<string, unknown>;

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
  delete world.attacked;
  delete (Object.prototype as Record<string, unknown>).polluted;
});

/** Expects that no function was reached, nothing changed in this realm, and an allowed call is still answered. */
async function expectUnharmed(end: BridgeEnd, name: string): Promise<void> {
  expect(end.reached).toEqual([]);
  expect(world.attacked).toBeUndefined();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  await end.attack(end.call(name, 'still there'));
  expect(end.reached).toEqual([{ name, args: ['still there'] }]);
}

/** The values of the answers. A refusal has none. */
const valuesOf = (end: BridgeEnd): readonly unknown[] =>
  end.answers.map(({ value }) => value).filter((value) => value !== undefined);

describe.each(ends)('%s', (side, expose, names) => {
  const allowed: string = names[0];
  const create = () => createEnd(expose, names);
  /** A call by a path, as this end reads it. */
  const along = (path: unknown): unknown =>
    side === 'loader' ? { ...apply(allowed, 'attacked'), path } : [path, 'attacked'];

  it.each(['GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'apply', 'EVAL', '', 7, null, {}, ['APPLY']])(
    '[BR-20] does nothing but call a listed function, whatever the verb: %j',
    async (type) => {
      const end = create();
      await end.attack({ ...apply(allowed, 'x'), type, value: { type: 'RAW', value: 'attacked' } });
      // The loader reads no verb. The frame reads no record.
      expect(end.reached.splice(0)).toEqual(side === 'loader' ? [{ name: allowed, args: ['x'] }] : []);
      await end.attack({ id: '1', type, path: [], value: { type: 'RAW', value: 'attacked' } });
      expect(JSON.stringify(end.answers)).not.toContain('attacked');
      await expectUnharmed(end, allowed);
    },
  );

  it('[BR-20] keeps listening after a RELEASE', async () => {
    const end = create();
    await end.attack({ id: '1', type: 'RELEASE', path: [] });
    await expectUnharmed(end, allowed);
  });

  it('[BR-20] creates no other port', async () => {
    const end = create();
    await end.attack({ id: '1', type: 'ENDPOINT', path: [] });
    await end.attack({ id: '2', type: 'ENDPOINT', path: [allowed] });
    expect(valuesOf(end)).toEqual([]);
    await expectUnharmed(end, allowed);
  });

  const wrongNames: readonly unknown[] = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    '__lookupGetter__',
    'then',
    'toJSON',
    '',
    ' ',
    'Symbol(Symbol.iterator)',
    '@@iterator',
    `${allowed} `,
    allowed.toUpperCase(),
    `${allowed}.constructor`,
    'x'.repeat(100_000),
    0,
    -1,
    Number.NaN,
    null,
    undefined,
    true,
    {},
    { toString: allowed },
  ];

  it.each(wrongNames.map((name) => [inspect(name, { maxStringLength: 30 }), name]))(
    '[BR-21] refuses the name %s',
    async (_label, name) => {
      const end = create();
      await end.attack(end.call(name, 'attacked'));
      await end.attack(apply(name, 'attacked'));
      expect(valuesOf(end)).toEqual([]);
      await expectUnharmed(end, allowed);
    },
  );

  it.each<[string, unknown]>([
    ['no step', []],
    ['two steps', [names[0], 'call']],
    ['a step into the function', [names[0], 'constructor']],
    ['a step up', ['__proto__', 'polluted']],
    ['several names', [names[0], names[1]]],
    ['100,000 steps', Array.from({ length: 100_000 }, () => 'constructor')],
    ['a record', { 0: names[0], length: 1 }],
    ['a record with a text of its own', { toString: names[0] }],
    ['a hole', new Array(1)],
    ['nothing', undefined],
  ])('[BR-21] refuses a path of %s', async (_what, path) => {
    const end = create();
    await end.attack(along(path));
    await expectUnharmed(end, allowed);
  });

  it.each<[string, unknown]>([
    ['string', allowed],
    ['nested array', [[allowed]]],
    ['deeply nested array', [[[[allowed]]]]],
  ])('[BR-21] maps a path given as a %s to the function of that name, or to nothing', async (_what, path) => {
    const end = create();
    await end.attack(along(path));
    for (const { name } of end.reached) expect(name).toBe(allowed);
    expect(end.reached.length).toBeLessThanOrEqual(1);
    end.reached.length = 0;
    await end.attack(along(JSON.parse(JSON.stringify(path).replace(allowed, 'constructor'))));
    await expectUnharmed(end, allowed);
  });

  it('[BR-21] pollutes no prototype by SET along __proto__', async () => {
    const end = create();
    for (const path of [
      ['__proto__', 'polluted'],
      ['__proto__', '__proto__', 'polluted'],
      [allowed, '__proto__', 'polluted'],
    ]) {
      await end.attack({ id: '1', type: 'SET', path, value: { type: 'RAW', value: true } });
      await end.attack({ id: '1', type: 'SET', path, argumentList: [{ type: 'RAW', value: true }] });
    }
    await expectUnharmed(end, allowed);
  });

  it('[BR-21] never reaches Function', async () => {
    const end = create();
    const code = [{ type: 'RAW', value: 'globalThis.attacked = true' }];
    await end.attack({ id: '1', type: 'CONSTRUCT', path: [allowed, 'constructor'], argumentList: code });
    await end.attack({ id: '2', type: 'APPLY', path: [allowed, 'constructor'], argumentList: code });
    await end.attack({ id: '3', type: 'APPLY', path: ['constructor', 'constructor'], argumentList: code });
    await expectUnharmed(end, allowed);
  });

  it.each<[string, unknown]>([
    ['proxy', { type: 'HANDLER', name: 'proxy', value: null }],
    ['throw', { type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: 'x' } } }],
    ['unknown', { type: 'HANDLER', name: 'attack', value: 1 }],
    ['inherited', { type: 'HANDLER', name: 'constructor', value: 1 }],
    ['untyped', { value: 1 }],
    ['other', { type: 'raw', value: 1 }],
  ])('[BR-22] hands Comlink’s argument of kind %s on as data', async (_what, argument) => {
    const end = create();
    const fine = { type: 'RAW', value: 'fine' };
    await end.attack(side === 'loader' ? { ...apply(allowed), argumentList: [fine, argument] } : [allowed, argument]);
    const args = side === 'loader' ? ['fine', (argument as { value: unknown }).value] : [argument];
    expect(end.reached.splice(0)).toEqual([{ name: allowed, args }]);
    await expectUnharmed(end, allowed);
  });

  it('[BR-22] ignores a transferred port', async () => {
    const end = create();
    const { port1, port2 } = new MessageChannel();
    const argumentList = [{ type: 'HANDLER', name: 'proxy', value: port2 }];
    await end.attackRaw({ ...apply(allowed), argumentList }, [port2]);
    port1.close();
    await expectUnharmed(end, allowed);
  });

  it.each<[string, unknown]>([
    ['a string', 'abc'],
    ['a record', { 0: { type: 'RAW', value: 1 }, length: 1 }],
    ['a record with a length and a function’s name', { length: 1, map: 'x' }],
    ['null in it', [null]],
    ['nothing', undefined],
    ['100,000', Array.from({ length: 100_000 }, () => ({ type: 'RAW', value: 1 }))],
  ])('[BR-23] refuses an argument list of %s', async (_what, argumentList) => {
    const end = create();
    await end.attack({ ...apply(allowed), argumentList });
    await expectUnharmed(end, allowed);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'cm-hello'],
    ['a JSON string', JSON.stringify(names[0])],
    ['a number', Number.NaN],
    ['a big integer', 10n],
    ['an empty array', []],
    ['a date', new Date(0)],
    ['a regular expression', /a/],
    ['a map', new Map([['id', '1']])],
    ['bytes', new Uint8Array(1_000)],
    ['an error', new Error('x')],
    ['another library: {path}', { path: '/checkout' }],
    ['another library: {id, type}', { id: 'a', type: 'webpackOk' }],
    ['another library: {argumentList}', { id: 'a', type: 'APPLY', argumentList: 'x' }],
  ])('[BR-23] gives a message that is %s no value', async (_what, message) => {
    const end = create();
    await end.attack(message);
    await end.attackRaw(message);
    expect(valuesOf(end)).toEqual([]);
    await expectUnharmed(end, allowed);
  });

  it('[BR-23] survives a message that contains itself', async () => {
    const end = create();
    const loop: Record<string, unknown> = apply('constructor');
    loop.self = loop;
    loop.argumentList = [loop];
    await end.attackRaw(loop);
    const list: unknown[] = ['constructor'];
    list.push(list);
    await end.attackRaw(list);
    await expectUnharmed(end, allowed);
  });

  it.each<[string, unknown]>([
    ['a string of 5 MB', 'x'.repeat(5_000_000)],
    [
      'a record of 100,000 fields',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, index])),
    ],
    // 50 MB in a browser: bridgeCompromised.spec.
    ['a buffer of 5 MB', new ArrayBuffer(5_000_000)],
    // As JSON, ten times as long.
    ['bytes of 100 kB', new Uint8Array(100_000)],
    ['an array 1,000 levels deep', Array.from({ length: 1_000 }).reduce((inner) => [inner], 'x' as unknown)],
  ])('[BR-24] survives %s as id, name, path and message', async (_what, huge) => {
    const end = create();
    await end.attack(end.call(huge));
    await end.attack(end.call('constructor', huge));
    await end.attack(along(huge));
    await end.attack({ ...apply('constructor'), id: huge });
    await end.attack({ ...apply('constructor'), argumentList: huge });
    await end.attack(huge);
    await end.attackRaw(huge);
    await expectUnharmed(end, allowed);
  });
});

describe('control: the same attacks on raw Comlink', () => {
  const create = () => createEnd(exposeRaw, hostMethods);

  it('[BR-20] GET reads, and SET writes, a property of the exposed object', async () => {
    const end = create();
    await end.attack({ id: '1', type: 'SET', path: ['extra'], value: { type: 'RAW', value: 'attacked' } });
    await end.attack({ id: '2', type: 'GET', path: ['extra'] });
    expect(end.answers.at(-1)).toMatchObject({ value: 'attacked' });
  });

  it('[BR-20] RELEASE stops the end from listening', async () => {
    const end = create();
    await end.attack({ id: '1', type: 'RELEASE', path: [] });
    await end.attack(apply('page'));
    expect(end.reached).toEqual([]);
  });

  it('[BR-20] ENDPOINT creates another port', async () => {
    const end = create();
    await end.attack({ id: '1', type: 'ENDPOINT', path: [] });
    const port = end.answers.at(-1)?.value as MessagePort;
    expect(port).toBeInstanceOf(MessagePort);
    port.close();
  });

  it('[BR-21] SET along __proto__ pollutes every object of the realm', async () => {
    const end = create();
    await end.attack({ id: '1', type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: true } });
    expect(({} as Record<string, unknown>).polluted).toBe(true);
  });

  it('[BR-21] CONSTRUCT along constructor runs the attacker’s code', async () => {
    const end = create();
    const host = Comlink.wrap(end.port as unknown as Comlink.Endpoint) as unknown as {
      page: { constructor: new (code: string) => Promise<() => Promise<unknown>> };
    };
    const run = await new host.page.constructor('globalThis.attacked = true; return 42');
    expect(await run()).toBe(42);
    expect(world.attacked).toBe(true);
  });

  /** Collects uncaught errors, which on a page would reach the page's error monitor. */
  async function uncaughtBy(task: () => Promise<void>): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    const listener = (error: unknown): void => void errors.push(error);
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', listener);
    try {
      await task();
    } finally {
      process.off('uncaughtException', listener);
      for (const other of others) process.on('uncaughtException', other);
    }
    return errors;
  }

  it('[BR-22] an argument of kind throw is run by the handler table', async () => {
    const end = create();
    const argumentList = [{ type: 'HANDLER', name: 'attack', value: 1 }];
    expect(await uncaughtBy(() => end.attack({ ...apply('page'), argumentList }))).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['a string', 'abc'],
    ['a record', { 0: { type: 'RAW', value: 1 }, length: 1 }],
    ['an array of null', [null]],
  ])('[BR-23] an argument list of %s throws an uncaught error', async (_what, argumentList) => {
    const end = create();
    expect(await uncaughtBy(() => end.attack({ ...apply('page'), argumentList }))).toHaveLength(1);
  });

  it('[BR-23] a message of another library gets an answer with the error and its stack', async () => {
    const end = create();
    await end.attack({ path: '/checkout' });
    expect(JSON.stringify(end.answers)).toContain('stack');
  });

  it('[BR-29] an id of 1 MB is sent back whole', async () => {
    const end = create();
    await end.attack({ ...apply('page'), id: 'x'.repeat(1_000_000) });
    expect(String(end.answers.at(-1)?.id)).toHaveLength(1_000_000);
  });

  it('[BR-45] a thrown error crosses with its stack', async () => {
    const end = createEnd(exposeRaw, hostMethods, () => {
      throw new Error('secret 4711');
    });
    await end.attack(apply('page'));
    expect(JSON.stringify(end.answers)).toMatch(/4711.*stack|stack.*4711/s);
  });
});
