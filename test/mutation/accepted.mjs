/** The changes that leave the program the same, or show only in a browser. `accepted.md` lists them with the reason. */
import { readFileSync } from 'node:fs';

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** A change as `accepted.md` names it. It has no line number, so that it stays true when the file changes elsewhere. */
export function toChange(file, { start, end }, replacement) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines[0] = lines[0].slice(start.column - 1);
  const quoted = (text) => `\`${oneLine(text)}\``;
  return `${file}: ${quoted(lines.join('\n'))} becomes ${quoted(replacement ?? '')}`;
}

/** The changes of the list, without their reasons. */
export function readAccepted() {
  const text = readFileSync(new URL('accepted.md', import.meta.url), 'utf8');
  return new Set([...text.matchAll(/^- (\S+: `.*` becomes `.*`)\. [A-Z`]/gm)].map(([, change]) => change));
}
