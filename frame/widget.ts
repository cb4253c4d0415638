import type { Obstacle, PageFacts, PageLink } from '../bridge/records.ts';
import type { ChatDoor } from './chat/door.ts';
import type { ContactApi } from './contact/api.ts';
import type { ContactInformation } from './contact/bundle.ts';
import type { ContactPoints } from './contact/contactPoints.ts';
import type { InquiryParts } from './contact/form/inquiryStore.ts';
import type { LinkClicks } from './contact/links/linkClicks.ts';
import type { LookupFacts } from './contact/lookupRequest.ts';
import type { Privacy } from './contact/privacy/privacy.ts';
import type { ContactStore } from './contact/store.ts';
import type { DebugStore } from './debug/store.ts';
import type { FirstDeployment, RoomsDeployment } from './deployment/laterSections.ts';
import type { DefaultLinks } from './host/defaultLinks.ts';
import type { HostStore } from './host/hostStore.ts';
import type { PageSettings } from './host/pageSettings.ts';
import type { QueryParameters } from './host/queryParameters.ts';
import type { RemoteHost } from './host/remoteHost.ts';
import type { VisitorStore } from './identity/visitorStore.ts';
import type { ActivityStore, EarlyActivity } from './insight/activityStore.ts';
import type { AnalyticsDetail } from './insight/analytics/events.ts';
import type { ConsentStore } from './insight/consentStore.ts';
import type { EarlyExperiment, EarlyVariations } from './insight/experiments/rememberedVariations.ts';
import type { Insight } from './insight/insight.ts';
import type { MarketingStore } from './insight/marketingStore.ts';
import type { Outreach } from './outreach/outreach.ts';
import type { CallBackend } from './platform/backend/plan.ts';
import type { Clock } from './platform/clock.ts';
import type { Lazy } from './platform/lazy.ts';
import type { Lifetime } from './platform/lifetime.ts';
import type { Log } from './platform/log.ts';
import type { OwnState } from './platform/state.ts';
import type { FrameStorage } from './platform/storage.ts';
import type { SchedulerRequest } from './scheduler/ports.ts';
import type { SchedulerQuery } from './scheduler/schedulerQuery.ts';
import type { SchedulersStore } from './scheduler/schedulersStore.ts';
import type { ShownCard } from './shell/cards.ts';
import type { Device } from './shell/device.ts';
import type { HostDrawing, RoomsDrawing } from './shell/drawOnHost.ts';
import type { PaneStore } from './shell/paneStore.ts';
import type { Landing } from './shell/placeLanding.ts';
import type { ShellStore } from './shell/store.ts';
import type { coreTexts, pillTexts } from './shell/texts.ts';
import type { Theme } from './shell/theme.ts';
import type { ViewportStore } from './shell/viewportStore.ts';
import type { Locale } from './text/locale.ts';
import type { LocaleStore } from './text/localeStore.ts';
import type { TextReader, TextSource } from './text/texts.ts';
import type { VisitorWatch } from './visitor/visitorWatch.ts';

/**
 * The contracts through which rooms and surfaces meet. `compose/` builds them and `surfaces/` reads them; a room never
 * imports this file, but declares the ports that it needs.
 */

/** The current state of the page. Each field is replaced as a whole. */
export interface PageState {
  facts: PageFacts;
  /** The locale of the bundle. */
  locale: Locale;
  /** The locale of the texts. A page may name a different one than the bundle's. */
  textLocale: Locale;
  /** The visitor has chosen both locales. */
  isLocaleChosen?: boolean;
  obstacles: readonly Obstacle[];
  /** The kinds of the page's contact links (SH-086). */
  linkKinds: readonly string[];
  /** Variations of what the page shows before intent. The audience sets them, because they need consent. */
  variations: EarlyVariations;
  /** The card that outreach shows while the pane is hidden. */
  card?: ShownCard | undefined;
  /** The frame's place in landing mode, if the page reserves one (SC-153), and its size for a scheduler. */
  landing?: (() => Partial<Landing> | undefined) | undefined;
  /** Set when outreach has been downloaded. */
  outreach?: Outreach | undefined;
  /** Set with the debug flag only (SH-161). */
  debug?: DebugStore | undefined;
}

/** What every part of the frame builds on. */
export interface Environment {
  readonly host: RemoteHost;
  readonly deployment: FirstDeployment;
  /** Calls a service. Analytics counts calls that finally fail (CH-210). */
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends when the page destroys the widget. */
  readonly lifetime: Lifetime;
  /** The frame's own window. */
  readonly self: Window;
  /** What the frame had stored when the page started. */
  readonly stored: Readonly<Record<string, string>>;
}

