import type { Frame } from 'playwright/test';
import { runAxe, runIbm, tags } from '../browser/checkers.ts';
import { expect } from '../browser/fixtures.ts';

/** Both checkers on a document. What they find does not end the test. */
export async function checkFrame(frame: Frame, mode: string): Promise<void> {
  const name = `${mode}: ${await frame.title()}`;
  expect.soft(await runAxe(frame, { type: 'tag', values: tags }), `axe, ${name}`).toEqual([]);
  expect.soft(await runIbm(frame), `IBM, ${name}`).toEqual([]);
}
