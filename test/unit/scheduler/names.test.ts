import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { isUnanswered } from '../../../frame/scheduler/callOutcome.ts';
import { clientUrlOf } from '../../../frame/scheduler/clientUrl.ts';
import { parseConfirmationNumber } from '../../../frame/scheduler/confirmationNumber.ts';
import { toErrorCode } from '../../../frame/scheduler/errorCode.ts';
import { resourceKey } from '../../../frame/scheduler/resourceKey.ts';

describe('names', () => {
  it('[SC-022] joins a resource key with defaults, and prefers the variation to the focus area', () => {
    expect(resourceKey({ focusArea: 'cloud' })).toBe('en--US--cloud--(default)--any');
    expect(resourceKey({})).toBe('en--US----(default)--any');
    expect(resourceKey({ focusArea: 'cloud', variation: 'hybrid' })).toBe('en--US--hybrid--(default)--any');
    expect(
      resourceKey({ languageCode: 'de', regionCode: 'DE', focusArea: 'data', purpose: 'demo', resource: 'ex-1' }),
    ).toBe('de--DE--data--demo--ex-1');
  });

  it.each([
    ['https://booking.example/x', 'https://booking.example/x'],
    [' http://booking.example ', 'http://booking.example'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//booking.example', undefined],
    ['', undefined],
    [17, undefined],
  ])('[SC-008] accepts only http and https addresses as a booking page: %s', (clientURL, expected) => {
    expect(clientUrlOf({ clientURL })).toBe(expected);
  });

  it('[SC-131] accepts 1 to 64 letters, digits and hyphens as a confirmation number', () => {
    expect(parseConfirmationNumber('  NW-004701 ')).toBe('NW-004701');
    for (const bad of ['a/b', '', ' ', '<script>', 'a b', '../x', 'a'.repeat(65), 4, undefined, 'ä', '%2F']) {
      expect(parseConfirmationNumber(bad)).toBeUndefined();
    }
  });

  it('[SC-140] uses the code of an error object or a string that starts with SCH, and otherwise SCH02', () => {
    expect(toErrorCode({ code: 'SCH07' })).toBe('SCH07');
    expect(toErrorCode('SCH11')).toBe('SCH11');
    expect(toErrorCode({ error: { code: 'SCH12' } })).toBe('SCH12');
    expect(toErrorCode('oops')).toBe('SCH02');
    expect(toErrorCode({ message: 'x' })).toBe('SCH02');
    expect(toErrorCode(null)).toBe('SCH02');
    expect(toErrorCode({ code: '' })).toBe('SCH02');
  });

  it('[SC-104][REL-29] takes a call as unanswered only if no host has answered', () => {
    const codes = ['CALL_TIMEOUT', 'CALL_FAILED', 'ANSWER_INVALID', 'CALL_ABORTED'] as const;
    expect(codes.filter((code) => isUnanswered(createError(code, 'x')))).toEqual(['CALL_TIMEOUT', 'CALL_FAILED']);
  });
});
