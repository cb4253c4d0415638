import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { changelogEntry } from '../../../.release/changelog.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'widget-changelog-'));
const file = join(folder, 'CHANGELOG.md');
afterEach(() => rmSync(file, { force: true }));

it('[F-AD10] writes the first entry, then newer ones above, from the subjects since the release before', () => {
  const asked: (string | undefined)[] = [];
  const subjectsSince = (version: string | undefined) => {
    asked.push(version);
    return ['Show the times of a day', 'Close the pane on Escape'];
  };
  changelogEntry(file, '1.0.0', { date: '2026-01-01', subjectsSince });
  const entry = changelogEntry(file, '1.1.0', { date: '2026-02-01', subjectsSince });
  expect(entry).toBe('## 1.1.0 (2026-02-01)\n\n- Show the times of a day\n- Close the pane on Escape');
  expect(asked).toEqual([undefined, '1.0.0']);
  expect(readFileSync(file, 'utf8')).toMatch(/^# Changes\n\n## 1\.1\.0 [^#]+\n\n## 1\.0\.0 [^#]+\n$/);
});

it('[F-AD10] says how many subjects a long list leaves out', () => {
  const subjectsOf = (count: number) => () => Array.from({ length: count }, (_, at) => `Change ${count - at}`);
  const whole = changelogEntry(file, '1.0.0', { date: '2026-01-01', subjectsSince: subjectsOf(30) });
  expect(whole).toMatch(/- Change 2\n- Change 1$/);
  const cut = changelogEntry(file, '1.1.0', { date: '2026-02-01', subjectsSince: subjectsOf(42) });
  expect(cut).toMatch(/- Change 14\n- Change 13\n- and 12 more$/);
});

it('[F-AD10] keeps the entry that a person has written, word for word', () => {
  const written = '# Changes\n\n## 2.0.0 (2026-03-01)\n\n- Written by hand.\n';
  writeFileSync(file, written);
  const subjectsSince = () => {
    throw new Error('asked without need');
  };
  expect(changelogEntry(file, '2.0.0', { date: '2026-03-02', subjectsSince })).toContain('- Written by hand.');
  expect(readFileSync(file, 'utf8')).toBe(written);
});

it('[F-AD26] the entry of the current version speaks to its readers, and is no list of commits', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entry = changelogEntry(join(root, '.release/CHANGELOG.md'), version, {
    date: '',
    subjectsSince: () => expect.fail('there is no entry'),
  });
  const lines: readonly string[] = entry?.split('\n') ?? [];
  const headings = lines.filter((line) => line.startsWith('If you '));
  expect(headings).toEqual(['If you embed the widget:', 'If you run it:', 'If you review it:']);
  const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: root, encoding: 'utf8' }).split('\n');
  const items = lines.filter((line) => line.startsWith('- '));
  expect(items.length).toBeGreaterThan(10);
  expect(items.filter((item) => subjects.includes(item.slice(2)))).toEqual([]);
});
