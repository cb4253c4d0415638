import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { parseAnswer } from '../../frame/platform/parseJson.ts';
import { readSources } from '../support/sources.ts';
import { expectNoPollution, extremes, hostile, run, toJson } from './hostileJson.ts';

/** Every schema of the frame, found by loading its modules: what a service, a page, a file or a store says goes through one of them. */

const made = vi.hoisted(() => ({ schemas: [] as { readonly schema: unknown; readonly path: string }[], path: '' }));

vi.mock('valibot', async (importOriginal) => {
  const original = await importOriginal<Record<string, (...args: readonly unknown[]) => unknown>>();
  const kinds = ['object', 'strictObject', 'looseObject', 'record', 'array', 'union', 'variant', 'pipe', 'fallback'];
  const noted = kinds.map((kind) => [
    kind,
    (...args: readonly unknown[]) => {
      const schema = original[kind]?.(...args);
      made.schemas.push({ schema, path: made.path });
      return schema;
    },
  ]);
  return { ...original, ...Object.fromEntries(noted) };
});

const modules = readSources(['frame'], /\.ts$/).filter(
  ({ path, text }) => /from 'valibot'/.test(text) && !/ontract\.ts$|\/wire\.d\.ts$/.test(path),
);
for (const { path } of modules) {
  made.path = path;
  await import(`../../${path}`);
}
const paths = [...new Set(made.schemas.map(({ path }) => path))];

describe('the schemas of the frame', () => {
  it('are found', () => {
    expect(made.schemas.length).toBeGreaterThan(150);
  });

  it.each(paths)('[F-SE20] of %s take any JSON without an error and without a change of a prototype', (path) => {
    const found = made.schemas.filter((one) => one.path === path);
    const check = (json: string): void => {
      for (const parse of [JSON.parse, parseAnswer]) {
        const value = run((text) => ({ parsed: parse(text) as unknown }), json) as { parsed: unknown } | undefined;
        if (value === undefined) continue;
        for (const { schema } of found) v.safeParse(schema as v.GenericSchema, value.parsed);
      }
      expectNoPollution();
    };
    fc.assert(
      fc.property(hostile, (value) => check(toJson(value))),
      { numRuns: 30 },
    );
    for (const json of extremes) check(json);
  });
});
