import { isRecord } from '../../bridge/guards.ts';
import type { UserInfoFields } from '../../bridge/records.ts';
import { maxPageRules } from './limits.ts';

/**
 * Rules of the page's data layer (SH-137): `{condition: [...], action: [...]}`. If all conditions hold, the first action
 * queues a notification.
 *   {type: 'url', contains | equals | matches}       in `matches`, `*` matches any text
 *   {type: 'time', seconds}                          seconds on the page
 *   {type: 'user', field, equals? | exists?}         a field of the user info
 */
export type PageCondition =
  | { readonly type: 'url'; readonly test: 'contains' | 'equals' | 'matches'; readonly value: string }
  | { readonly type: 'time'; readonly afterMs: number }
  | {
      readonly type: 'user';
      readonly field: string;
      readonly equals: string | boolean | undefined;
      readonly exists: boolean;
    };

export interface PageRule {
  readonly conditions: readonly PageCondition[];
  /** Not parsed yet; see `parseNotification`. */
  readonly notification: unknown;
}

export interface PageRuleFacts {
  readonly url: string;
  readonly onPageMs: number;
  readonly user: UserInfoFields;
}

/** The valid rules, and a warning for each rule that was skipped. */
export function parsePageRules(given: unknown): {
  readonly rules: readonly PageRule[];
  readonly skipped: readonly string[];
} {
  const rules: PageRule[] = [];
  const skipped: string[] = [];
  if (given === undefined || given === null) return { rules, skipped };
  if (!Array.isArray(given)) return { rules, skipped: ['The list of page rules is not an array and is skipped.'] };
  given.slice(0, maxPageRules).forEach((item: unknown, index) => {
    const rule = isRecord(item) ? item : {};
    if (!Array.isArray(rule.condition) || !Array.isArray(rule.action)) {
      skipped.push(`Page rule ${index + 1} needs a condition array and an action array and is skipped.`);
      return;
    }
    const conditions = rule.condition.map(parseCondition);
    const valid = conditions.filter((condition) => condition !== undefined);
    const action: unknown = rule.action[0];
    if (valid.length < conditions.length)
      skipped.push(`Page rule ${index + 1} has an unknown condition and is skipped.`);
    else if (!isRecord(action)) skipped.push(`Page rule ${index + 1} has no action and is skipped.`);
    else rules.push({ conditions: valid, notification: action.notification ?? action });
  });
  return { rules, skipped };
}

function parseCondition(given: unknown): PageCondition | undefined {
  if (!isRecord(given)) return undefined;
  if (given.type === 'time') {
    const { seconds } = given;
    return typeof seconds === 'number' && seconds >= 0 ? { type: 'time', afterMs: seconds * 1_000 } : undefined;
  }
  if (given.type === 'user') {
    const { field, equals } = given;
    if (typeof field !== 'string' || field === '') return undefined;
    const isValue = typeof equals === 'string' || typeof equals === 'boolean';
    if (equals !== undefined && !isValue) return undefined;
    return { type: 'user', field, equals: isValue ? equals : undefined, exists: given.exists !== false };
  }
  if (given.type !== 'url') return undefined;
  for (const test of ['contains', 'equals', 'matches'] as const) {
    const value = given[test];
    if (typeof value === 'string' && value !== '') return { type: 'url', test, value };
  }
  return undefined;
}

export function isRuleMet(rule: PageRule, facts: PageRuleFacts): boolean {
  return rule.conditions.every((condition) => isConditionMet(condition, facts));
}

function isConditionMet(condition: PageCondition, facts: PageRuleFacts): boolean {
  switch (condition.type) {
    case 'time':
      return facts.onPageMs >= condition.afterMs;
    case 'url':
      if (condition.test === 'contains') return facts.url.includes(condition.value);
      if (condition.test === 'equals') return facts.url === condition.value;
      return matches(facts.url, condition.value);
    case 'user': {
      const value = Object.hasOwn(facts.user, condition.field) ? facts.user[condition.field] : undefined;
      if (condition.equals !== undefined) return isSame(condition.field, value, condition.equals);
      return (value !== undefined && value !== '') === condition.exists;
    }
  }
}

/** Countries are compared ignoring case (SH-107). */
function isSame(field: string, value: unknown, wanted: string | boolean): boolean {
  if (field !== 'country') return value === wanted;
  return String(value).toLowerCase() === String(wanted).toLowerCase();
}

/** `*` matches any text. Compares piece by piece without backtracking, so that no pattern can make it slow. */
function matches(url: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return url === pattern;
  if (!url.startsWith(first) || !url.endsWith(last) || url.length < first.length + last.length) return false;
  let from = first.length;
  const end = url.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = url.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}

/** When, in ms on the page, the next time condition starts to hold; undefined if there is none left. */
export function nextRuleMs(rules: readonly PageRule[], onPageMs: number): number | undefined {
  const times = rules
    .flatMap((rule) => rule.conditions)
    .flatMap((condition) => (condition.type === 'time' && condition.afterMs > onPageMs ? [condition.afterMs] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}
