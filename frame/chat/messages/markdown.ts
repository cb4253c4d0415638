import { toAddress } from '../../text/toAddress.ts';
import { type HtmlElementNode, type HtmlNode, textOfHtml } from './declaredHtml.ts';
import { linkify } from './linkify.ts';

/**
 * A small part of Markdown: paragraphs with their line breaks, headings, nested lists, code, emphasis and links. Everything else, including
 * HTML, stays text. The result is the tree of declared markup, so nothing in the text can load or run. Linear in the length of the text,
 * which may come from anyone, and it never throws.
 */

/** Deeper lists stay text. Ours: no answer needs more, and deep elements could overflow the renderer's stack. */
const maxListDepth = 6;
/** Marks that are open at once. Ours: further ones stay text. */
const maxOpenMarks = 8;
const longestFence = 20;

const item = /^( *)(?:[-*+]|(\d{1,9})[.)])(?: +|$)/;
const heading = /^ {0,3}#{1,6} +/;
const fence = /^ *(`{3,20}|~{3,20})/;

type Group = { readonly kind: 'paragraph' | 'heading' | 'code' | 'list'; readonly lines: string[] };

/** The text of each block. A text that grows changes only the last one. */
export function splitMarkdown(markdown: string): readonly string[] {
  return groupLines(markdown.replace(/\r\n?/g, '\n').split('\n'), 0).map(({ lines }) => lines.join('\n'));
}

/** The blocks of a part that `splitMarkdown` has returned. `isOpen`: its end is still to come. */
export function parseMarkdown(part: string, isOpen = false): readonly HtmlNode[] {
  return blocksOf(part.split('\n'), 0, isOpen);
}

const textNode = (text: string): HtmlNode => ({ kind: 'text', text });
const elementNode = (tag: HtmlElementNode['tag'], children: HtmlNode[], href?: string): HtmlElementNode => ({
  ...{ kind: 'element', tag, href, children },
});

function blocksOf(lines: readonly string[], depth: number, isOpen: boolean): HtmlNode[] {
  const groups = groupLines(lines, depth);
  return groups.map(({ kind, lines: own }, at) => {
    const isLast = isOpen && at === groups.length - 1;
    if (kind === 'code') return elementNode('pre', [textNode(codeOf(own))]);
    if (kind === 'list') return listOf(own, depth, isLast);
    const text = own.map((line) => line.trim()).join('\n');
    if (kind === 'paragraph') return elementNode('p', parseInline(text, isLast));
    return elementNode('p', [elementNode('strong', parseInline(text.replace(heading, ''), isLast))]);
  });
}

function groupLines(lines: readonly string[], depth: number): readonly Group[] {
  const groups: Group[] = [];
  let current: Group | undefined;
  let closing: string | undefined;
  let blanks = 0;

  function begin(kind: Group['kind'], line: string): Group {
    const group = { kind, lines: [line] };
    groups.push(group);
    return group;
  }

  for (const line of lines) {
    if (closing !== undefined) {
      current?.lines.push(line);
      if (isFenceEnd(line, closing)) [closing, current] = [undefined, current?.kind === 'list' ? current : undefined];
      continue;
    }
    if (line.trim() === '') {
      if (current?.kind === 'list') blanks += 1;
      else current = undefined;
      continue;
    }
    const found = depth < maxListDepth ? item.exec(line) : null;
    // A number at the start of a line may belong to the sentence.
    const isItem = found !== null && (current?.kind !== 'paragraph' || found[2] === undefined || found[2] === '1');
    // Blank lines within a list stay in it.
    if (current?.kind === 'list' && !heading.test(line) && (isItem || blanks === 0 || /^ {2}/.test(line))) {
      for (; blanks > 0; blanks -= 1) current.lines.push('');
      current.lines.push(line);
      closing = fence.exec(line.replace(item, ''))?.[1];
      continue;
    }
    blanks = 0;
    if (current?.kind !== 'paragraph') current = undefined;
    const opening = fence.exec(line)?.[1];
    if (opening !== undefined) {
      current = begin('code', line);
      closing = opening;
    } else if (heading.test(line)) {
      begin('heading', line);
      current = undefined;
    } else if (isItem) current = begin('list', line);
    else if (current) current.lines.push(line);
    else current = begin('paragraph', line);
  }
  return groups;
}

function isFenceEnd(line: string, opening: string): boolean {
  const trimmed = line.trim();
  return (
    trimmed.length >= opening.length &&
    trimmed.length <= longestFence &&
    trimmed === (opening[0] ?? '').repeat(trimmed.length)
  );
}

function codeOf([first = '', ...rest]: readonly string[]): string {
  const opening = fence.exec(first)?.[1] ?? '```';
  const lines = isFenceEnd(rest.at(-1) ?? '', opening) ? rest.slice(0, -1) : rest;
  const indent = spacesOf(first);
  return lines.map((line) => line.slice(Math.min(indent, spacesOf(line)))).join('\n');
}

const spacesOf = (line: string): number => line.search(/[^ ]|$/);

function listOf(lines: readonly string[], depth: number, isOpen: boolean): HtmlNode {
  const [, indent = '', number] = item.exec(lines[0] ?? '') ?? [];
  const items: string[][] = [];
  let offset = 0;
  for (const line of lines) {
    const found = item.exec(line);
    if (found && (found[1] ?? '').length <= indent.length + 1) {
      offset = found[0].length;
      items.push([line.slice(offset)]);
    } else {
      items.at(-1)?.push(line.slice(Math.min(spacesOf(line), offset)));
    }
  }
  const entries = items.map((own, at) =>
    elementNode('li', blocksOf(own, depth + 1, isOpen && at === items.length - 1)),
  );
  return number === undefined ? elementNode('ul', entries) : { ...elementNode('ol', entries), start: Number(number) };
}

