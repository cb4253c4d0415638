import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createEventReader } from '../../frame/chat/channels/bot/streaming/requestStream.ts';
import { parseXml } from '../../frame/chat/channels/xmpp/xml.ts';
import { parseDeclaredHtml, textOfHtml } from '../../frame/chat/messages/declaredHtml.ts';
import { linkify } from '../../frame/chat/messages/linkify.ts';
import { parseMarkdown, splitMarkdown } from '../../frame/chat/messages/markdown.ts';
import { plainText, textOfMarkdown } from '../../frame/chat/messages/transcript.ts';
import { relayedAddress } from '../../frame/host/relayedAddress.ts';
import { redact } from '../../frame/platform/logLine.ts';
import { isId, isSecretValue } from '../../frame/platform/secrets.ts';
import { toCalendarFile } from '../../frame/scheduler/calendarFile.ts';
import { countOf } from '../browser/sample.ts';
import { expectLinear, repeated, worstTexts } from './linearTime.ts';

/** No text of a service may take more than its length: twice the text, twice the time. */

/** Declarations of namespaces: many in one element, many in a parent of many children, and one in each of many nested elements. */
const declarations = (length: number): string => {
  const count = Math.ceil(length / 12);
  return Array.from({ length: count }, (_, at) => ` xmlns:a${at}="b"`).join('');
};
const declaredTexts: readonly (readonly [string, (length: number) => string])[] = [
  ['declarations in one element', (length) => `<a${declarations(length)}/>`],
  ['declarations in one element of each level', (length) => `<a${declarations(length)}>${'<b xmlns="c">'.repeat(30)}`],
  [
    'declarations above many elements that declare another',
    (length) => `<a${declarations(length / 2)}>${'<b xmlns:c="d"/>'.repeat(length / 32)}</a>`,
  ],
  ['prefixes used far below', (length) => `<a xmlns:p="b">${'<b>'.repeat(29)}${'<p:c/>'.repeat(length / 6)}`],
];

it.each(declaredTexts)('[F-SE26] XML takes a time that grows with its length: %s', (_, textOf) => {
  expectLinear((text) => parseXml(text), textOf);
});

const event = { uid: '1', stampMs: 0, startMs: 0, endMs: 1 };

const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['linkify', linkify],
  ['declared markup', (text) => textOfHtml(parseDeclaredHtml(text))],
  ['the redaction of log lines', redact],
  ['the XML of a chat server', (text) => parseXml(text)],
  ['the transcript', (text) => plainText({ text, lines: [], format: 'html' })],
  ['secrets in addresses', isSecretValue],
  ['ids in addresses', isId],
  [
    'relayed addresses',
    (text) => relayedAddress(`https://northwind.example/${text}?a=${text}`, { parameters: ['a'], path: 'pattern' }),
  ],
];

describe.each(readers)('%s', (_, read) => {
  it.each(worstTexts)('[F-SE9] takes a time that grows with the length of the text: %s', (_name, textOf) => {
    expectLinear(read, textOf);
  });
});

/** A calendar file is the same work for every text, except for what it escapes and where it folds. */
it.each(worstTexts.filter(([name]) => /^(?:line ends|spaces|digits|question marks)$/.test(name)))(
  '[F-SE9] a calendar file takes a time that grows with the length of the text: %s',
  (_name, textOf) => {
    expectLinear((text) => toCalendarFile({ ...event, title: text, description: text }), textOf);
  },
);

it('[F-SE9] texts of any parts take a time that grows with their length', () => {
  const part = fc.constantFrom(
    ...[
      'http://',
      'www.',
      '.',
      ')',
      '(',
      '@',
      'a',
      ' ',
      '<',
      '>',
      '</script',
      '<script',
      '<a href=',
      '"',
      "'",
      '&',
      '#',
    ],
    ...['eyJ', '-', 'Bearer', '?', '=', '/', '\n', '1', ';', '!--', '<!--'],
  );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.array(part, { maxLength: 2 }),
      fc.array(part, { maxLength: 2 }),
      (parts, before, after) => {
        const textOf = repeated(parts.join(''), before.join(''), after.join(''));
        for (const read of [linkify, parseDeclaredHtml, redact, isSecretValue]) expectLinear(read, textOf);
      },
    ),
    { numRuns: countOf(150, 20) },
  );
});

const markdownTexts: readonly (readonly [string, (length: number) => string])[] = [
  ['opening marks', repeated('*a ')],
  ['mixed marks', repeated('*a **b _c ')],
  ['long runs of marks', repeated('*')],
  ['opening brackets of links', repeated('[')],
  ['links without end', repeated('[a](')],
  ['addresses of links without end', repeated('(', '[a](https://a.example/')],
  ['backticks', repeated('`')],
  ['runs of backticks', (length) => Array.from({ length: Math.sqrt(2 * length) }, (_, at) => '`'.repeat(at)).join(' ')],
  ['backslashes', repeated('\\')],
  ['lists in one line', repeated('- ')],
  [
    'nested lists',
    (length) => Array.from({ length: Math.sqrt(length) }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
  ],
  ['fences', repeated('```\n')],
  ['spaces', repeated(' ', '- ', 'a')],
  ['headings', repeated('# a\n')],
  ['blank lines', repeated('\n\n', '- a')],
];

it.each([...worstTexts, ...markdownTexts])('[F-AS5] Markdown is read in linear time: %s', (_, textOf) => {
  expectLinear((text) => {
    for (const part of splitMarkdown(text)) parseMarkdown(part, true);
    return textOfMarkdown(text);
  }, textOf);
});

it.each([1, 7, 1_000])('[F-AS4] a stream is read in linear time, in pieces of %s characters', (size) => {
  for (const part of ['data: x', 'data: x\n', 'data: x\n\n', '\n', ': wait\r\n'])
    expectLinear((text) => {
      const reader = createEventReader(10_000_000, () => new Error('too long'));
      for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
      return reader.end();
    }, repeated(part));
});
