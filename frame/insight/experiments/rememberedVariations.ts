import { isRecord } from '../../../bridge/guards.ts';
import type { ProductExperiment } from './productExperiments.ts';

/** Variations of what is seen before intent: the pill and the page's links. */
export const earlyExperiments = ['buttonColour', 'buttonSalesWording'] as const satisfies readonly ProductExperiment[];
export type EarlyExperiment = (typeof earlyExperiments)[number];

/**
 * What an earlier page decided, as its frame has stored it. The rules and the datafile come with the visitor's intent, and
 * neither the pill nor a link changes under the pointer: a variation is seen from the next page on.
 */
export type EarlyVariations = Readonly<Partial<Record<EarlyExperiment, string>>>;

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
