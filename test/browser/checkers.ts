import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { Frame } from 'playwright/test';

export const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks a surface with axe. */
export async function runAxe(frame: Frame, runOnly: axe.RunOnly, within?: string): Promise<readonly string[]> {
  // The page's policy does not apply to the debugger; it would block a script element.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const scan = () =>
    frame.evaluate(
      ([selector, rules]) =>
        (window as unknown as { axe: typeof axe }).axe.run(selector ?? document, {
          runOnly: rules,
          resultTypes: ['violations'],
        }),
      [within, runOnly] as const,
    );
  let results = await scan();
  if (results.violations.length > 0) {
    // A colour may be in transition. Wait for the animations: a real violation stays.
    await frame.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
          .map((one) => one.finished),
      ),
    );
    results = await scan();
  }
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/** Read when it is needed: the bench imports this file into a bundle in another folder. */
const ibmSource = (): string =>
  readFileSync(new URL('../../node_modules/accessibility-checker-engine/ace-window.js', import.meta.url), 'utf8');

/** IBM's Equal Access checker, with its own rules for WCAG 2.2 A and AA. Only what is surely wrong counts. */
export async function runIbm(frame: Frame, within?: string): Promise<readonly string[]> {
  if (!(await frame.evaluate(() => 'ace' in window))) await frame.evaluate(ibmSource());
  return frame.evaluate(async (selector) => {
    interface Result {
      readonly ruleId: string;
      readonly value: readonly [string, string];
      readonly message: string;
      readonly snippet: string;
    }
    const { ace } = window as unknown as {
      ace: { Checker: new () => { check(node: Node, policies: string[]): Promise<{ results: Result[] }> } };
    };
    const place = selector === undefined ? document : document.querySelector(selector);
    if (!place) throw new Error(`nothing on the page matches ${selector}`);
    const { results } = await new ace.Checker().check(place, ['WCAG_2_2']);
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`);
  }, within);
}
