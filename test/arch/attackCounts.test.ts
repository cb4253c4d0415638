import { expect, it } from 'vitest';
import { frameCalls, frameMessages, pageMessages, rawMessages, storedPills } from '../browser/engines/attackTables.ts';

/** How many attacks the engines try. Each is a different message: a table that repeats itself proves nothing more. */

const different = (attacks: readonly unknown[]): number =>
  new Set(attacks.map((attack) => JSON.stringify(attack))).size;

const byFrame = [...frameCalls, ...frameMessages, ...rawMessages];
const byPage = [...pageMessages, ...storedPills];

it('[XB-02] tries at least 60 attacks of a taken-over frame and 30 of a page in each engine', () => {
  console.log(`attacks in each engine: ${different(byFrame)} by a taken-over frame, ${different(byPage)} by a page`);
  expect(different(byFrame)).toBeGreaterThanOrEqual(60);
  expect(different(byPage)).toBeGreaterThanOrEqual(30);
});

it('[XB-02] tries each call of the bridge', () => {
  expect(new Set(frameCalls.map(([name]) => name)).size).toBe(9);
});
