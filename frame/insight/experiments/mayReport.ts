/** Why nothing is sent for an experiment (CH-202). */
export type SilentReason = 'overridden' | 'no variation' | 'localhost' | 'environment' | 'no consent' | 'deleted';

/** The reason that applies to the whole page: a developer's machine, or an environment other than production. */
export function silentPageReason(pageUrl: string, isProduction: boolean): SilentReason | undefined {
  if (!isProduction) return 'environment';
  const host = URL.canParse(pageUrl) ? new URL(pageUrl).hostname : '';
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host) ? 'localhost' : undefined;
}
