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
  // A cell of a table cannot hold a bar.
  const cell = (text) => `\`${oneLine(text).replaceAll('|', '¦')}\``;
  return `${file} | ${cell(lines.join('\n'))} | ${cell(replacement ?? '')}`;
}

/** The first three cells of each row. */
export function readAccepted() {
  const text = readFileSync(new URL('accepted.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  return new Set(rows.map((row) => row.split('|').slice(1, 4).map(oneLine).join(' | ')));
}
