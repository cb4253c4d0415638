import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';

/** SH-007, in this order. The last step downloads what the page needs without intent: experiments, then chat and outreach. */
export const startSteps = ['contactLookup', 'activity', 'styles', 'rendering', 'needs'] as const;

export type StartStep = (typeof startSteps)[number];

/**
 * Runs the steps one after another. A failed step is logged and the next one runs, so that one feature cannot block the
 * others (SH-171). A step that waits for a service has its own time limit.
 */
export async function runStartOrder(
  steps: Readonly<Record<StartStep, () => void | Promise<void>>>,
  ports: { readonly log: Log; readonly lifetime: Lifetime },
): Promise<void> {
  for (const step of startSteps) {
    if (ports.lifetime.ended) return;
    try {
      await steps[step]();
    } catch (error) {
      if (!ports.lifetime.ended) ports.log.error(`The start step ${step} failed.`, error);
    }
  }
}
