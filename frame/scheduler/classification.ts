import type { Classification } from './records.ts';

/** What the classifier answers when it knows nothing; ignored even when it is in the list (SC-046). */
const nothing = 'anything else-';

/** SC-044, SC-045: labels match after trimming and ignoring case. */
export function findClassification(label: unknown, known: readonly Classification[]): Classification | undefined {
  if (typeof label !== 'string') return undefined;
  const wanted = label.trim().toLowerCase();
  if (wanted === '' || wanted === nothing) return undefined;
  return known.find((one) => one.label.trim().toLowerCase() === wanted);
}
