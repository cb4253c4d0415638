import type { PageFacts } from '../../../bridge/records.ts';
import { isFlagOn } from '../../host/pageSettings.ts';

/** The page opts in by `data-analytics-events` on the script tag or `analyticsEvents` in its config object. */
export function wantsEvents({ settings, config }: Pick<PageFacts, 'settings' | 'config'>): boolean {
  return (
    isFlagOn(settings.analyticsEvents) ||
    (config as { analyticsEvents?: unknown } | undefined)?.analyticsEvents === true
  );
}
