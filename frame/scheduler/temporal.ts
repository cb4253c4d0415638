import type { Temporal as TemporalNamespace } from 'temporal-polyfill';
import { createLazy } from '../platform/lazy.ts';

/** The namespace, which functions on times get as a parameter. */
export type TemporalApi = typeof TemporalNamespace;

const polyfill = createLazy({
  download: () => import('temporal-polyfill'),
  create: ({ Temporal }): TemporalApi => Temporal,
});

/** The browser's own Temporal, or the polyfill, which is a separate chunk. */
export async function loadTemporal(): Promise<TemporalApi> {
  return (globalThis as { Temporal?: TemporalApi }).Temporal ?? polyfill.get();
}
