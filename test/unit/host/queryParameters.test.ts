import { describe, expect, it } from 'vitest';
import { hasOwnParameters } from '../../../frame/host/ownParameters.ts';
import { parseQueryParameters, type QueryName, queryTable } from '../../../frame/host/queryParameters.ts';
import { textOf } from '../../../frame/host/queryValue.ts';

const parse = (query: string) => parseQueryParameters(`https://shop.example/page${query}`);

/** Parameter, field and a value of it. Repeated here on purpose: existing pages depend on the names. */
const parameters: readonly (readonly [QueryName, string, string])[] = [
  ['cm-disable', 'disable', 'true'],
  ['cm-debug', 'debug', 'true'],
  ['cm-dev', 'dev', 'true'],
  ['cm-debug-text', 'debugText', 'true'],
  ['focusArea', 'focusArea', 'Data & AI'],
  ['variation', 'variation', 'spring sale'],
  ['languageCode', 'languageCode', 'zh-Hant'],
  ['regionCode', 'regionCode', 'DE'],
  ['cm-start-chat', 'startChat', 'true'],
  ['cm-continue-chat', 'continueChat', '4711'],
  ['contactmodule', 'contactModule', 'bot'],
  ['cm-scheduler-landing', 'schedulerLanding', 'true'],
  ['cm-scheduler-purpose', 'schedulerPurpose', 'Sales'],
  ['cm-scheduler-form', 'schedulerForm', 'true'],
  ['cm-scheduler-confirmation', 'schedulerConfirmation', 'NW-1'],
  ['cm-scheduler-error', 'schedulerError', 'SCH05'],
  ['cm-user-id', 'userId', 'ada'],
  ['cm-country', 'country', 'de'],
  ['cm-email', 'email', 'ada@northwind.example'],
  ['cm-signedin', 'signedIn', 'true'],
  ['cm-ip', 'ip', '192.0.2.1'],
  ['cm-bot-account', 'botAccount', '4711'],
  ['cm-bot-skill', 'botSkill', 'cloud bot'],
  ['cm-chat-account', 'chatAccount', '4711'],
  ['cm-chat-skill', 'chatSkill', 'billing'],
  ['cm-experiments', 'experiments', 'a:x,b:y'],
  ['cm-region', 'region', 'US'],
  ['cm-env', 'environment', 'dev'],
  ['cm-force-events', 'forceEvents', 'true'],
];

/** Parameters whose value a service looks up. It may have spaces, so nothing shows it: `addressOverrides.spec.ts`. */
const names = [
  ...['focusArea', 'variation', 'cm-scheduler-purpose', 'cm-scheduler-confirmation'],
  ...['cm-bot-skill', 'cm-chat-skill', 'cm-experiments'],
];

describe('query parameters', () => {
  it.each([
    ['?cm-debug=true', true],
    ['?cm-debug=false', false],
    ['?cm-debug', true],
    ['?cm-debug=', true],
    ['?cm-debug=TRUE', undefined],
    ['?cm-debug=1', true],
    ['?cm-debug=0', undefined],
  ])('[SH-096] reads %s as %s', (query, value) => {
    expect(parse(query).debug).toBe(value);
  });

  it('[SH-096] reads 1 as on where the parameter is a flag, and as a text elsewhere', () => {
    const flags = [
      'cm-dev',
      'cm-signedin',
      'cm-scheduler-landing',
      'cm-start-chat',
      'contactmodule',
      'cm-force-events',
    ];
    const query = `?${flags.join('=1&')}=1&focusArea=1&cm-user-id=1`;
    expect(parse(query)).toEqual({
      ...{ dev: true, signedIn: true, schedulerLanding: true, startChat: true, contactModule: true, forceEvents: true },
      ...{ focusArea: '1', userId: '1', consent: {} },
    });
  });

  it.each(parameters)('[SH-097] reads %s into the field %s', (name, field, value) => {
    const read = value === 'true' || value;
    expect(parse(`?${name}=${encodeURIComponent(value)}`)).toEqual({ [field]: read, consent: {} });
    expect(hasOwnParameters(`https://shop.example/?${name}=x`)).toBe(true);
  });

  it('[F-SE18] the list above has every parameter of the table', () => {
    expect(parameters.map(([name]) => name)).toEqual(Object.keys(queryTable));
  });

  it.each(parameters.map(([name]) => name).filter((name) => !names.includes(name)))(
    '[F-SE18] %s takes no sentence, no markup and no text without end',
    (name) => {
      for (const value of [
        'Your account is locked. Call +1 555 0100',
        'SCH05. Call +1 555 0100',
        '<b>x</b>',
        'javascript:alert(1)//x y',
        'x'.repeat(300),
        '\u202eSCH05',
      ])
        expect(parse(`?${name}=${encodeURIComponent(value)}`), value).toEqual({ consent: {} });
    },
  );

  it.each([...names.filter((name) => name !== 'cm-scheduler-confirmation'), 'cm-consent-chat'])(
    '[F-SE18] %s takes no markup and no control character',
    (name) => {
      for (const value of ['<img src=x onerror=alert(1)>', 'a\u0000b'])
        expect(parse(`?${name}=${encodeURIComponent(value)}`), value).toEqual({ consent: {} });
    },
  );

  it('reads forced consent by product', () => {
    expect(parse('?cm-consent-chat=false&cm-consent-inapp=true&cm-consent-analytics').consent).toEqual({
      chat: false,
      inapp: true,
      analytics: true,
    });
  });

  it.each(['0', 'no', '1', 'False', 'off'])('[SH-103] %j neither grants nor withdraws consent', (value) => {
    expect(parse(`?cm-consent-chat=${value}`).consent).toEqual({});
  });

  it('[F-SE20] ignores every other parameter, and an invalid URL', () => {
    expect(parse('?token=abc&constructor=1&__proto__=2&cm-other=3&cm-consent-__proto__=1')).toEqual({ consent: {} });
    expect(parse('?cm-consent-constructor').consent.valueOf).toBeUndefined();
    expect(parseQueryParameters('not an address')).toEqual({ consent: {} });
  });

  it('[BR-34] ignores values of more than 2,048 characters', () => {
    expect(parse(`?cm-experiments=${'x'.repeat(2_049)}`).experiments).toBeUndefined();
    expect(parse(`?cm-experiments=${'x'.repeat(2_048)}`).experiments).toHaveLength(2_048);
  });

  it('returns the text of a parameter and undefined for a flag', () => {
    expect([textOf('cloud'), textOf(true), textOf(undefined)]).toEqual(['cloud', undefined, undefined]);
  });
});
