import { describe, expect, it, vi } from 'vitest';
import { findClassification } from '../../../frame/scheduler/classification.ts';
import { matchesDialing, toDialingEntries } from '../../../frame/scheduler/dialing.ts';
import { isBotLine, toFragments } from '../../../frame/scheduler/findSource.ts';
import { fitText } from '../../../frame/scheduler/fitText.ts';
import { toManageUrl } from '../../../frame/scheduler/manageUrl.ts';
import { startNextCall } from '../../../frame/scheduler/nextCall.ts';
import { createState } from '../../../frame/scheduler/state.ts';
import { visibleOptions } from '../../../frame/ui/searchOptions.ts';
import { bookedForm } from '../../support/schedulerFixtures.ts';

it('[SC-123] the next call starts with an empty form, the same person and the same question', () => {
  const state = createState();
  Object.assign(state, {
    ...{ displayedScreen: 'DETAILS', displayedAccordian: 'CONTACT', isEditing: true, confirmationNumber: 'NW-1' },
    ...{ touched: { email: true }, outcome: 'moved', movedFrom: 5, manageUrl: 'https://p.example/', isSlotPast: true },
    ...{ takenMs: 5, survey: { reason: 'a', comment: 'b', isReasonMissing: true } },
  });
  Object.assign(state.form, bookedForm);
  const done: string[] = [];
  const does = (name: string) => vi.fn(() => void done.push(name));
  startNextCall(state, {
    times: {
      ...{ clearChosen: does('clear'), offerZone: does('zone') },
      ...{ forget: does('forget times'), regroup: does('regroup') },
    },
    topic: { forget: does('forget topic') },
    booking: { forget: does('forget booking') },
    input: { restore: does('restore') },
    problems: { dispatch: ({ type }) => done.push(type) },
  });
  expect(state).toEqual({ ...createState(), form: bookedForm });
  expect(done).toEqual([
    'forget booking',
    'forget topic',
    'clear',
    'restore',
    'zone',
    'forget times',
    'regroup',
    'ERROR_CLEAR',
  ]);
});

describe('a bot line', () => {
  it.each([
    [{}, false],
    [{ config: {} }, false],
    [{ schedulerConfig: {} }, true],
    [{ schedulerText: 'x' }, true],
  ])('[SC-005] brings its own configuration or texts: %j is %s', (request, expected) => {
    expect(isBotLine(request as Parameters<typeof isBotLine>[0])).toBe(expected);
  });

  it.each([
    ['{"title":"Hi"}', { title: 'Hi' }],
    ['When?', { firstQuestion: 'When?' }],
    ['null', { firstQuestion: 'null' }],
    ['4', { firstQuestion: '4' }],
    [{ title: 'Hi' }, { title: 'Hi' }],
  ])('[SC-005] has fragments, fragments as JSON, or the first question: %j', (text, expected) => {
    expect(toFragments(text)).toEqual(expected);
  });
});

it.each([
  [
    'https://p.example/a?x=1&cm-scheduler-error=SCH05#top',
    false,
    'https://p.example/a?x=1&cm-scheduler-confirmation=NW-1',
  ],
  [
    'https://p.example/orders/4711042?id=7&utm_source=mail&UTM_Campaign=x&contactmodule=bot&cm-start-chat=true&q=a',
    false,
    'https://p.example/orders/4711042?id=7&q=a&cm-scheduler-confirmation=NW-1',
  ],
  ['https://p.example/a?#/orders/7', false, 'https://p.example/a?cm-scheduler-confirmation=NW-1#/orders/7'],
  ['https://p.example/a#/products?id=7', false, 'https://p.example/a?cm-scheduler-confirmation=NW-1#/products?id=7'],
  [
    'https://p.example/a#!/offer?q=a%20b&all&utm_source=mail&reset_token=7&mail=ada@engines.com',
    false,
    'https://p.example/a?cm-scheduler-confirmation=NW-1#!/offer?q=a%20b&all',
  ],
  [
    'https://p.example/a#/reset/9f86d081884c7d659a2feaa0c55ad015?id=7',
    false,
    'https://p.example/a?cm-scheduler-confirmation=NW-1',
  ],
  ['https://p.example/a#!/invite/Ab12Cd34Ef56Gh78', false, 'https://p.example/a?cm-scheduler-confirmation=NW-1'],
  ['https://p.example/a#/x?token=7', false, 'https://p.example/a?cm-scheduler-confirmation=NW-1#/x'],
  ['https://p.example/a#access_token=abc', false, 'https://p.example/a?cm-scheduler-confirmation=NW-1'],
  ['https://ann:pw@p.example/a?reset_token=7', false, 'https://p.example/a?cm-scheduler-confirmation=NW-1'],
  ['http://p.example/', true, 'http://p.example/?cm-scheduler-confirmation=NW-1&cm-scheduler-landing=true'],
  ['file:///page.html', false, ''],
  ['ahttps:x', false, ''],
  ['httpsx://p.example/', false, ''],
  ['no address', false, ''],
])('[SC-150] the address of an appointment on %s (landing: %s) is "%s"', (page, isLanding, expected) => {
  expect(toManageUrl(page, 'NW-1', isLanding)).toBe(expected);
  expect(toManageUrl(page, '', isLanding)).toBe('');
});

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['ab\uD83D', 3, 'ab\uD83D'],
])('[SC-097] "%s" in a field of %i characters is "%s"', (text, length, expected) => {
  expect(fitText(text, length)).toBe(expected);
});

it('[SC-045] a label is matched with blanks around it on either side, and an empty one is none', () => {
  const known = [
    { label: ' Pricing ', text: 'Prices' },
    { label: '', text: 'Nothing' },
  ];
  expect(findClassification('pricing', known)?.text).toBe('Prices');
  expect(findClassification(' ', known)).toBeUndefined();
});

describe('dialing codes', () => {
  const row = { type: 'Country', regionCode: 'gb', internationalDialingCode: '44', regionName: 'United Kingdom' };
  const [entry] = toDialingEntries([{ ...row, regionNameTranslation: ' ' }], 'en');

  it('[SC-157] have the translated name, or the English one', () => {
    expect(entry).toEqual({
      id: 'GB',
      code: '+44',
      regionName: 'United Kingdom',
      label: '\u2066+44\u2069 United Kingdom GB',
    });
    const [german] = toDialingEntries([{ ...row, regionNameTranslation: ' Großbritannien ' }], 'de');
    expect(german?.regionName).toBe('Großbritannien');
  });

  it.each([
    ['', true],
    [' ', true],
    ['4', true],
    ['+44', true],
    ['45', false],
    ['44a', false],
    ['a44', false],
    ['gb', true],
    ['kingdom', true],
    ['b', false],
  ])('[SC-077] "%s" finds the United Kingdom: %s', (query, expected) => {
    const found = entry && visibleOptions([entry], { selectedId: undefined, query, matches: matchesDialing });
    expect(found?.length).toBe(expected ? 1 : 0);
  });
});
