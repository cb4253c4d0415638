import type { Temporal as TemporalNamespace } from 'temporal-polyfill';
import { createLazy } from '../platform/lazy.ts';

/** The namespace that the rules of time take as a parameter. */
export type TemporalApi = typeof TemporalNamespace;

const polyfill = createLazy({
  download: () => import('temporal-polyfill'),
  create: ({ Temporal }): TemporalApi => Temporal,
});

/** The browser's own Temporal; where there is none, the polyfill, a chunk of its own. */
export async function loadTemporal(): Promise<TemporalApi> {
  return (globalThis as { Temporal?: TemporalApi }).Temporal ?? polyfill.get();
}
