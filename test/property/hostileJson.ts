import fc from 'fast-check';
import { expect } from 'vitest';

/** What may stand in JSON from outside. */

const names = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty');
/** The fields of real answers, so that the values get past the first checks. */
const fields = fc.constantFrom(
  ...['contactInformationBundles', 'contactModuleTranslations', 'textFragments', 'key', 'purpose', 'languageCode'],
  ...[
    'regionCode',
    'contactInformationBundleKeys',
    'output',
    'context',
    'data',
    'error',
    'code',
    'chat',
    'events',
    'link',
  ],
  ...[
    '@rel',
    '@href',
    'body',
    'type',
    'changes',
    'result',
    'conditions',
    'buttons',
    'extra',
    'value',
    'state',
    'inquiry',
  ],
);
export const { value: hostile } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1e308, '', 'x', '__proto__', 'en', 'US'),
    fc.array(tie('value'), { maxLength: 3 }),
    // Own properties, as JSON.parse creates them.
    fc.array(fc.tuple(fc.oneof(names, fields), tie('value')), { maxLength: 5 }).map((all) => `{${toFields(all)}}`),
  ),
}));

/** A record is already JSON, with names that an object literal would not keep. */
export const toJson = (value: unknown): string =>
  typeof value === 'string' && value.startsWith('{')
    ? value
    : Array.isArray(value)
      ? `[${value.map(toJson).join(',')}]`
      : JSON.stringify(value);
const toFields = (all: readonly (readonly [string, unknown])[]): string =>
  all.map(([name, value]) => `${escaped(name)}:${toJson(value)}`).join(',');
/** Half of the names are spelled with an escape. */
const escaped = (name: string): string =>
  name.length % 2 === 0 ? JSON.stringify(name) : `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`;

/** Deep enough to overflow the stack of a recursive parser, and short enough that the answer is not refused for its length. */
const nested = (open: string, close: string): string => open.repeat(9_000) + close.repeat(9_000);
export const extremes = [
  nested('[', ']'),
  `{"error":${nested('{"error":', '}').replace(':}', ':0}')}}`,
  `{"contactInformationBundles":[{"key":{"languageCode":"en","regionCode":"US"}}],"contactModuleTranslations":[{"textFragments":${nested('{"a":', '}').replace(':}', ':0}')}}]}`,
  JSON.stringify({ data: 'x'.repeat(200_000), events: Array.from({ length: 20_000 }, () => ({})) }),
];

/** Parsers may refuse a value by an error, which their callers expect. They may not run out of stack. The browser's own may. */
export function run(parse: (json: string) => unknown, json: string): unknown {
  try {
    return parse(json);
  } catch (error) {
    expect(error).not.toBeInstanceOf(RangeError);
    return undefined;
  }
}

const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));

export function expectNoPollution(): void {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
  expect(JSON.stringify(Object.getOwnPropertyNames(Object))).not.toContain('textFragments');
}
