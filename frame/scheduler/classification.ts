import type { Classification } from './records.ts';

/** The classifier's answer if nothing matches. Ignored even if it is in the list (SC-046). */
const noMatch = 'anything else-';

/** SC-044, SC-045: labels match after trimming and ignoring case. */
export function findClassification(label: unknown, known: readonly Classification[]): Classification | undefined {
  if (typeof label !== 'string') return undefined;
  const wanted = label.trim().toLowerCase();
  if (wanted === '' || wanted === noMatch) return undefined;
  return known.find((one) => one.label.trim().toLowerCase() === wanted);
}
