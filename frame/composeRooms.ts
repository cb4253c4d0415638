/** Long because the whole wiring of the rooms stands in one place, to be read from top to bottom. */
import { ref, subscribe } from 'valtio/vanilla';
import type { PageFacts } from '../bridge/records.ts';
import { type AdapterId, adapterOf } from './chat/adapters.ts';
import { createChatDoor } from './chat/door.ts';
import type { RoutingEntry } from './chat/routingEntry.ts';
import { toRoutingEntry } from './chat/toRoutingEntry.ts';
import type { Core } from './compose.ts';
import { type ContactInformation, keysOf, readInformation } from './contact/bundle.ts';
import { createLazyLinks } from './contact/links/lazyLinks.ts';
import { salesTexts } from './contact/links/texts.ts';
import { type Offers, offersOf } from './contact/offers.ts';
import type { Tools } from './debug/tools.ts';
import { parseDefaultLinks } from './host/defaultLinks.ts';
import { isResponseManager, refusedSettings } from './host/pageSettings.ts';
import { relayedAddress } from './host/relayedAddress.ts';
import { toChatAvailability } from './insight/analytics/chatAvailability.ts';
import type { AnalyticsDetail } from './insight/analytics/events.ts';
import { createInsight } from './insight/insight.ts';
import { listenActivity } from './insight/listenActivity.ts';
import { createMarketingStore } from './insight/marketingStore.ts';
import type { Outreach } from './outreach/outreach.ts';
import { createError, describeError } from './platform/errors.ts';
import { createFrameStorage } from './platform/storage.ts';
import { clientUrlOf } from './scheduler/clientUrl.ts';
import type { SchedulerRequest, SchedulersStore } from './scheduler/schedulersStore.ts';
import { toSteering } from './scheduler/steering.ts';
import { type Card, debugCard, toCard } from './shell/cards.ts';
import { deviceOf } from './shell/device.ts';
import { noChat } from './shell/records.ts';
import { createShellStore } from './shell/store.ts';
import { type Locale, toLocaleCode } from './text/locale.ts';
import { createLocaleStore } from './text/localeStore.ts';
import { createTextReader } from './text/texts.ts';

export interface ChatRequest {
  readonly from: 'menu' | 'link' | 'proactive' | 'queryParameter';
  /** A support chat's service and skill; without them the first usable adapter is taken (CH-009). */
  readonly service?: string;
  readonly skill?: string;
}

/** What the rooms do for the core, which calls each of these once they are there. */
export interface Rooms {
  readonly widget: Widget;
  setUpExperiments(): Promise<void>;
  variationOf(name: 'buttonColour'): string | undefined;
  callFailed(detail: AnalyticsDetail<'CM_API_ERROR'>): void;
  paneShown(): void;
  paneHidden(): void;
  /** The step of the start order that lets the widget speak first. */
  startOutreach(): void;
  /** The last step: pane, scheduler or debug window that the address asks for. */
  startPage(): void;
  pageChanged(): void;
  linksFound(): void;
  linkClicked(linkId: number): void;
  closeCards(): void;
  /** What wants the frame while the pane is hidden. */
  card(): Card | undefined;
}

/**
 * The composition root of everything that the core does not need: the only place that knows every room. Downloaded when the
 * page has a chat service, contact links, an outreach or parameters, or when somebody shows intent.
 */
export function composeRooms(core: Core): Rooms {
  const { widget, rooms } = createWidget(core);
  return { widget, ...rooms };
}

