import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../frame/compose/english.ts';
import { type Criterion, criteria, surfacesOfJourneys } from '../accessibility/criteria.ts';
import { type JourneyRun, type MatrixRecord, missingJourneys, nextRecord } from '../accessibility/matrixRun.ts';
import { ambiguousTexts, textNames, textsIn } from '../accessibility/matrixTexts.ts';
import {
  clauseOf,
  recordedSurfaces,
  titlesWith,
  unexplainedTexts,
  verdictOf,
  writeReport,
} from '../accessibility/report.ts';
import { shownElsewhere } from '../accessibility/shownElsewhere.ts';
import { journeyNames, journeys } from '../accessibility/states/all.ts';
import { readSources, root } from '../support/sources.ts';

/** The accessibility report names every criterion and only tests that are there. UPDATE_GOLDEN=1 writes it. */

const read = (file: string): string => readFileSync(join(root, 'test', file), 'utf8');

/** The criteria of A and AA in each guideline of WCAG 2.2. */
const guidelines: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

describe('the accessibility report', () => {
  it('has every success criterion of WCAG 2.2 A and AA, in order', () => {
    const wanted = Object.entries(guidelines).flatMap(([guideline, criteriaOf]) =>
      criteriaOf.map((last) => `${guideline}.${last}`),
    );
    expect(criteria.map(({ number }) => number)).toEqual(wanted);
    expect(criteria).toHaveLength(55);
    expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31);
  });

  it.each(criteria.flatMap(({ number, tests }) => tests.map(({ file, title }) => [number, file, title] as const)))(
    '%s names one test of %s: %s',
    (_, file, title) => {
      expect(titlesWith(read(file), title)).toHaveLength(1);
    },
  );

  it('has a reason where no test shows a criterion', () => {
    const silent = criteria.filter(
      ({ tests, open, notApplicable }) => tests.length === 0 && open === undefined && notApplicable === undefined,
    );
    expect(silent.map(({ number }) => number)).toEqual([]);
  });

  it('is what is generated (UPDATE_GOLDEN=1 writes it)', () => {
    const path = 'accessibility/report.md';
    const report = writeReport(criteria, read, journeyNames);
    if (process.env.UPDATE_GOLDEN) writeFileSync(join(root, 'test', path), report);
    expect(report).toBe(read(path));
  });
});

describe('the record of both checkers', () => {
  const record = JSON.parse(read('golden/accessibility/matrix.json')) as MatrixRecord;

  it('has only journeys that exist', () => {
    expect(Object.keys(record.runs).filter((name) => !journeyNames.includes(name))).toEqual([]);
  });

  it('has every journey (npm run test:accessibility records it)', () => {
    expect(missingJourneys(record, journeyNames)).toEqual([]);
  });

  it('has a surface for every folder of journeys', () => {
    expect(Object.keys(surfacesOfJourneys)).toEqual(Object.keys(journeys));
  });

  it('shows every text of the product that is not shown elsewhere (show a new text in a state, then record its journey)', () => {
    expect(unexplainedTexts(record)).toEqual([]);
  });

  it('has no text that is shown elsewhere', () => {
    const recorded = new Set(Object.values(record.runs).flatMap(({ texts }) => texts));
    expect(shownElsewhere.flatMap(({ texts }) => texts).filter((name) => recorded.has(name))).toEqual([]);
  });
});

describe('a text that is shown elsewhere', () => {
  it('is a text of the product, and counts as explained', () => {
    const names = shownElsewhere.flatMap(({ texts }) => texts);
    expect(names.filter((name) => !textNames.includes(name))).toEqual([]);
    expect(unexplainedTexts({ runs: {} })).toEqual(textNames.filter((name) => !names.includes(name)));
  });

  const sources = readSources(['frame'], /\.tsx?$/);
  it.each(shownElsewhere.flatMap(({ texts, readBy }) => texts.map((name) => [name, readBy] as const)))(
    '%s is read by %s alone',
    (name, readBy) => {
      const key = new RegExp(`(?<!\\| )'${name.split('.')[1]}'(?! \\|)`);
      expect(sources.filter(({ text }) => key.test(text)).map(({ path }) => path)).toEqual([readBy].flat());
    },
  );
});

