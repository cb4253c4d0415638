import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRuleMet, nextRuleMs, parsePageRules } from '../../../frame/outreach/pageRules.ts';

const note = { type: 'note', bodyText: 'Need a hand?' };
const facts = {
  url: 'https://www.northwind.example/cloud/databases?a=1',
  onPageMs: 10_000,
  user: { country: 'de', signedin: true, title: '' },
};
const isMet = (...condition: unknown[]): boolean | undefined => {
  const [rule] = parsePageRules([{ condition, action: [note] }]).rules;
  return rule && isRuleMet(rule, facts);
};

describe('page rules', () => {
  it.each([
    [{ type: 'url', contains: '/cloud/' }, true],
    [{ type: 'url', contains: '/data/' }, false],
    [{ type: 'url', equals: facts.url }, true],
    [{ type: 'url', equals: 'https://www.northwind.example/' }, false],
    [{ type: 'url', matches: 'https://*/cloud/*' }, true],
    [{ type: 'url', matches: '*/cloud' }, false],
    [{ type: 'url', matches: '*databases*databases*' }, false],
    [{ type: 'url', matches: facts.url }, true],
    [{ type: 'url', matches: 'https://www.northwind.example/' }, false],
    [{ type: 'url', matches: 'https://*?a=1' }, true],
    [{ type: 'url', matches: 'https://*/cloud' }, false],
    [{ type: 'url', matches: 'https://www.northwind.example/cloud/databases?*?a=1' }, false],
    [{ type: 'url', matches: 'https://www.northwind.example/cloud/databases*?a=1' }, true],
    [{ type: 'url', matches: '*/cloud/*/databases?a=1' }, false],
    [{ type: 'url', matches: '*cloud*?a*?a=1' }, false],
    [{ type: 'url', matches: '*cloud*/databases*?a=1' }, true],
    [{ type: 'time', seconds: 10 }, true],
    [{ type: 'time', seconds: 10.001 }, false],
    [{ type: 'time', seconds: 0 }, true],
    [{ type: 'user', field: 'country', equals: 'de' }, true],
    [{ type: 'user', field: 'country', equals: 'us' }, false],
    [{ type: 'user', field: 'country', equals: 'DE' }, true],
    [{ type: 'user', field: 'country', equals: true }, false],
    [{ type: 'user', field: 'signedin', equals: true }, true],
    [{ type: 'user', field: 'company' }, false],
    [{ type: 'user', field: 'company', exists: false }, true],
    [{ type: 'user', field: 'title' }, false],
    [{ type: 'user', field: 'country' }, true],
    [{ type: 'user', field: 'country', exists: false }, false],
    [{ type: 'user', field: 'signedin', equals: 'true' }, false],
    [{ type: 'user', field: '__proto__' }, false],
  ])('[SH-137] the condition %j is met: %s', (condition, expected) => {
    expect(isMet(condition)).toBe(expected);
  });

  it('[SH-137] need all their conditions', () => {
    expect(isMet({ type: 'time', seconds: 1 }, { type: 'url', contains: '/cloud/' })).toBe(true);
    expect(isMet({ type: 'time', seconds: 1 }, { type: 'url', contains: '/data/' })).toBe(false);
  });

  it.each([
    ['no condition', { action: [note] }],
    ['no action', { condition: [] }],
    ['a condition that is not an array', { condition: {}, action: [note] }],
    ['an action that is not an array', { condition: [], action: note }],
    ['an empty action', { condition: [], action: [] }],
    ['an unknown condition', { condition: [{ type: 'weather' }], action: [note] }],
    ['a condition without a value', { condition: [{ type: 'url' }], action: [note] }],
    ['a condition with an empty value', { condition: [{ type: 'url', contains: '' }], action: [note] }],
    ['an unknown condition with a value', { condition: [{ type: 'title', contains: 'x' }], action: [note] }],
    ['a time before the page', { condition: [{ type: 'time', seconds: -1 }], action: [note] }],
    ['an empty field of the user', { condition: [{ type: 'user', field: '' }], action: [note] }],
    ['a number as the value of a field', { condition: [{ type: 'user', field: 'age', equals: 7 }], action: [note] }],
    ['no fields', null],
  ])('[SH-137] with %s are skipped with a warning', (_, rule) => {
    const { rules, skipped } = parsePageRules([rule, { condition: [], action: [note] }]);
    expect(rules).toHaveLength(1);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]).toContain('Page rule 1');
  });

  it('may be missing; anything but an array causes a warning', () => {
    expect(parsePageRules(undefined)).toEqual({ rules: [], skipped: [] });
    expect(parsePageRules(null)).toEqual({ rules: [], skipped: [] });
    expect(parsePageRules('x').skipped).toEqual(['The list of page rules is not an array and is skipped.']);
  });

  it('after the first fifty are ignored', () => {
    const { rules, skipped } = parsePageRules(Array.from({ length: 51 }, () => ({ condition: [], action: [note] })));
    expect(rules).toHaveLength(50);
    expect(skipped).toEqual([]);
  });

  it('are next due when the next time condition is met', () => {
    const { rules } = parsePageRules([
      { condition: [{ type: 'time', seconds: 30 }], action: [note] },
      { condition: [{ type: 'time', seconds: 20 }], action: [note] },
      { condition: [{ type: 'time', seconds: 5 }], action: [note] },
    ]);
    expect(nextRuleMs(rules, 10_000)).toBe(20_000);
    expect(nextRuleMs(rules, 30_000)).toBeUndefined();
  });

  it('are parsed from any data layer, and patterns stay fast', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        for (const rule of parsePageRules(given).rules) isRuleMet(rule, facts);
      }),
    );
    expect(isMet({ type: 'url', matches: `${'*a'.repeat(2_000)}*b` })).toBe(false);
  });
});
