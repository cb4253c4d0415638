import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources, root } from '../support/sources.ts';
import { compareRequirements, idsInPending, idsInTable, idsInTitles, prunePending } from '../support/testTitles.ts';

/** Case ids of the reliability, isolation and accessibility lists; they stand beside requirement ids in titles. */
const caseIds = /^(?:BR|CSP|REL|A11Y|XB)-\d{2}$/;

const pendingPath = join(root, 'test/spec/pending.md');
const tables = readSources(['test/spec'], /^(?:shell|scheduler|chat|findings)\.md$/).flatMap(({ text }) =>
  idsInTable(text),
);
const titles = readSources(['test'], /\.(?:test|spec)\.tsx?$/)
  .filter(({ path }) => path !== 'test/arch/requirements.test.ts')
  .flatMap(({ text }) => idsInTitles(text))
  .filter((id) => !caseIds.test(id));

describe('requirement table', () => {
  const pending = readFileSync(pendingPath, 'utf8');
  let report = compareRequirements(tables, idsInPending(pending), titles);
  if (process.env.UPDATE_PENDING && report.needless.length > 0) {
    const pruned = prunePending(pending, report.needless);
    writeFileSync(pendingPath, pruned);
    report = compareRequirements(tables, idsInPending(pruned), titles);
  }

  it('holds all three tables', () => {
    const count = (prefix: string): number => tables.filter((id) => id.startsWith(prefix)).length;
    expect([count('SH'), count('SC'), count('CH')]).toEqual([178, 160, 220]);
    expect(new Set(tables).size).toBe(tables.length);
  });

  it('has a test or a line in pending.md for every id', () => {
    expect(report.missing).toEqual([]);
  });

  it('lists no id as pending that has a test (UPDATE_PENDING=1 removes such lines)', () => {
    expect(report.needless).toEqual([]);
  });

  it('knows every id that a title or pending.md names', () => {
    expect(report.unknown).toEqual([]);
  });
});

describe('the check itself', () => {
  it('reads ids of tests that run, not of groups and skipped tests', () => {
    const sample = [
      "it('[SH-001][SH-002] a', () => {})",
      'test(`[SC-003] b`, async () => {})',
      "it.each([[1, 2], [3, 4]])('[CH-004] c %s', () => {})",
      "test(\n  '[CH-005][F-DL7] [BR-06] d',",
      "test('[CH-006] d', { tag: '@core' }, async () => {})",
      "describe('[SH-900] e', () => {})",
      "it.skip('[SH-901] f', () => {})",
      "it.todo('[SH-902] g')",
      "it('about [SH-903]', () => {})",
    ].join('\n');
    expect(idsInTitles(sample)).toEqual(['SH-001', 'SH-002', 'SC-003', 'CH-004', 'CH-005', 'F-DL7', 'BR-06', 'CH-006']);
  });

  it('finds a missing, a needless and an unknown id', () => {
    expect(compareRequirements(['SH-001', 'SH-002', 'SH-003'], ['SH-002'], ['SH-002', 'SH-009'])).toEqual({
      missing: ['SH-001', 'SH-003'],
      needless: ['SH-002'],
      unknown: ['SH-009'],
    });
  });

  it('prunes lines and empty headings', () => {
    const list = '# T\n\nText.\n\n## A\n\n- SH-001: x\n\n## B\n\n- SH-002: x\n- SH-003: y\n\n## C\n\n- SH-004: z\n';
    expect(prunePending(list, ['SH-001', 'SH-003', 'SH-004'])).toBe('# T\n\nText.\n\n## B\n\n- SH-002: x\n');
  });
});
