import { maxConfirmationLength } from './limits.ts';

const shape = new RegExp(`^[A-Za-z0-9-]{1,${maxConfirmationLength}}$`);

/** SC-131: 1 to 64 letters, digits or hyphens, trimmed; undefined for anything else. */
export function parseConfirmationNumber(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const number = value.trim();
  return shape.test(number) ? number : undefined;
}
