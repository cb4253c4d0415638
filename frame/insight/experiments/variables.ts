export type VariableType = 'boolean' | 'integer' | 'double' | 'string';
export type VariableValue = boolean | number | string | null;

/** Converts a feature variable to its type; `null` when it cannot (CH-199). Only 'true' and 'false' are booleans. */
export function castVariable(value: unknown, type: VariableType): VariableValue {
  switch (type) {
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : null;
    case 'integer':
      return numberOrNull(Number.parseInt(String(value), 10));
    case 'double':
      return numberOrNull(Number.parseFloat(String(value)));
    case 'string':
      return typeof value === 'string' ? value : null;
  }
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