/** An opening mark that is not closed yet, with the content after it. */
interface Frame {
  readonly mark: string;
  readonly content: HtmlNode[];
}

export function parseInline(text: string, isOpen = false): HtmlNode[] {
  const frames: Frame[] = [{ mark: '', content: [] }];
  /** Lengths of runs of backticks that no later run closes. */
  const unclosed = new Set<number>();
  let at = 0;

  const content = (): HtmlNode[] => (frames.at(-1) as Frame).content;

  function addText(words: string): void {
    const before = content().at(-1);
    if (words === '') return;
    if (before?.kind === 'text') content().splice(-1, 1, textNode(before.text + words));
    else content().push(textNode(words));
  }

  /** Turns the marks of all frames above this count back into text. */
  function flattenTo(count: number): void {
    while (frames.length > count) {
      const { mark, content: inner } = frames.pop() as Frame;
      addText(mark);
      for (const one of inner) {
        if (one.kind === 'text') addText(one.text);
        else content().push(one);
      }
    }
  }

  function wrap({ mark, content: inner }: Frame): void {
    if (inner.length === 0) addText(mark + mark);
    else content().push(elementNode(mark.length === 2 ? 'strong' : 'em', inner));
  }

  function takeMarks(run: string): void {
    const before = text[at - 1] ?? ' ';
    const after = text[at + run.length] ?? ' ';
    const isWord = run[0] === '_' && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    let left = run;
    if (/\S/.test(before) && !isWord) {
      for (;;) {
        const found = frames.findLastIndex(({ mark }) => mark !== '' && mark !== '[' && left.startsWith(mark));
        const frame = frames[found];
        if (!frame) break;
        flattenTo(found + 1);
        frames.pop();
        wrap(frame);
        left = left.slice(frame.mark.length);
      }
    }
    while (left !== '' && /\S/.test(after) && !isWord && frames.length <= maxOpenMarks) {
      const mark = left.slice(0, 2);
      frames.push({ mark, content: [] });
      left = left.slice(mark.length);
    }
    // The mark of words that are still to come.
    if (!(isOpen && at + run.length === text.length)) addText(left);
    at += run.length;
  }

  function takeCode(run: string): void {
    const from = at + run.length;
    const end = unclosed.has(run.length) ? -1 : closingRun(text, run, from);
    if (end >= 0) {
      content().push(elementNode('code', [textNode(text.slice(from, end))]));
      at = end + run.length;
      return;
    }
    unclosed.add(run.length);
    addText(run);
    at = from;
  }

  /** `](` after the label of a link. */
  function takeLink(): void {
    const opening = frames.findLastIndex(({ mark }) => mark === '[');
    const end = opening < 0 || text[at + 1] !== '(' ? -1 : addressEnd(text, at + 2);
    if (end < 0) {
      addText(']');
      at += 1;
      return;
    }
    const isCut = end === text.length;
    const href = isCut ? undefined : toAddress(text.slice(at + 2, end));
    flattenTo(opening + 1);
    const label = (frames.at(-1) as Frame).content;
    if (isCut && isOpen) {
      frames.pop();
      for (const one of label) content().push(one);
    } else if (href === undefined || label.length === 0 || namesAnother(textOfHtml(label), href)) {
      flattenTo(opening);
      addText(text.slice(at, end + 1));
    } else {
      frames.pop();
      content().push(elementNode('a', label, href));
    }
    at = end + 1;
  }

  while (at < text.length) {
    const special = /[\\`*_[\]]/g;
    special.lastIndex = at;
    const next = special.exec(text)?.index ?? text.length;
    addText(text.slice(at, next));
    at = next;
    const character = text[at] ?? '';
    if (character === '\\') {
      const escaped = /[\\`*_[\]#+.()!~>|{}-]/.test(text[at + 1] ?? '');
      addText(escaped ? (text[at + 1] ?? '') : character);
      at += escaped ? 2 : 1;
    } else if (character === '`') takeCode(runAt(text, at));
    else if (character === '*' || character === '_') {
      const run = runAt(text, at);
      if (run.length <= 3) takeMarks(run);
      else {
        addText(run);
        at += run.length;
      }
    } else if (character === '[') {
      if (frames.length <= maxOpenMarks) frames.push({ mark: '[', content: [] });
      else addText('[');
      at += 1;
    } else if (character === ']') takeLink();
  }
  while (isOpen && frames.length > 1) {
    const frame = frames.pop() as Frame;
    if (frame.mark !== '[' && frame.content.length > 0) wrap(frame);
    else for (const one of frame.content) content().push(one);
  }
  flattenTo(1);
  return content();
}

function runAt(text: string, at: number): string {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return text.slice(at, end);
}

/** The next run of exactly this length. */
function closingRun(text: string, run: string, from: number): number {
  for (let at = text.indexOf(run, from); at >= 0; ) {
    let end = at + run.length;
    while (text[end] === '`') end += 1;
    if (end - at === run.length) return at;
    at = text.indexOf(run, end);
  }
  return -1;
}

/** The closing bracket of a link's address; the end of the text if it is missing, and -1 if this is no address. */
function addressEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (/[\s<[\]]/.test(character)) return -1;
  }
  return text.length;
}

/** The label is an address, and not that of the link. */
function namesAnother(label: string, href: string): boolean {
  return linkify(label).some((part) => part.kind === 'link' && part.href !== href);
}
