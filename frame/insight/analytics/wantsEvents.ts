import type { PageFacts } from '../../../bridge/records.ts';

/** The page opts in by `data-analytics-events` on the script tag or `analyticsEvents` in its config object. */
export function wantsEvents({ settings, config }: Pick<PageFacts, 'settings' | 'config'>): boolean {
  const { analyticsEvents = 'false' } = settings;
  return analyticsEvents !== 'false' || (config as { analyticsEvents?: unknown } | undefined)?.analyticsEvents === true;
}
