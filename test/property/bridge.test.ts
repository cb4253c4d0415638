import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as guards from '../../bridge/guards.ts';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { countOf } from '../browser/sample.ts';
import {
  type BridgeEnd,
  closeEnds,
  createEnd,
  delivered,
  exposeFrame,
  exposeLoader,
  passQuarter,
} from '../support/bridgeEnds.ts';

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
});

const value = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  maxDepth: 3,
});

/** Messages from plain noise to a valid call with one error. */
function messages(names: readonly string[]) {
  const near = <T>(right: T) =>
    fc.oneof({ arbitrary: fc.constant(right as unknown), weight: 4 }, { arbitrary: value, weight: 1 });
  const step = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom('constructor', '__proto__', 'prototype', 'toString', 'then', 'apply', 'call'),
    value,
  );
  const argument = fc.oneof(
    fc.record({ type: fc.constant('RAW'), value }),
    fc.record({ type: fc.constant('HANDLER'), name: fc.constantFrom('proxy', 'throw', 'other'), value }),
    value,
  );
  const shaped = fc.record(
    {
      id: near('id'),
      type: fc.oneof(
        { arbitrary: fc.constant('APPLY'), weight: 3 },
        { arbitrary: fc.constantFrom('GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE'), weight: 2 },
        { arbitrary: value, weight: 1 },
      ),
      path: fc.oneof({ arbitrary: fc.array(step, { maxLength: 3 }), weight: 5 }, { arbitrary: value, weight: 1 }),
      argumentList: fc.oneof(
        { arbitrary: fc.array(argument, { maxLength: 4 }), weight: 5 },
        { arbitrary: value, weight: 1 },
      ),
      value,
    },
    { requiredKeys: [] },
  );
  const told = fc.tuple(fc.oneof(step, fc.array(step, { maxLength: 2 })), value);
  return fc.oneof(
    { arbitrary: told, weight: 3 },
    { arbitrary: fc.array(value, { maxLength: 3 }), weight: 1 },
    { arbitrary: shaped, weight: 4 },
    { arbitrary: shaped.map(textOf), weight: 1 },
    { arbitrary: value, weight: 1 },
  );
}

function textOf(message: unknown): unknown {
  try {
    return JSON.stringify(message);
  } catch {
    return message;
  }
}

function isCloneable(message: unknown): boolean {
  try {
    structuredClone(message);
    return true;
  } catch {
    return false;
  }
}

/** What a value is as a property key, or undefined when it has no text. */
function keyOf(name: unknown): string | undefined {
  try {
    return String(name);
  } catch {
    return undefined;
  }
}

/** The name of the function that the contract has this message call, or undefined. Written independently of the code under test. */
function calledBy(end: string, message: unknown, names: readonly string[]): string | undefined {
  if (end === 'frame') {
    const name: unknown = Array.isArray(message) ? message[0] : undefined;
    return names.find((one) => one === name);
  }
  if (typeof message !== 'string' || message.length > 10_000) return undefined;
  try {
    const call = JSON.parse(message);
    const isList = Array.isArray(call.argumentList) && !call.argumentList.includes(null);
    // The page uses the path as a property key.
    return isList ? names.find((one) => one === keyOf(call.path)) : undefined;
  } catch {
    return undefined;
  }
}

async function assertOnlyLegitimate(
  { name: endName, end }: { readonly name: string; readonly end: BridgeEnd },
  names: readonly string[],
  sent: readonly unknown[],
): Promise<void> {
  passQuarter();
  const before = end.reached.length;
  const encoded = endName === 'loader' ? sent.map((message) => textOf(message) ?? message) : sent;
  const clones = encoded.filter(isCloneable).map((message) => structuredClone(message));
  for (const message of clones) end.port.postMessage(message);
  await delivered();
  const called = clones.flatMap((message) => calledBy(endName, message, names) ?? []);
  expect(end.reached.slice(before).map(({ name }) => name)).toEqual(called);
  const name = names[0] ?? '';
  await end.attack(end.call(name, 'still there'));
  expect(end.reached.at(-1)).toEqual({ name, args: ['still there'] });
}

describe('generated messages', () => {
  it.each([
    ['loader', exposeLoader, hostMethods],
    ['frame', exposeFrame, frameMethods],
  ] as const)(
    '[BR-20][BR-21][BR-22][BR-23] sent to the %s reach only what the contract allows, and it still answers',
    async (endName, expose, names) => {
      const objectNames = Object.getOwnPropertyNames(Object.prototype).length;
      const end = createEnd(expose, names);
      await fc.assert(
        fc.asyncProperty(fc.array(messages(names), { minLength: 100, maxLength: 100 }), (sent) =>
          assertOnlyLegitimate({ name: endName, end }, names, sent),
        ),
        { numRuns: countOf(100, 15) },
      );
      expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(objectNames);
    },
    120_000,
  );
});

describe('guards', () => {
  it.each(Object.entries(guards).filter(([name]) => name.startsWith('parse')))(
    '[BR-23] %s returns a cloneable record with finite numbers, or nothing, for any input',
    (_, parse) => {
      const near = fc.oneof(
        value,
        fc.json(),
        fc.record({ kind: value, href: value, focusArea: value }, { requiredKeys: [] }).map(textOf),
        fc.array(
          fc.record(
            { id: value, kind: fc.constantFrom('fixed', 'footer', 'chat'), top: value, href: value },
            { requiredKeys: [] },
          ),
        ),
        fc.record({
          'location.href': fc.webUrl().map((url) => JSON.stringify(url)),
          innerWidth: fc.oneof(fc.json(), fc.double({ min: 1 }).map(String)),
          innerHeight: fc.oneof(fc.json(), fc.double({ min: 1 }).map(String)),
          scrollY: fc.oneof(fc.json(), value),
          contactWidgetConfig: fc.json(),
          settings: value,
          contactWidgetUser: fc.oneof(fc.json(), value),
        }),
      );
      fc.assert(
        fc.property(near, near, (first, second) => {
          const record: unknown = (parse as (...args: unknown[]) => unknown)(first, second);
          if (record === undefined) return;
          expect(() =>
            JSON.stringify(record, (name, field) => {
              if (typeof field === 'number') expect(Number.isFinite(field)).toBe(true);
              return name === 'config' ? undefined : field;
            }),
          ).not.toThrow();
        }),
        { numRuns: countOf(2_000, 250) },
      );
    },
  );
});
