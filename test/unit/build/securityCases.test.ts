import { afterEach, expect, it, vi } from 'vitest';
import { printSecurityCases } from '../../runner/securityCases.mjs';

afterEach(() => vi.restoreAllMocks());

const test = (title: string, status: string) => ({ file: 'a.test.ts', title, status, errors: [] });

it('names a case and a finding without a passing test', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const uncovered = printSecurityCases(
    ['F-SE1', 'F-SE2', 'F-SE3'],
    [
      test('[BR-01][F-SE1] ignores a stranger', 'passed'),
      test('[BR-02] ignores a window', 'failed'),
      test('[F-SE2] is not run here', 'skipped'),
    ],
  );
  expect(uncovered).not.toContain('BR-01');
  expect(uncovered).toEqual(expect.arrayContaining(['BR-02', 'BR-04', 'F-SE2', 'F-SE3']));
  const printed = log.mock.calls.flat().join('\n');
  expect(printed).toContain('passed: ignores a stranger');
  expect(printed).toContain('FAILED: ignores a window');
  expect(printed).toMatch(/NO PASSING TEST FOR: .*F-SE3/);
});

it('says which engines were not tried, even if every required case passed', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const ids = printSecurityCases([], []);
  const title = ids.map((id) => `[${id}]`).join('');
  const verdictOf = (...titles: readonly string[]): string => {
    log.mockClear();
    expect(
      printSecurityCases(
        [],
        titles.map((text) => test(text, 'passed')),
      ),
    ).toEqual([]);
    return log.mock.calls.flat().at(-1);
  };
  const [chromium, firefox, webkit] = ['Chromium', 'Firefox', 'WebKitGTK'].map((engine) => `${engine} › ${title}`);
  expect(verdictOf(`${chromium}`, `${firefox}`)).toBe(
    'Every required case passed, but nothing was tried in WebKitGTK.',
  );
  expect(verdictOf(`${chromium}`, `${firefox}`, `${webkit}`)).toBe('Every required case passed, in three engines.');
});
