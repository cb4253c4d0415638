import type { Attributes } from './inputs.ts';

/**
 * Whether the attributes meet a condition: `["and"|"or"|"not", …]`, or a leaf `{name, value}` that is compared by `===`.
 * An unknown operator is never met.
 */
function meetsCondition(condition: unknown, attributes: Attributes): boolean {
  if (!Array.isArray(condition)) {
    const { name, value } = condition as { name: string; value: unknown };
    return Object.hasOwn(attributes, name) && attributes[name] === value;
  }
  const [operator, ...operands] = condition;
  switch (operator) {
    case 'and':
      return operands.every((part) => meetsCondition(part, attributes));
    case 'or':
      return operands.some((part) => meetsCondition(part, attributes));
    case 'not':
      return operands.length === 1 && !meetsCondition(operands[0], attributes);
    default:
      return false;
  }
}

/**
 * One matching audience is enough; without audiences everybody matches. Ids that are not in the datafile are ignored, so
 * an experiment that names only unknown ids is open to everybody, as in the provider's own client.
 */
export function meetsAudiences(
  ids: readonly string[],
  audiences: ReadonlyMap<string, unknown>,
  attributes: Attributes | undefined,
): boolean {
  const known = ids.filter((id) => audiences.has(id));
  if (known.length === 0) return true;
  return attributes !== undefined && known.some((id) => meetsCondition(audiences.get(id), attributes));
}
