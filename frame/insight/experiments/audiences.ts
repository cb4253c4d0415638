import type { Attributes } from './inputs.ts';

/**
 * Whether the attributes meet a condition: `["and"|"or"|"not", …]` or a leaf `{name, value}` that wants the very same
 * value. Another operator meets nothing.
 */
function meetsCondition(condition: unknown, attributes: Attributes): boolean {
  if (!Array.isArray(condition)) {
    const { name, value } = condition as { name: string; value: unknown };
    return Object.hasOwn(attributes, name) && attributes[name] === value;
  }
  const [operator, ...rest] = condition;
  switch (operator) {
    case 'and':
      return rest.every((part) => meetsCondition(part, attributes));
    case 'or':
      return rest.some((part) => meetsCondition(part, attributes));
    case 'not':
      return rest.length === 1 && !meetsCondition(rest[0], attributes);
    default:
      return false;
  }
}

/**
 * One met audience is enough, and none wanted is met by everybody. Ids that the datafile does not hold do not count:
 * an experiment that names only such ids is open to everybody, as with the provider's own client.
 */
export function meetsAudiences(
  ids: readonly string[],
  audiences: ReadonlyMap<string, unknown>,
  attributes: Attributes | undefined,
): boolean {
  const wanted = ids.filter((id) => audiences.has(id));
  if (wanted.length === 0) return true;
  return attributes !== undefined && wanted.some((id) => meetsCondition(audiences.get(id), attributes));
}
