import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { TextSource } from '../text/texts.ts';
import type { SchedulerApi } from './api.ts';
import type { PageValues } from './appointment.ts';
import type { SchedulerDeployment } from './deployment.ts';
import type { SchedulerSource } from './parseInfo.ts';
import type { TemporalApi } from './temporal.ts';

/** Names a scheduler: from a page link, a menu entry or a bot line. Empty parts stand for the page's own. */
export interface SchedulerName {
  readonly focusArea?: string | undefined;
  readonly purpose?: string | undefined;
  readonly resource?: string | undefined;
}

/** What one scheduler needs from outside. */
export interface InstancePorts {
  readonly api: SchedulerApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly deployment: SchedulerDeployment;
  readonly createId: () => string;
  readonly loadTemporal: () => Promise<TemporalApi>;
  /** The scheduler's information; undefined if there is no scheduler of that name. Rejects if the lookup fails. */
  readonly find: (name: SchedulerName, isRetry: boolean) => Promise<SchedulerSource | undefined>;
  readonly page: () => Promise<PageValues>;
  /** An experiment's text for the first question (SC-040). */
  readonly prompt: () => string | undefined;
  /** Resolves when the consent vendor's notice is in the frame. Without it, the built-in notice is shown (SC-091). */
  readonly whenNoticeReady?: (() => Promise<void>) | undefined;
  /** Shows text keys instead of texts. */
  readonly debugTexts?: TextSource | undefined;
}
