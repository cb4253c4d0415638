/** Answers from a folder of Markdown pages, by full-text search. From top to bottom: pages, search, excerpts, answers. */
import { readdirSync, readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { createModel } from './model.mjs';
import { stopWords, words } from './words.mjs';

// Pages

/** All pages of a folder and its subfolders. */
export function readPages(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.md'));
  if (files.length === 0) throw new Error(`${folder} has no page. The name of a page ends with .md.`);
  return files.sort().map((file) => {
    return { name: file.slice(0, -3).replaceAll('\\', '/'), markdown: readFileSync(`${folder}/${file}`, 'utf8') };
  });
}

/** What is under one heading each. A page without a main heading is called like its file. */
function sectionsOf({ name, markdown }, pageUrl) {
  let title = name
    .replace(/^.*\//, '')
    .replace(/[-_]+/g, ' ')
    .replace(/^./, (first) => first.toUpperCase());
  const sections = [{ heading: '', lines: [] }];
  let isCode = false;
  for (const line of markdown.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '').split(/\r?\n/)) {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, level, heading] = (!isCode && /^(#{1,6}) +(.*?)[ #]*$/.exec(line)) || [];
    if (level === '#') title = heading;
    else if (level) sections.push({ heading, lines: [] });
    else sections.at(-1).lines.push(line);
  }
  const url = pageUrl?.replaceAll('{page}', name.split('/').map(encodeURIComponent).join('/'));
  return sections
    .map(({ heading, lines }) => ({ name, title, heading, url, text: lines.join('\n').trim() }))
    .filter(({ text }) => text !== '');
}

// Search

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** In any language, also in one that has no spaces between words. */
const wordsOf = (text) =>
  [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
    .filter(({ isWordLike, segment }) => isWordLike && segment.length < 50 && !stopWords.has(segment))
    .map(({ segment }) => stemOf(segment));

/** The same for the endings of one English word: bake, bakes, baked, baking. */
const stemOf = (word) =>
  word
    .replace(/(?<=..[^s])s$/, '')
    .replace(/(?<=[aeiouy].+)(?:ing|(?<!e)ed)$/, '')
    .replace(/(?<=..)e$/, '')
    .replace(/(?<=..)y$/, 'i');

/** Finds the sections that have at least half of the words of a question, best first. `share` is the part of the words. */
function createSearch(sections) {
  const index = new MiniSearch({ fields: ['name', 'title', 'heading', 'text'], tokenize: wordsOf });
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  const isLong = (word) => word.length > 3;
  // Misspelt words count only if there is nothing else.
  const ways = [{ prefix: isLong }, { prefix: isLong, fuzzy: (word) => word.length > 4 && 0.2 }];
  return (question) => {
    const wanted = new Set(wordsOf(question)).size;
    for (const way of ways) {
      const all = index.search(question, { boost: { title: 2, heading: 3 }, ...way });
      const found = all.filter((one) => one.queryTerms.length * 2 >= wanted && one.score * 2 >= all[0].score);
      const toSection = ({ id, terms, queryTerms }) => ({ ...sections[id], terms, share: queryTerms.length / wanted });
      if (found.length > 0) return found.slice(0, 4).map(toSection);
    }
    return [];
  };
}

// Excerpts

/**
 * Whole paragraphs, lists and blocks of code. They begin where most words of the question are, or at the beginning, if the question is about
 * the heading: it has the whole heading in it, or half of the words that were found are there.
 */
function excerptOf({ heading, text, terms }) {
  const blocks = text.match(/^ *(```|~~~)[\s\S]*?^ *\1.*$|(?:^(?! *(?:```|~~~)).*\S.*\n?)+/gm) ?? [text];
  const named = wordsOf(heading);
  const asked = named.filter((word) => terms.includes(word));
  const isAbout = asked.length > 0 && (asked.length === named.length || asked.length * 2 >= terms.length);
  const found = blocks.map((block) => [...new Set(wordsOf(block))].filter((word) => terms.includes(word)));
  // A word that is in every block says nothing.
  const weightOf = (term) => 1 / found.filter((one) => one.includes(term)).length;
  const weights = found.map((one) => one.reduce((sum, term) => sum + weightOf(term), 0));
  const best = isAbout ? 0 : weights.indexOf(Math.max(...weights));
  const first = blocks[best - 1]?.trim().endsWith(':') ? best - 1 : best;
  const fits = (end) => end <= best || blocks.slice(first, end + 1).join('').length < 900;
  return blocks
    .slice(first)
    .filter((_, at) => fits(first + at))
    .map((block) => simple(block).trim());
}

/** Without comments, pictures and addresses within your site, and with a list in place of a table. */
const simple = (markdown) =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\|.*\|\n\|[ :|-]+\|\n(?:\|.*\|\n?)+/gm, listOf)
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');

/** `- Lemon tart: milk yes, nuts no` */
function listOf(table) {
  const [names, , ...rows] = table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows
    .map(([first, ...cells]) => `- ${first}: ${cells.map((cell, at) => `${names[at + 1]} ${cell}`).join(', ')}`)
    .join('\n');
}

// Answers

/** Each page once. */
function sourcesOf(sections) {
  const pages = sections.filter(({ url }) => url).map(({ title, url }) => [url, { title, url }]);
  return [...new Map(pages).values()];
}

/**
 * Returns an answering function of the kind that README.md describes.
 * @param {object} options
 * @param {{ name: string, markdown: string }[]} options.pages
 * @param {string | undefined} [options.pageUrl] The address of a page, with `{page}` for its name.
 * @param {{ url: string, name: string | undefined, key?: string | undefined } | undefined} [options.model]
 *   Without it, answers are quotations from the pages.
 * @param {Partial<typeof import('./limits.mjs').defaultLimits>} [options.limits]
 * @param {(line: string) => void} [options.log]
 * @returns {import('./server.mjs').Answer}
 */
export function createAnswers({ pages, pageUrl, model, limits, log = console.error }) {
  const search = createSearch(pages.flatMap((page) => sectionsOf(page, pageUrl)));
  const askModel = model && createModel(model, limits);

  return async function* answer(question, { earlier, signal }) {
    const sections = search(question);
    const sources = sourcesOf(sections);
    if (askModel) {
      let hasBegun = false;
      try {
        for await (const part of askModel(question, { sections, sources, earlier, signal })) {
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        if (hasBegun || signal.aborted) throw error;
        log(error.cause?.message ?? error.message);
      }
    }
    // Without a model, and if it fails before its first word.
    const [best] = sections;
    if (!best) return;
    const isSure = best.share > 0.5;
    const blocks = [isSure ? '' : words.unsure, best.heading && `**${best.heading}**`, ...excerptOf(best)];
    for (const [at, block] of blocks.filter(Boolean).entries()) yield { text: at === 0 ? block : `\n\n${block}` };
    yield { sources };
    if (!isSure) yield { person: 'offer' };
  };
}

/**
 * The settings of README.md for pages.
 * @param {Record<string, string | undefined>} env
 */
export function pageSettings({ PAGE_URL, MODEL_URL, MODEL, MODEL_KEY }) {
  return { pageUrl: PAGE_URL, model: MODEL_URL ? { url: MODEL_URL, name: MODEL, key: MODEL_KEY } : undefined };
}
