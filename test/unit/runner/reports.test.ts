import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testsOf } from '../../runner/reports.mjs';

it('names the file of a browser test and of a story from the project’s folder', () => {
  const suite = (file: string) => ({
    title: file,
    specs: [{ file, line: 7, title: 'opens', tests: [{ status: 'unexpected', results: [] }] }],
  });
  const report = {
    config: { rootDir: fileURLToPath(new URL('../..', import.meta.url)) },
    suites: [suite('browser/pill.spec.ts'), suite('acceptance/menu.spec.ts')],
  };
  expect(testsOf(report).map(({ file }) => file)).toEqual([
    'test/browser/pill.spec.ts:7',
    'test/acceptance/menu.spec.ts:7',
  ]);
});
