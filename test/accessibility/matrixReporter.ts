import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, Suite, TestCase, TestResult } from 'playwright/types/testReporter';
import type { JourneyRun, MatrixRecord } from './matrixRun.ts';
import { journeys } from './states/all.ts';

const path = fileURLToPath(new URL('../golden/accessibility/matrix.json', import.meta.url));

/** One test for each language. */
const journeyCount = 2 * Object.values(journeys).flat().length;

/** Records what both checkers have seen without a finding. The accessibility report is made from the record. */
export default class MatrixReporter implements Reporter {
  private isComplete = false;
  private readonly found = new Map<string, JourneyRun | undefined>();

  onBegin(_config: unknown, suite: Suite): void {
    this.isComplete = suite.allTests().length === journeyCount;
  }

  onTestEnd({ title }: TestCase, { status, startTime, annotations }: TestResult): void {
    const noted = (type: string): readonly string[] =>
      annotations.flatMap((one) => (one.type === type && one.description !== undefined ? [one.description] : []));
    const [name = '', surface = ''] = / in ((\w+), .*)$/.exec(title)?.slice(1) ?? [];
    const run = {
      date: startTime.toISOString().slice(0, 10),
      engine: noted('engine')[0] ?? '',
      surface,
      states: noted('state'),
      checks: noted('checked').length,
      texts: [...new Set(noted('text'))].sort(),
    };
    this.found.set(name, status === 'passed' ? run : undefined);
  }

  onEnd(): void {
    const before: MatrixRecord['runs'] =
      !this.isComplete && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as MatrixRecord).runs : {};
    const all = [...Object.entries(before).filter(([name]) => !this.found.has(name)), ...this.found];
    const runs = Object.fromEntries(
      all
        .flatMap(([name, run]) => (run ? [[name, run] as const] : []))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    writeFileSync(path, `${JSON.stringify({ journeys: journeyCount, runs } satisfies MatrixRecord, null, 2)}\n`);
    const recorded = Object.keys(runs).length;
    console.log(`${recorded} of ${journeyCount} journeys are recorded in test/golden/accessibility/matrix.json.`);
  }
}
