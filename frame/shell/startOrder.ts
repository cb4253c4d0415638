import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';

/**
 * Runs the steps in the order of the record. A failed step is logged and the next one runs, so that one feature cannot block the
 * others (SH-171). A step that waits for a service has its own time limit.
 */
export async function runStartOrder(
  steps: Readonly<Record<string, () => void | Promise<void>>>,
  ports: { readonly log: Log; readonly lifetime: Lifetime },
): Promise<void> {
  for (const [step, run] of Object.entries(steps)) {
    if (ports.lifetime.ended) return;
    try {
      await run();
    } catch (error) {
      if (!ports.lifetime.ended) ports.log.error(`The start step ${step} failed.`, error);
    }
  }
}
