import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { Locale } from '../text/locale.ts';
import type { TextSource } from '../text/texts.ts';
import type { SchedulerApi } from './api.ts';
import type { PageValues } from './appointment.ts';
import type { SchedulerDeployment } from './deployment.ts';
import type { DomainList } from './email.ts';
import type { SchedulerSource } from './parseInfo.ts';
import type { SchedulerPlace } from './place.ts';
import type { TemporalApi } from './temporal.ts';
import type { VendorNotice } from './vendorNotice.ts';

/** Names a scheduler: from a page link, a menu entry or a bot line. Empty parts mean the page's own. */
export interface SchedulerName {
  readonly focusArea?: string | undefined;
  readonly purpose?: string | undefined;
  readonly resource?: string | undefined;
}

/** What a scheduler's texts are looked up by, in addition to the page's language. */
export interface TextPlace {
  readonly purpose: string;
  readonly variation: string | undefined;
}

/** The contact details that the page knows. */
export type KnownVisitor = Readonly<Partial<Record<'firstName' | 'lastName' | 'company' | 'email' | 'phone', string>>>;

/** The dependencies of one scheduler. */
export interface InstancePorts {
  readonly api: SchedulerApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly deployment: SchedulerDeployment;
  readonly createId: () => string;
  readonly loadTemporal: () => Promise<TemporalApi>;
  readonly loadTopLevelDomains: () => Promise<DomainList>;
  /** The scheduler's information; undefined if there is no scheduler of that name. Rejects if the lookup fails. */
  readonly find: (name: SchedulerName, isRetry: boolean) => Promise<SchedulerSource | undefined>;
  /** The texts for an entry's own purpose and variation, which the page's lookup did not ask for. Rejects if that fails. */
  readonly findTexts?: ((place: TextPlace) => Promise<readonly unknown[]>) | undefined;
  /** The page's values that a booking sends. */
  readonly page: () => Promise<PageValues>;
  /** The page's whole address, for the visitor's own link to the call. What is sent is that of `page`. */
  readonly pageUrl: () => string;
  /** An experiment's text for the first question (SC-040). Reports it as seen if `isSeen`. */
  readonly prompt: (isSeen: boolean) => string | undefined;
  /** Gets the consent vendor's notice in the language of the texts. Without it, the built-in notice is shown (SC-091). */
  readonly whenNoticeReady?: ((locale: Locale) => Promise<VendorNotice | undefined>) | undefined;
  /** The visitor's data that the page knows. The form is prefilled with it. */
  readonly visitor?: (() => KnownVisitor) | undefined;
  /** The page's texts, used where the scheduler's translations have none. */
  readonly texts: TextSource;
  /** The language and region of `texts`. */
  readonly textLocale: () => Locale;
  /** `texts` has keys instead of texts. */
  readonly showsKeys?: boolean | undefined;
}

/** A press that opens a scheduler. */
export interface SchedulerRequest extends SchedulerName {
  /** The scheduling entry, if the page already knows it. It replaces the lookup. */
  readonly config?: unknown;
  /** A bot line's own configuration and texts, which are laid over the entry's (SC-005). */
  readonly schedulerConfig?: unknown;
  readonly schedulerText?: unknown;
}

export interface SchedulerDisplay {
  readonly isDisplayed: boolean;
  readonly isLanding: boolean;
  /** A scheduler is likely to be opened next and can be rendered without being visible. */
  readonly isPrepared?: boolean;
}

/** The dependencies of all schedulers of the page. */
export interface SchedulersPorts extends InstancePorts {
  readonly place: () => SchedulerPlace;
  /** Runs when a scheduler is displayed, hidden or prepared (SC-010, SC-153). */
  readonly displayed: (display: SchedulerDisplay) => void;
  /** The pane shows a scheduler, or its loading state before this room is downloaded. */
  readonly isShown: () => boolean;
  readonly showPane: () => void;
  readonly hidePane: () => void;
  /** Shows the menu if there is no scheduler (SC-016). */
  readonly showMenu: () => void;
  /** False if the browser blocked the tab (SC-009). */
  readonly openTab: (url: string) => Promise<boolean>;
}
