import type { Temporal as TemporalNamespace } from 'temporal-polyfill';

/** The namespace that the rules of time take as a parameter. */
export type TemporalApi = typeof TemporalNamespace;

/** The browser's own Temporal; the polyfill is a chunk of its own, downloaded only where there is none. */
export async function loadTemporal(): Promise<TemporalApi> {
  const native = (globalThis as { Temporal?: TemporalApi }).Temporal;
  return native ?? (await import('temporal-polyfill')).Temporal;
}
