import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const title = '# Changes\n';

/** Subjects of a first release would be the whole history. An entry that leaves some out says how many. */
const maxSubjects = 30;

/**
 * The entry of this version. If the file has none, makes one from the subjects of the commits since the release before, and adds it for a
 * person to edit, unless `isKept` is false: the release of a deployment that is not in the project.
 */
export function changelogEntry(file, version, { date, isKept = true, subjectsSince = readSubjects }) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : title;
  const existing = entryIn(text, version);
  if (existing) return existing;
  const [, before] = /^## (\S+)/m.exec(text) ?? [];
  const list = listOf(subjectsSince(before)) || '- No list of changes.';
  const at = text.search(/^## /m);
  const [head, rest] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  const changed = `${head.trimEnd()}\n\n## ${version} (${date})\n\n${list}\n${rest ? `\n${rest}` : ''}`;
  if (isKept) writeFileSync(file, changed);
  return entryIn(changed, version);
}

function listOf(subjects) {
  const shown = subjects.slice(0, maxSubjects).map((subject) => `- ${subject}`);
  const more = subjects.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function entryIn(text, version) {
  return text
    .split(/^(?=## )/m)
    .find((part) => part.startsWith(`## ${version} `))
    ?.trim();
}

function readSubjects(version) {
  const log = (...range) =>
    execFileSync('git', ['log', '--no-merges', '--format=%s', ...range], {
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    })
      .split('\n')
      .filter(Boolean);
  try {
    return log(version ? `v${version}..HEAD` : 'HEAD');
  } catch {
    return []; // No repository, or no tag of that version.
  }
}