describe('what a test changes in the record', () => {
  const run: JourneyRun = { date: '2026-01-01', engine: 'E', surface: 'menu', states: [], checks: 1, texts: [] };
  const newer = { ...run, checks: 2 };
  const names = ['menu, blocks, ar', 'menu, blocks, en', 'pill, icon, en'];
  const stored: MatrixRecord = { runs: { 'menu, blocks, en': run } };

  it('adds a journey that passed, and keeps the others', () => {
    const { runs } = nextRecord(stored, names, 'menu, blocks, ar', 'passed', newer);
    expect(Object.entries(runs)).toEqual([
      ['menu, blocks, ar', newer],
      ['menu, blocks, en', run],
    ]);
  });

  it('replaces a journey that passed again', () => {
    expect(nextRecord(stored, names, 'menu, blocks, en', 'passed', newer).runs).toEqual({ 'menu, blocks, en': newer });
  });

  it.each(['failed', 'timedOut'] as const)('removes a journey that %s', (status) => {
    expect(nextRecord(stored, names, 'menu, blocks, en', status, newer).runs).toEqual({});
  });

  it.each(['interrupted', 'skipped'] as const)('keeps a journey that was %s', (status) => {
    expect(nextRecord(stored, names, 'menu, blocks, en', status, newer)).toEqual(stored);
  });

  it('removes a journey that no longer exists', () => {
    expect(nextRecord(stored, ['pill, icon, en'], 'pill, icon, en', 'passed', newer).runs).toEqual({
      'pill, icon, en': newer,
    });
  });

  it('counts a surface only if all of its journeys are recorded', () => {
    expect(recordedSurfaces(stored, names)).toEqual([]);
    expect(recordedSurfaces(stored, ['menu, blocks, en', 'pill, icon, en'])).toEqual(['pane and menu', 'your data']);
  });
});

describe('the texts that a state shows', () => {
  it('finds every text where its words are shown, and says which words several texts have', () => {
    const found = textsIn(['Close']);
    expect(found).toContain('pane.close');
    expect(found).toContain('outreach.close');
    expect(found.filter((name) => !ambiguousTexts.has(name))).toEqual([]);
  });

  it('finds a text that is part of another only where it is shown by itself', () => {
    expect(textsIn(['Your call is booked'])).toEqual(['scheduler.detailsTitle']);
    expect(textsIn([english.scheduler.detailsIncomplete])).toEqual(['scheduler.detailsIncomplete']);
  });

  it('finds the parts of a name', () => {
    expect(textsIn(['Monday, November 23, no times, chosen'])).toContain('scheduler.unavailable');
  });

  it('has few texts with the same words', () => {
    expect(ambiguousTexts.size).toBeLessThan(textNames.length / 5);
  });
});

describe('the check itself', () => {
  const one: Criterion = { number: '1.1.1', name: 'N', level: 'A', tests: [] };

  it('reads titles of tests, not of groups', () => {
    const code =
      "describe('a b', () => {}); it('[SH-001] a b c', f); test(`a $b`, f); it.each([[1, 'a']])('each a b', f)";
    expect(titlesWith(code, 'a b')).toEqual(['[SH-001] a b c', 'each a b']);
    expect(titlesWith(code, 'a $')).toHaveLength(1);
  });

  it('says what a criterion is', () => {
    const tests = [{ file: 'f', title: 't', surfaces: [] }];
    expect(verdictOf(one)).toBe('not tested');
    expect(verdictOf({ ...one, tests })).toBe('tested');
    expect(verdictOf({ ...one, tests, open: 'o' })).toBe('partly');
    expect(verdictOf({ ...one, notApplicable: 'n' })).toBe('does not apply');
  });

  it('gives a clause to what EN 301 549 has', () => {
    expect([clauseOf('1.4.10'), clauseOf('2.5.8')]).toEqual(['9.1.4.10', 'none']);
  });
});