/** What every page downloads before intent: state and the services that the pill needs. Built by `compose/core.ts`. */
export interface FirstCore extends Environment {
  readonly page: OwnState<PageState>;
  readonly settings: PageSettings;
  readonly query: QueryParameters;
  readonly pane: PaneStore;
  readonly viewport: ViewportStore;
  readonly contact: ContactStore;
  readonly contactApi: ContactApi;
  readonly audience: Lazy<Audience>;
  readonly activity: EarlyActivity;
  readonly hostStore: HostStore;
  /** Like `call`, for rooms that count their failed calls themselves. */
  readonly uncountedCall: CallBackend;
  /** Translations of the active purpose (SH-081). */
  readonly texts: TextSource;
  /** Translations of another purpose. */
  textsOf(purpose: () => string): TextSource;
  readonly read: CoreReaders;
  readonly drawing: HostDrawing;
  readonly links: {
    /** Updates wording and click targets soon. Call it when links, locale or variations have changed. */
    update(): void;
    clicked(link: PageLink): void;
  };
  /** Undefined as long as there is no consent. After a withdrawal it stays on this page. */
  variationOf(experiment: EarlyExperiment): string | undefined;
  lookupFacts(options?: { readonly bypassCache?: boolean; readonly locale?: Locale }): LookupFacts;
  theme(): Theme;
  /** Sets the frame document's language, direction and theme. */
  applyLanguage(): void;
  /** Reloads the frame with the pane open. False if that is not possible, for example offline. */
  reopen(): Promise<boolean>;
  /** Whether deployment or page have pop-ups or notifications that open by themselves. */
  hasOutreach(): boolean;
}

/** Who the visitor is, and what they consent to. Built by `compose/audience.ts`. */
export interface Audience {
  readonly visitor: VisitorStore;
  readonly consent: ConsentStore;
  /** The fields of the page's config object as it is now. */
  config(): unknown;
  /** Whether the visitor's country is known and privacy-regulated (SH-112). */
  isPrivacyRegulated(): boolean;
}

/** The core as the rooms see it: its state is published, and the audience is loaded. */
export interface Core extends Omit<FirstCore, 'page' | 'activity'>, Audience {
  readonly page: PageState;
  readonly activity: ActivityStore;
}

export interface CoreReaders {
  readonly pill: TextReader<keyof typeof pillTexts>;
  readonly pane: TextReader<keyof typeof coreTexts>;
}

export interface ChatRequest {
  readonly from: 'menu' | 'link' | 'proactive' | 'queryParameter';
  /** A support chat's service and skill; without them the first usable adapter is taken (CH-009). */
  readonly service?: string | undefined;
  readonly skill?: string | undefined;
}

/** The core and every room: what surfaces and lazily downloaded rooms build on. Built by `compose/rooms.ts`. */
export interface Widget extends Core {
  readonly deployment: RoomsDeployment;
  readonly shell: ShellStore;
  readonly chat: ChatDoor;
  readonly linkClicks: LinkClicks;
  readonly locale: LocaleStore & {
    /** Shows what the visitor has chosen in another tab, or on a later page before they came back. It never replaces the page's own lookup. */
    follow(): void;
  };
  readonly insight: Insight;
  readonly marketing: MarketingStore;
  readonly storage: FrameStorage;
  readonly visitorWatch: VisitorWatch;
  readonly outreach: Lazy<Outreach>;
  readonly scheduler: SchedulerDoor;
  /** The form in the pane, with its texts. */
  readonly inquiry: Lazy<InquiryParts>;
  readonly device: Device;
  /** The script's `data-default-*` links (SH-083). */
  readonly defaultLinks: DefaultLinks['links'];
  /** The lookup's answer, parsed as a whole. */
  information(): ContactInformation | undefined;
  offers(): ContactPoints;
  retryLookup(): Promise<void>;
  /** Called when the visitor agrees to chat in the pane. Undefined if the deployment must not ask. */
  readonly agreeToChat: (() => void) | undefined;
  /** Carries out the visitor's requests to export or delete their data. */
  readonly privacy: () => Promise<Privacy>;
  /** Starts the first usable chat, or the support chat that is named. Without one, shows the menu. */
  startChat(request: ChatRequest): void;
  /** A chat is listed, and no service has said yet whether it can start. */
  isChatPending(): boolean;
}

/** The resident part of the scheduler. */
export interface SchedulerDoor {
  /** The scheduler's parameters in the page's address. */
  readonly schedulerQuery: SchedulerQuery;
  readonly store: Lazy<SchedulersStore>;
  /** Opens the scheduler of a menu entry, link, bot line or invitation. Without one the menu shows (SC-016). */
  open(request: SchedulerRequest, byLink?: boolean): void;
  /** Opens the screen that the page's address names (SH-100). */
  openByAddress(): void;
  /** Returns to the other contact options. The visitor's input stays (SC-014). */
  leave(): void;
  /** Called when the visitor has chosen another locale. */
  localeChanged(locale: Locale): void;
}

/** The functions of the rooms that the core calls, after their download. */
export interface Rooms {
  readonly widget: Widget;
  callFailed(detail: AnalyticsDetail<'CM_API_ERROR'>): void;
  paneShown(): void;
  paneHidden(): void;
  /**
   * Starts what needs no intent: opens what the address asks for, sets up experiments, then starts pop-ups and notifications.
   * Called when the pill is shown, and after every change of the page, its lookup or its audience. `startedMs` is when the widget
   * started on this page.
   */
  startFeatures(startedMs: number): Promise<void>;
  pageChanged(): void;
  pageActivity(isActive: boolean): void;
  linkClicked(link: PageLink): void;
  closeCards(): void;
  /** The part of the drawings on the page that depends on the rooms. */
  drawing(): RoomsDrawing;
  /** Whether a chat can start (SH-081). */
  canChat(): boolean;
}
