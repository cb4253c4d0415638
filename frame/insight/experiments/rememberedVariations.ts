import { isRecord } from '../../../bridge/guards.ts';
import type { ProductExperiment } from './productExperiments.ts';

/** Experiments that are visible before intent: the pill and the page's links. */
export const earlyExperiments = ['buttonColour', 'buttonSalesWording'] as const satisfies readonly ProductExperiment[];
export type EarlyExperiment = (typeof earlyExperiments)[number];

/**
 * The stored decisions of an earlier page. The rules and the datafile are downloaded with the visitor's intent, and neither
 * the pill nor a link may change under the pointer, so a variation is visible from the next page on.
 */
export type EarlyVariations = Readonly<Partial<Record<EarlyExperiment, string | undefined>>>;

export function parseRemembered(text: string | undefined): EarlyVariations {
  try {
    const stored: unknown = JSON.parse(text ?? '');
    if (!isRecord(stored)) return {};
    return Object.fromEntries(
      earlyExperiments.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]]] : [])),
    );
  } catch {
    return {}; // Nothing stored, or edited by hand.
  }
}
