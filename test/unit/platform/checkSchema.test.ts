import { describe, expect, it } from 'vitest';
import { checkSchema, type Schema } from '../../../frame/platform/checkSchema.ts';

const text: Schema = { type: 'string' };
const list: Schema = { type: 'array', items: { type: 'number', default: 7 } };
const record: Schema = {
  type: 'object',
  properties: {
    name: text,
    hosts: { type: 'array', items: text, default: ['a'] },
    inner: { type: 'object', properties: { n: { type: 'integer' } } },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('a value that fits', () => {
  it.each<[string, Schema, unknown, unknown?]>([
    ['any value without a type', {}, { a: [1] }],
    ['text', text, ''],
    ['text of the least length', { type: 'string', minLength: 2 }, 'ab'],
    ['an address', { type: 'string', format: 'uri' }, 'https://a.example/'],
    ['text in another format', { type: 'string', format: 'email' }, 'no address'],
    ['text in its form', { type: 'string', pattern: '^\\p{L}+$' }, 'ü'],
    ['a number', { type: 'number' }, 1.5],
    ['a whole number', { type: 'integer' }, 3],
    ['a flag', { type: 'boolean' }, false],
    ['null', { type: 'null' }, null],
    ['a constant', { const: 'a' }, 'a'],
    ['one of several', { enum: ['a', 'b'] }, 'b'],
    ['the second of two forms', { anyOf: [text, { type: 'number' }] }, 5],
    ['a list', list, [1, 2]],
    ['a list of the least length', { type: 'array', minItems: 1 }, [1]],
    ['an empty list', list, []],
    ['a record with its defaults', record, { name: 'x' }, { name: 'x', hosts: ['a'] }],
    ['a record with more than a default', record, { name: 'x', hosts: ['b'], inner: { n: 1 } }],
    ['a record of any fields', { type: 'object', additionalProperties: { type: 'number' } }, { a: 1 }],
    ['a record without rules', { type: 'object' }, { a: 1 }],
    ['a record with fields that are not listed', { type: 'object', properties: {} }, { toString: 1 }],
    ['a default', { type: 'string', default: 'd' }, undefined, 'd'],
    ['nothing without a default', text, undefined],
    ['nothing in place of several forms', { anyOf: [text] }, undefined],
  ])('is taken: %s', (_, schema, value, expected = value) => {
    expect(checkSchema(schema, value)).toEqual(expected);
  });

  it('does not share its defaults', () => {
    const { hosts } = checkSchema(record, { name: 'x' }) as { hosts: string[] };
    hosts.push('b');
    expect(checkSchema(record, { name: 'x' })).toEqual({ name: 'x', hosts: ['a'] });
  });
});

describe('a value that does not fit', () => {
  it.each<[Schema, unknown, string]>([
    [text, 4, 'the file must be of type string'],
    [text, null, 'the file must be of type string'],
    [{ type: 'object' }, null, 'the file must be of type object'],
    [{ type: 'object' }, [], 'the file must be of type object'],
    [list, {}, 'the file must be of type array'],
    [{ type: 'integer' }, 1.5, 'the file must be of type integer'],
    [{ type: 'integer' }, '1', 'the file must be of type integer'],
    [{ type: 'boolean' }, 3, 'the file must be of type boolean'],
    [{ type: 'string', minLength: 2 }, 'a', 'the file must not be empty'],
    [{ type: 'string', format: 'uri' }, 'no address', 'the file must be an address'],
    [{ type: 'string', pattern: '^a+$' }, 'ab', 'the file does not have the allowed form'],
    [{ const: 'a' }, 'b', 'the file must be a'],
    [{ enum: ['a', 'b'] }, 'c', 'the file must be a or b'],
    [{ anyOf: [text, { type: 'number' }] }, true, 'the file matches none of the allowed forms'],
    [{ type: 'array', minItems: 1 }, [], 'the file needs more entries'],
    [list, [1, 'x'], '[1] must be of type number'],
    [record, {}, 'name is missing'],
    [record, { name: 'x', other: 1 }, 'other is not a known field'],
    [record, { name: 'x', toString: 1 }, 'toString is not a known field'],
    [record, { name: 'x', hosts: ['a', 4] }, 'hosts[1] must be of type string'],
    [record, { name: 'x', inner: { n: 'x' } }, 'inner.n must be of type integer'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, { a: 'x' }, 'a must be of type number'],
  ])('is refused by %j with its place: %j', (schema, value, sentence) => {
    expect(() => checkSchema(schema, value)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: `config.json is refused: ${sentence}` }),
    );
  });
});
