import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgets, componentLimit } from '../../../.release/budgets.mjs';
import { roomOf } from '../../../.release/sizes.mjs';
import { writeBuild } from '../../../build.mjs';

type Measured = Awaited<ReturnType<typeof writeBuild>>['sizes']['budgets'][number];

const folder = mkdtempSync(join(tmpdir(), 'widget-budgets-'));
let measured: readonly Measured[] = [];

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** Takes as long as a build if the sources have changed since the last one. */
beforeAll(async () => {
  const { sizes } = await writeBuild(folder, { config: 'test/deployments/reference.json' });
  measured = sizes.budgets;
  const lines = measured.map((budget) => {
    const room = roomOf(budget);
    const { name, gzip, brotli, limits } = budget;
    const advice = room < 0.05 ? '  make room: work to 5 %' : '';
    return `${name.padEnd(48)} ${gzip} of ${limits.gzip} B${limits.brotli ? `, Brotli ${brotli} of ${limits.brotli} B` : ''}, ${percent(room)} left${advice}`;
  });
  console.log(['The byte budgets of the reference deployment', ...lines].join('\n'));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Budgets that are kept, but with less than 1 % of room, and why. Their test fails as soon as they have room again, so that no line stays
 * here. Work on these first.
 */
const tight: Readonly<Record<string, string>> = {
  'whole product with chat and scheduler open':
    'the answers of an assistant that come in parts: 0.8 kB in the bot’s file, 0.5 kB in those of the chat',
  loader: 'each part is a requirement; with Brotli, which browsers receive, 6 % are left',
};

describe('the reference deployment', () => {
  for (const { name } of budgets) {
    const check = Object.hasOwn(tight, name) ? it.fails : it;
    check(`has at least 1 % left of the budget: ${name}`, () => {
      const budget = measured.find((one) => one.name === name);
      expect(budget && roomOf(budget)).toBeGreaterThanOrEqual(0.01);
    });
    it(`keeps the budget: ${name}`, () => {
      const budget = measured.find((one) => one.name === name);
      expect(budget && roomOf(budget)).toBeGreaterThanOrEqual(0);
    });
  }

  it('[SH-001] has a loader of at most 3,072 bytes with Brotli and 3,300 with gzip', () => {
    expect(measured[0]).toMatchObject({ name: 'loader', limits: { gzip: 3_300, brotli: 3_072 } });
  });

  it.each(['react', 'vue'])('[F-AD5] has a component of the npm package within its limit: %s', (name) => {
    const bytes = gzipSync(readFileSync(join(folder, `package/${name}.js`)), { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(componentLimit);
  });
});

describe('a budget', () => {
  it('has the room of its tightest limit, and none when one is exceeded', () => {
    const limits = { gzip: 1_000, brotli: 800 };
    expect(roomOf({ gzip: 900, brotli: 792, limits })).toBeCloseTo(0.01);
    expect(roomOf({ gzip: 1_001, brotli: 400, limits })).toBeLessThan(0);
  });
});
