import { describe, expect, it } from 'vitest';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { textOf } from '../../../frame/host/queryValue.ts';

const parse = (query: string) => parseQueryParameters(`https://shop.example/page${query}`);

/** Parameter name and field name. Repeated here on purpose: existing pages depend on the names. */
const names: [string, string][] = [
  ['cm-disable', 'disable'],
  ['cm-debug', 'debug'],
  ['cm-dev', 'dev'],
  ['cm-debug-text', 'debugText'],
  ['focusArea', 'focusArea'],
  ['languageCode', 'languageCode'],
  ['regionCode', 'regionCode'],
  ['cm-start-chat', 'startChat'],
  ['cm-continue-chat', 'continueChat'],
  ['contactmodule', 'contactModule'],
  ['cm-scheduler-landing', 'schedulerLanding'],
  ['cm-scheduler-purpose', 'schedulerPurpose'],
  ['cm-scheduler-form', 'schedulerForm'],
  ['cm-scheduler-confirmation', 'schedulerConfirmation'],
  ['cm-scheduler-error', 'schedulerError'],
  ['cm-user-id', 'userId'],
  ['cm-country', 'country'],
  ['cm-email', 'email'],
  ['cm-signedin', 'signedIn'],
  ['cm-ip', 'ip'],
  ['cm-bot-account', 'botAccount'],
  ['cm-bot-skill', 'botSkill'],
  ['cm-chat-account', 'chatAccount'],
  ['cm-chat-skill', 'chatSkill'],
  ['cm-experiments', 'experiments'],
  ['cm-region', 'region'],
  ['cm-env', 'environment'],
  ['cm-force-events', 'forceEvents'],
];

describe('query parameters', () => {
  it.each([
    ['?cm-debug=true', true],
    ['?cm-debug=false', false],
    ['?cm-debug', true],
    ['?cm-debug=', true],
    ['?cm-debug=TRUE', 'TRUE'],
    ['?cm-debug=1', '1'],
  ])('[SH-096] reads %s as %s', (query, value) => {
    expect(parse(query).debug).toBe(value);
  });

  it.each(names)('[SH-097] reads %s into the field %s', (name, field) => {
    expect(parse(`?${name}=some%20value`)).toEqual({ [field]: 'some value', consent: {} });
  });

  it('reads forced consent by product', () => {
    expect(parse('?cm-consent-chat=false&cm-consent-inapp=true&cm-consent-analytics').consent).toEqual({
      chat: false,
      inapp: true,
      analytics: true,
    });
  });

  it('ignores every other parameter, and an invalid URL', () => {
    expect(parse('?token=abc&constructor=1&__proto__=2&cm-other=3')).toEqual({ consent: {} });
    expect(parseQueryParameters('not an address')).toEqual({ consent: {} });
  });

  it('[BR-34] ignores values of more than 2,048 characters', () => {
    expect(parse(`?focusArea=${'x'.repeat(2_049)}`).focusArea).toBeUndefined();
    expect(parse(`?focusArea=${'x'.repeat(2_048)}`).focusArea).toHaveLength(2_048);
  });

  it('returns the text of a parameter and undefined for a flag', () => {
    expect([textOf('cloud'), textOf(true), textOf(undefined)]).toEqual(['cloud', undefined, undefined]);
  });
});