function createWidget(core: Core) {
  const { host, deployment, clock, log, lifetime, call, query, settings, page, pane, self, texts } = core;
  const { contact, contactApi, lookupFacts, visitor, consent, activity, viewport, hostStore } = core;
  const storage = createFrameStorage((area) => (area === 'local' ? self.localStorage : self.sessionStorage), log);

  const { links: defaultLinks, refused } = parseDefaultLinks(page.facts.settings);
  if (refused.length > 0) log.warn(refusedSettings, refused);

  listenActivity(activity, self, lifetime);

  /** The page's facts as services may know them: whole addresses stay in the frame. */
  const relayedPage = (): PageFacts => ({
    ...page.facts,
    url: relayedAddress(page.facts.url, deployment.relayedParameters),
    referrer: relayedAddress(page.facts.referrer, deployment.relayedParameters),
  });

  /** The lookup's answer, whole. */
  const information = (): ContactInformation | undefined =>
    contact.state.information && readInformation(contact.state.information);

  const marketing = createMarketingStore({ storage, mayKeep: () => consent.isAllowed('analytics') });
  marketing.consentChanged();
  lifetime.add(subscribe(consent.state, marketing.consentChanged));

  const shell = createShellStore(pane, {
    host,
    log,
    endChat: () => chat.store?.answerEnd(true),
    clearChat: () => chat.store?.clear(),
  });

  const insight = createInsight({
    clock,
    log,
    lifetime,
    call,
    host,
    hostStore,
    texts,
    query,
    deployment,
    isAllowed: consent.isAllowed,
    page: relayedPage,
    facts: () => ({
      chatAvailability: toChatAvailability(shell.state.chat.availability),
      isPopupDisplayed: page.card?.kind === 'popUp',
      isEmployee: shell.state.chat.isEmployee,
      language: toLocaleCode(page.textLocale),
      isMobile: viewport.state.isMobile,
    }),
    self,
  });
  const { experiments } = insight;
  lifetime.add(subscribe(consent.state, experiments.setUp));

  const read = { ...core.read, links: createTextReader(texts, 'links', salesTexts) };

  const locale = createLocaleStore(
    {
      log,
      async changeBundle(wanted, isWanted) {
        if (await contact.change(lookupFacts({ locale: wanted }), isWanted)) showLocale(wanted);
      },
      async fetchKeys() {
        const answer = await contactApi.lookupFocusArea(lookupFacts(), lifetime.signal);
        if (!answer) throw createError('ANSWER_INVALID', 'no locales of this focus area');
        return keysOf(answer);
      },
    },
    page.locale,
  );

  function showLocale(wanted: Locale): void {
    page.locale = page.textLocale = wanted;
    core.applyLanguage();
    links.wordingChanged();
    void schedulers?.setup({ focusArea: settings.focusArea, ...wanted });
  }

  const links = createLazyLinks({
    host,
    clock,
    lifetime,
    log,
    facts: () => {
      const { emailUrl, phoneNumber, schedulerPurpose } = offers();
      return {
        lookup: contact.state.status,
        canChat: shell.state.chat.availability === 'available',
        emailUrl,
        phoneNumber,
        hasScheduler: schedulerPurpose !== undefined,
        pageUrl: page.facts.url,
      };
    },
    defaultUrl: (kind) => defaultLinks[kind],
    locale: () => page.textLocale,
    isSalesWording: () => experiments.variationOf('buttonSalesWording') === 'sales',
    salesText: read.links,
    waitingChanged: (count) => {
      page.waitingClicks = count;
    },
    showPane: (linkId) => shell.show({ takesFocus: true, linkId }),
    startChat: () => startChat({ from: 'link' }),
    showScheduler: (name, linkId) => openScheduler(name ?? {}, linkId),
    openUrl: (url, target) => void shell.openUrl(url, target),
  });

  function offers(): Offers {
    return offersOf(information()?.bundle, settings.switchedOff, clock.now());
  }

  /** Pop-up, notifications, offers: downloaded where the deployment or the page has some. */
  let outreachLoading: Promise<Outreach> | undefined;

  function loadOutreach(): Promise<Outreach> {
    outreachLoading ??= import('./composeOutreach.ts').then(({ composeOutreach }) => {
      const outreach = composeOutreach(widget);
      page.outreach = ref(outreach);
      return outreach;
    });
    return outreachLoading;
  }

  /** Without outreach there is nobody to tell. */
  function tellOutreach(task: (outreach: Outreach) => void): void {
    outreachLoading?.then(task).catch((error) => {
      outreachLoading = undefined;
      log.warn('Outreach could not be loaded.', describeError(error)); // SH-177: only they are missing.
    });
  }

  /** The scheduler room, downloaded when the first scheduler opens. */
  let schedulers: SchedulersStore | undefined;
  let schedulersLoading: Promise<SchedulersStore> | undefined;
  const isSchedulerOff = settings.switchedOff.includes('scheduler') || deployment.scheduler === undefined;
  const steering = toSteering(query);

  function loadSchedulers(): Promise<SchedulersStore> {
    schedulersLoading ??= createRoom().catch((error) => {
      schedulersLoading = undefined;
      throw error;
    });
    return schedulersLoading;
  }

  async function createRoom(): Promise<SchedulersStore> {
    const { composeScheduler } = await import('./composeScheduler.ts');
    schedulers = composeScheduler(widget);
    return schedulers;
  }

  /** Opens the scheduler of a menu entry, link, bot line or invitation; without one the menu shows (SC-016). */
  function openScheduler(request: SchedulerRequest, linkId?: number): void {
    const show = (): void => shell.show({ takesFocus: true, linkId: linkId ?? shell.state.openedBy });
    if (isSchedulerOff) {
      show();
      shell.showMenu();
      return;
    }
    const isNamed = request.focusArea || request.purpose || request.resource;
    const known = request.config ?? (isNamed ? undefined : information()?.bundle.schedulingInformation[0]);
    // Where booking happens elsewhere, no pane comes up that would go again at once (SC-007).
    if (!clientUrlOf(request.schedulerConfig ?? known)) {
      show();
      shell.schedulerChanged({ isDisplayed: true, isLanding: false });
    }
    runScheduler((room) => room.open(request));
  }

  function runScheduler(task: (room: SchedulersStore) => Promise<void>): void {
    loadSchedulers()
      .then(task)
      .catch((error) => {
        log.error('The scheduler did not open.', describeError(error));
        shell.schedulerChanged({ isDisplayed: false, isLanding: false });
        shell.showMenu();
      });
  }

  /** Back to the other contact options; what was typed stays (SC-014). */
  function leaveScheduler(): void {
    if (schedulers) schedulers.hide();
    else shell.schedulerChanged({ isDisplayed: false, isLanding: false });
  }

  /** Starts the first usable chat, or the support chat that is named; without one the menu shows. */
  function startChat(request: ChatRequest): void {
    shell.chatAsked(request.from);
    const adapterId: AdapterId | undefined =
      request.service === undefined ? undefined : adapterOf(request.service, log);
    if (!chat.start(request.from, adapterId)) shell.showMenu();
  }

  const chat = createChatDoor({
    log,
    lifetime,
    isLoggedIn: () => visitor.state.signedIn,
    isPaneShown: () => !shell.state.isPaneHidden,
    told: (summary) => shell.chatChanged(summary ?? noChat),
    room: async (own, entries) => (await import('./composeChat.ts')).composeChat(widget, own, entries),
  });

  /** The bundle's chat and support services (CH-004, CH-015). */
  function chatEntries(): readonly RoutingEntry[] {
    const bundle = information()?.bundle;
    if (!bundle || settings.switchedOff.includes('chat') || !consent.isAllowed('chat')) return [];
    return [...bundle.chatInformation, ...bundle.supportChatInformation].map(toRoutingEntry);
  }

  async function retryLookup(): Promise<void> {
    await contact.load(lookupFacts({ bypassCache: true }));
  }

  /** What the lookup leaves behind: the links' mode and queued clicks, and the names of the location line. */
  function followLookup(): void {
    let told: { readonly status: string; readonly known: unknown } = { status: '', known: undefined };
    const follow = (): void => {
      const { status } = contact.state;
      const known = information();
      if (known && told.known !== known) {
        locale.bundleShown(known.regionsAndLanguages, known.bundle.key);
        links.wordingChanged();
        chat.open(chatEntries());
      }
      if (told.status !== status) links.lookupChanged(status);
      told = { status, known };
    };
    follow();
    lifetime.add(subscribe(contact.state, follow));
    // Consent that comes late begins the chat, an answer that takes it back ends it, whoever is talking (SH-111). No answer may
    // be one that could not be read: then a talk goes on until it leaves the window.
    lifetime.add(
      subscribe(consent.state, () => {
        const isRefused = consent.state.noticePreferences !== null && !consent.isAllowed('chat');
        (isRefused ? chat.restart : chat.open)(chatEntries());
      }),
    );
  }

  /** SH-161, SH-162: the window and the tools are downloaded where the page or its address asks for them; elsewhere they warn. */
  async function openDebug(): Promise<void> {
    if (query.debug !== true && !settings.demo) {
      const refuse = (): void => log.warn('The tools work in debug or demo mode only.');
      const contactWidgetTools: Record<keyof Tools, () => void> = { notify: refuse, openPane: refuse, forget: refuse };
      Object.assign(self, { contactWidgetTools });
      return;
    }
    const { startDebug } = await import('./debug/startDebug.ts');
    const { store } = await startDebug(widget);
    if (!store || lifetime.ended) return;
    page.debug = ref(store);
    store.onToggle(core.drawing.draw);
    await shell.prepare();
  }

  /** SH-100. */
  function openByParameter(): void {
    if (query.contactModule) shell.show({ takesFocus: false });
    if (steering.screen === undefined || isSchedulerOff) return;
    shell.show({ takesFocus: false });
    shell.schedulerChanged({ isDisplayed: true, isLanding: steering.isLanding });
    runScheduler((room) => room.steer(steering));
  }

  /** SH-156. */
  const device = deviceOf(self.navigator.userAgent, self.navigator.maxTouchPoints);

  const widget = {
    ...core,
    shell,
    information,
    defaultLinks,
    marketing,
    locale,
    links,
    storage,
    offers,
    steering,
    loadOutreach,
    chat,
    insight,
    device,
    relayedPage,
    /** SH-015. */
    isResponseManager: isResponseManager(page.facts.url, deployment),
    read,
    retryLookup,
    openScheduler,
    loadSchedulers,
    leaveScheduler,
    startChat,
  };

  marketing.pageSeen(page.facts.url);
  links.linksFound(page.links);
  followLookup();

  const rooms = {
    setUpExperiments: experiments.setUp,
    variationOf: experiments.variationOf,
    callFailed: (detail: AnalyticsDetail<'CM_API_ERROR'>) => insight.analytics.track('CM_API_ERROR', detail),
    paneShown(): void {
      insight.analytics.track('CM_PANE_SHOWN', {});
      tellOutreach((outreach) => outreach.paneShown());
      chat.paneShown(true);
    },
    paneHidden(): void {
      insight.analytics.track('CM_PANE_HIDDEN', {});
      chat.paneShown(false);
      links.paneHidden();
      tellOutreach((outreach) => outreach.sceneChanged());
    },
    startOutreach(): void {
      if (!core.speaksFirst()) return;
      void loadOutreach();
      tellOutreach((outreach) => {
        if (!pane.state.isPaneHidden) outreach.paneShown();
        outreach.start();
      });
    },
    startPage(): void {
      openByParameter();
      openDebug().catch((error) => log.warn('The debug window did not open.', describeError(error)));
    },
    pageChanged(): void {
      marketing.pageSeen(page.facts.url);
      tellOutreach((outreach) => {
        outreach.pageChanged();
        outreach.viewportChanged();
      });
    },
    linksFound: () => links.linksFound(page.links),
    linkClicked: links.linkClicked,
    closeCards: () => tellOutreach((outreach) => void outreach.close()),
    card(): Card | undefined {
      if (page.card) return toCard(page.card);
      return page.debug?.state.isOpen ? debugCard : undefined;
    },
  };
  return { widget, rooms };
}

export type Widget = ReturnType<typeof createWidget>['widget'];
