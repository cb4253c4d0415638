import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';
import { type MatrixRecord, missingJourneys, nextRecord } from './matrixRun.ts';
import { journeyNames } from './states/all.ts';

const path = fileURLToPath(new URL('../golden/accessibility/matrix.json', import.meta.url));

const readRecord = (): MatrixRecord =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as MatrixRecord) : { runs: {} };

/**
 * Records what both checkers have seen without a finding. The accessibility report is made from the record. It is written
 * after each test, so that an interrupted run keeps what it has seen.
 */
export default class MatrixReporter implements Reporter {
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
    const record = nextRecord(readRecord(), journeyNames, name, status, run);
    writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
  }

  onEnd(): void {
    const missing = missingJourneys(readRecord(), journeyNames);
    const recorded = journeyNames.length - missing.length;
    console.log(
      `${recorded} of ${journeyNames.length} journeys are recorded in test/golden/accessibility/matrix.json.`,
    );
  }
}
