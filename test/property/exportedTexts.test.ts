import { describe, expect, it } from 'vitest';
import { fileLines } from '../../frame/chat/channels/xmpp/files.ts';
import { surveyStanza } from '../../frame/chat/channels/xmpp/survey.ts';
import { findAccount } from '../../frame/chat/routing/accounts.ts';
import { mailtoOf } from '../../frame/contact/form/inquiry.ts';
import { relayedAddress } from '../../frame/host/relayedAddress.ts';
import { parseAnswer, parseJson } from '../../frame/platform/parseJson.ts';
import { toCalendarLink, toCalendarLinks } from '../../frame/scheduler/calendarFile.ts';
import { canonicalName, timeZones } from '../../frame/scheduler/timeZones.ts';
import { type ExportedFunction, exportedFunctions } from '../support/exportedFunctions.ts';
import { createFakeLog } from '../support/fakeLog.ts';
import { expectLinear, worstTexts } from './linearTime.ts';

/** Every exported function that takes a text, found in the sources: a text may come from outside, now or after the next change. */

type TextReader = (text: string, ...rest: readonly unknown[]) => unknown;

const log = createFakeLog();
const event = { uid: '1', stampMs: 0, startMs: 0, endMs: 1, title: 'a', description: 'a' };
const template = 'https://calendar.example/';

/** What the other parameters may be. The first that the function takes without an error is used. */
const others: readonly (readonly unknown[])[] = [
  [],
  ['a', 'b', 'c'],
  [['a'], ['b']],
  [{}, {}, {}],
  [1, 2, 3],
  [() => 'a', () => 'b'],
  [log],
  [undefined, log],
  ['a', { categories: {} }],
  ['prod', { accountIds: {} }],
  [{ skillIds: {} }],
];

/** How to call those that need more, or that refuse most texts. */
const calls: Readonly<Record<string, TextReader>> = {
  parseAnswer,
  parseJson: (text) => parseJson(text),
  canonicalName,
  relayedAddress: (text) => relayedAddress(`${template}${text}?a=${text}`, { parameters: ['a'], path: 'pattern' }),
  findAccount: (text) => findAccount(text, 'production' as never, { accountIds: {} } as never, log),
  fileLines: (text) => fileLines(`${template}${text}`, undefined),
  surveyStanza: (text) =>
    surveyStanza(text, text, { survey: { questions: [] }, names: new Map(), hidden: new Map() } as never, {}),
  mailtoOf: (text) => mailtoOf(text, text, { text } as never),
  toCalendarLink: (text) => toCalendarLink(template, { ...event, title: text, description: text }),
  toCalendarLinks: (text) => toCalendarLinks(template, { ...event, title: text, description: text }),
  timeZones: (text) => timeZones(text, 'a', () => true, log),
};

/** Functions that do nothing but hand the text to the browser, and where. */
const handedOn: Readonly<Record<string, string>> = {
  checkEmployee: 'the address of a script, from the deployment',
  copyText: 'to the clipboard',
  saveFile: 'to a file',
  writeStore: 'to a cookie of the page: at most 99 characters',
  storePill: 'to the page’s storage: at most 10,000 characters',
  findScript: 'to look for a script in the page, from its own options',
  createScript: 'the address of a script, from the page’s own options',
};

const texts = exportedFunctions(['frame', 'bridge', 'loader']).filter(({ takes }) =>
  /^string( \| (undefined|null))?$/.test(takes),
);

async function readerOf({ path, name }: ExportedFunction): Promise<TextReader | undefined> {
  if (calls[name]) return calls[name];
  try {
    const read = ((await import(`../../${path}`)) as Readonly<Record<string, TextReader>>)[name];
    const rest = others.find((one) => {
      try {
        read?.('a', ...one);
        return true;
      } catch {
        return false;
      }
    });
    return rest && ((text) => read?.(text, ...rest));
  } catch {
    return undefined;
  }
}

describe('functions that take a text', () => {
  it('[F-SE26] are found, and each that is named exists', () => {
    const names = texts.map(({ name }) => name);
    expect([...Object.keys(calls), ...Object.keys(handedOn)].filter((name) => !names.includes(name))).toEqual([]);
    expect(texts.length).toBeGreaterThan(120);
  });

  it.each(texts)('[F-SE26] $name of $path takes a time that grows with the length of the text', async (found) => {
    if (found.name in handedOn) return;
    const read = await readerOf(found);
    expect(read, 'how to call it').toBeDefined();
    for (const [, textOf] of worstTexts)
      expectLinear((text) => {
        try {
          read?.(text);
        } catch (error) {
          // A refusal.
          expect(String(error)).not.toContain('call stack');
        }
      }, textOf);
  });
});
