import { type Criterion, checked, type Evidence, matrix, type Surface, surfacesOfJourneys } from './criteria.ts';
import { type MatrixRecord, missingJourneys } from './matrixRun.ts';
import { ambiguousTexts, textNames } from './matrixTexts.ts';
import { shownElsewhere } from './shownElsewhere.ts';

/** Writes the accessibility report from the criteria and the titles of the tests. */

const principles = ['1 Perceivable', '2 Operable', '3 Understandable', '4 Robust'];

/** New in WCAG 2.2, which EN 301 549 V3.2.1 does not have. */
const newIn22: ReadonlySet<string> = new Set(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8']);

export const clauseOf = (number: string): string => (newIn22.has(number) ? 'none' : `9.${number}`);

export type Verdict = 'tested' | 'partly' | 'not tested' | 'does not apply';

export function verdictOf({ tests, open, notApplicable }: Criterion): Verdict {
  if (notApplicable !== undefined) return 'does not apply';
  if (tests.length === 0) return 'not tested';
  return open === undefined ? 'tested' : 'partly';
}

/** Titles of the tests of a file, and of their steps, that hold a text. Templates stay as the source spells them. */
export function titlesWith(code: string, text: string): readonly string[] {
  const pattern = /\b(?:it|test)(?:\.\w+)*(?:\([^'"`]*\)|\(\[[\s\S]*?\]\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2] ?? '').filter((title) => title.includes(text));
}

function enginesOf(file: string): string {
  if (file.startsWith('browser/engines/')) return 'Chromium, Firefox, WebKitGTK';
  return /^(browser|accessibility)\//.test(file) ? 'Chromium' : 'Node';
}

const escaped = (text: string): string => text.replaceAll('<', '&lt;');

const withoutIds = (title: string): string => title.replace(/^(?:\[[^\]]+\])+ /, '');

function evidenceOf({ file, surfaces }: Evidence, title: string): string {
  return `${surfaces.join(', ')}: “${withoutIds(title)}” (\`${file}\`)`;
}

type Read = (file: string) => string;

const evidenceIn = (read: Read, evidence: readonly Evidence[]): readonly string[] =>
  evidence.map((one) => evidenceOf(one, titlesWith(read(one.file), one.title)[0] ?? one.title));

/** A criterion, and below it its reasons and tests. */
function entry(criterion: Criterion, read: Read): string {
  const { number, name, level, tests, open, notApplicable } = criterion;
  const isChecked = checked.every((one) => tests.includes(one));
  const own = isChecked ? tests.filter((one) => !checked.includes(one)) : tests;
  const remarks = [notApplicable, open].filter((remark) => remark !== undefined);
  const reasons = [...remarks, ...(isChecked ? ['all surfaces: both checkers'] : []), ...evidenceIn(read, own)];
  const engines = [...new Set(tests.map(({ file }) => enginesOf(file)))].join('; ');
  const clause = newIn22.has(number) ? 'no clause of EN 301 549' : `EN 301 549 ${clauseOf(number)}`;
  const head = `- **${number} ${name}** (${level}, ${clause}): ${verdictOf(criterion)}${engines && `, in ${engines}`}`;
  if (reasons.length === 1) return `${head}. ${escaped(reasons[0] ?? '')}`;
  return [head, ...reasons.map((reason) => `  - ${escaped(reason)}`)].join('\n');
}

/** The surfaces of which every journey is recorded. */
export function recordedSurfaces(record: MatrixRecord, journeyNames: readonly string[]): readonly Surface[] {
  const surfacesOf = (name: string): readonly Surface[] => surfacesOfJourneys[/^\w+/.exec(name)?.[0] ?? ''] ?? [];
  const missing = new Set(missingJourneys(record, journeyNames).flatMap(surfacesOf));
  return [...new Set(journeyNames.flatMap(surfacesOf))].filter((surface) => !missing.has(surface));
}

const recordedTexts = ({ runs }: MatrixRecord): ReadonlySet<string> =>
  new Set(Object.values(runs).flatMap(({ texts }) => texts));

/** The texts that are in no recorded state, and that are not shown elsewhere either. */
export function unexplainedTexts(record: MatrixRecord): readonly string[] {
  const explained = new Set([...recordedTexts(record), ...shownElsewhere.flatMap(({ texts }) => texts)]);
  return textNames.filter((name) => !explained.has(name));
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function matrixSection(record: MatrixRecord, journeyNames: readonly string[]): string {
  const recorded = Object.values(record.runs);
  const missing = missingJourneys(record, journeyNames);
  const dates = [...new Set(recorded.map(({ date }) => date))].sort();
  const surfaces = new Map<string, Set<string>>();
  for (const { surface, states } of recorded) {
    const names = surfaces.get(surface) ?? new Set<string>();
    for (const name of states) names.add(name);
    surfaces.set(surface, names);
  }
  const states = [...surfaces.values()].reduce((sum, names) => sum + names.size, 0);
  const checks = recorded.reduce((sum, run) => sum + run.checks, 0);
  const found = recordedTexts(record);
  const unexplained = unexplainedTexts(record);
  const ambiguous = textNames.filter((name) => found.has(name) && ambiguousTexts.has(name));
  return [
    '### Every state in every mode',
    '`npm run test:accessibility` goes on journeys through the states of every surface, in English and in Arabic. In each state both checkers run, and boxes that scroll sideways are a finding: in light, dark, forced colours, at 320 px and at 400 % zoom in English, and once in Arabic. A state that no journey reaches is found by its text: every text of the product is in a recorded state, or named below.',
    `Recorded without a finding: ${recorded.length} of ${journeyNames.length} journeys, ${states} states, ${checks} checks by each checker; ${dates.join(', ')}; ${[...new Set(recorded.map(({ engine }) => engine))].join(', ')}.`,
    ...(missing.length === 0 ? [] : [`Not recorded: ${missing.map((name) => `“${name}”`).join('; ')}.`]),
    [...surfaces].map(([surface, names]) => `- ${surface}: ${[...names].join('; ')}`).join('\n'),
    `Of the ${textNames.length} texts of the product, these are in none of these states:`,
    [
      ...shownElsewhere.map(({ place, texts }) => `- ${place}: ${quoted(texts)}`),
      `- without a reason: ${unexplained.length === 0 ? 'none' : quoted(unexplained)}`,
    ].join('\n'),
    `${ambiguous.length} texts have the same words as another text, so the record does not tell which of the two a state shows: ${quoted(ambiguous)}.`,
  ].join('\n\n');
}

export function writeReport(criteria: readonly Criterion[], read: Read, journeyNames: readonly string[]): string {
  const record = JSON.parse(read('golden/accessibility/matrix.json')) as MatrixRecord;
  const checkedNow = checked
    .map((one) => (one === matrix ? { ...one, surfaces: recordedSurfaces(record, journeyNames) } : one))
    .filter(({ surfaces }) => surfaces.length > 0);
  const verdicts: readonly Verdict[] = ['tested', 'partly', 'not tested', 'does not apply'];
  const counts = verdicts.map(
    (verdict) => `${criteria.filter((one) => verdictOf(one) === verdict).length} “${verdict}”`,
  );
  const lists = principles.map((principle) => {
    const own = criteria.filter(({ number }) => number.startsWith(principle.slice(0, 1)));
    return [`## ${principle}`, '', ...own.map((one) => entry(one, read))].join('\n');
  });
  return `${[
    '# Accessibility report',
    'Every success criterion of WCAG 2.2 A and AA, with the clause of EN 301 549 V3.2.1 and the tests that show it. Generated from `criteria.ts` and the titles of the tests; `test/arch/accessibility.test.ts` fails if it is stale, and `UPDATE_GOLDEN=1` writes it.',
    `${criteria.length} criteria: ${counts.join(', ')}.`,
    [
      '- **Tested**: the named tests pass for the named surfaces. A surface that a criterion does not name is not tested for it.',
      '- **Partly**: the tests leave open what the criterion says. **Not tested**: no test; the criterion says why.',
      '- A title stands as in its source: a name after `$` and `%s` are the cases of one test.',
      '- `npm run test:orca` lets Orca 43 read two journeys in Chromium (`test/orca`) and asserts what it says on the way to a time, at each field and its error, at the greeting of a chat and at one answer. Observed by hand: it says nothing of a heading that takes the focus by itself, and it takes the frame for another tab, so that it says new messages only with its setting `presentLiveRegionFromInactiveTab`.',
      '- `golden/accessibility` has what each surface tells assistive technology: roles, names and states, as Chromium computes them.',
      '- No trial with another screen reader or by people is recorded, so no criterion claims one.',
      '- EN 301 549 V3.2.1 holds WCAG 2.1. The six criteria that are new in 2.2 have no clause there, and 9.4.1.1 (Parsing) is no longer a criterion.',
    ].join('\n'),
    `## Both checkers\n\naxe and IBM’s checker find no violation of WCAG 2.2 A and AA in any of these. They find what is missing, not what is unclear.\n\n${evidenceIn(
      read,
      checkedNow,
    )
      .map((one) => `- ${one}`)
      .join('\n')}`,
    matrixSection(record, journeyNames),
    ...lists,
  ].join('\n\n')}\n`;
}
