import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../frame/contact/privacy/collectData.ts';
import { type ExportedFunction, exportedFunctions } from '../support/exportedFunctions.ts';
import { createFakeLog } from '../support/fakeLog.ts';
import { expectNoPollution, extremes, hostile, run, toJson } from './hostileJson.ts';

/** Every exported function that takes a value of an unknown type, found in the sources: such a value comes from outside. */

type Parser = (value: unknown, ...rest: readonly unknown[]) => unknown;

const log = createFakeLog();
/** What the other parameters may be. All are tried: a parser may refuse some. */
const others: readonly (readonly unknown[])[] = [[], [log], ['a', 'b'], [{}, {}], [() => 'a', log]];

/** Functions whose value is not from outside. */
const own: Readonly<Record<string, string>> = {
  describeError: 'a thrown value, which is an error',
  messageOf: 'a thrown value, which is an error',
  checkedFields: 'the deployment’s own file',
  checkDeployment: 'the deployment’s own file',
  parseDeployment: 'the deployment’s own file',
  stampDeployment: 'the deployment’s own file, in the build',
  toDevFile: 'the deployment’s own file, in the build',
};

/** Its other parameters are its own. */
const calls: Readonly<Record<string, Parser>> = { withoutSecrets: (value) => withoutSecrets(value) };

const parsers = exportedFunctions(['frame', 'bridge']).filter(({ takes }) => takes === 'unknown');

async function load({ path, name }: ExportedFunction): Promise<Parser | undefined> {
  if (calls[name]) return calls[name];
  return ((await import(`../../${path}`)) as Readonly<Record<string, Parser>>)[name];
}

describe('functions that take an unknown value', () => {
  it('are found', () => {
    expect(parsers.length).toBeGreaterThan(70);
    const names = parsers.map(({ name }) => name);
    expect(Object.keys(own).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(parsers)('[F-SE20] $name of $path changes no prototype, and survives any JSON', async (found) => {
    if (found.name in own) return;
    const parse = await load(found);
    expect(parse).toBeTypeOf('function');
    const check = (json: string): void => {
      for (const rest of others) run((text) => parse?.(JSON.parse(text), ...rest), json);
      expectNoPollution();
    };
    fc.assert(
      fc.property(hostile, (value) => check(toJson(value))),
      { numRuns: 30 },
    );
    for (const json of extremes) check(json);
  });
});
