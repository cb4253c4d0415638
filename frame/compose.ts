/** Long because the whole wiring of the rooms stands in one place, to be read from top to bottom. */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Obstacle, PageFacts, Viewport } from '../bridge/records.ts';
import { hostEvents, hostKeys } from '../bridge/wire.ts';
import { type AdapterId, adapterOf } from './chat/adapters.ts';
import type { IdentityPort, VisitorFacts } from './chat/channel.ts';
import { createChatDoor } from './chat/door.ts';
import type { RoutingEntry } from './chat/routingEntry.ts';
import { toRoutingEntry } from './chat/toRoutingEntry.ts';
import { activePurpose } from './contact/activePurpose.ts';
import { createContactApi } from './contact/api.ts';
import type { ContactInformation } from './contact/bundle.ts';
import { keysWaitMs } from './contact/limits.ts';
import { createLazyLinks } from './contact/links/lazyLinks.ts';
import { salesTexts } from './contact/links/texts.ts';
import type { LookupFacts } from './contact/lookupRequest.ts';
import { type Offers, offersOf } from './contact/offers.ts';
import { createContactStore } from './contact/store.ts';
import type { DebugStore } from './debug/store.ts';
import type { Deployment } from './deployment.ts';
import { cookieLifeS } from './host/cookieLife.ts';
import type { HostEvent } from './host/hostEvent.ts';
import { createHostStore, parseCookieText } from './host/hostStore.ts';
import { isResponseManager, type PillTheme, parsePageSettings } from './host/pageSettings.ts';
import { parseQueryParameters, textOf } from './host/queryParameters.ts';
import type { RemoteHost } from './host/remoteHost.ts';
import { createGeoApi } from './identity/geoApi.ts';
import { createIdentityDoor } from './identity/identityDoor.ts';
import { createVisitorStore } from './identity/visitorStore.ts';
import { createActivityStore } from './insight/activityStore.ts';
import { toChatAvailability } from './insight/analytics/chatAvailability.ts';
import { reportFailedCalls } from './insight/analytics/reportCalls.ts';
import { createConsentStore } from './insight/consentStore.ts';
import { createInsight } from './insight/insight.ts';
import { createMarketingStore } from './insight/marketingStore.ts';
import { createOutreach } from './outreach/outreach.ts';
import type { CallBackend } from './platform/backend/plan.ts';
import type { Clock } from './platform/clock.ts';
import { createError, describeError } from './platform/errors.ts';
import { createId, random } from './platform/ids.ts';
import type { Lifetime } from './platform/lifetime.ts';
import type { Log } from './platform/log.ts';
import type { FrameStorage } from './platform/storage.ts';
import { clientUrlOf } from './scheduler/clientUrl.ts';
import type { SchedulerSource } from './scheduler/parseInfo.ts';
import type { SchedulerName } from './scheduler/ports.ts';
import type { SchedulerRequest, SchedulersStore } from './scheduler/schedulersStore.ts';
import { toSteering } from './scheduler/steering.ts';
import { deviceOf } from './shell/device.ts';
import { drawOnHost } from './shell/drawOnHost.ts';
import { createPillStore } from './shell/pillStore.ts';
import type { FrameContent } from './shell/placeFrame.ts';
import { noChat } from './shell/records.ts';
import { createShellStore } from './shell/store.ts';
import { coreTexts, pillTexts } from './shell/texts.ts';
import { chooseTheme, sideOf } from './shell/theme.ts';
import { createViewportStore } from './shell/viewportStore.ts';
import { runStartOrder } from './startOrder.ts';
import { directionOf } from './text/direction.ts';
import { isSameLocale, type Locale, pickLocaleKey, toLocaleCode } from './text/locale.ts';
import { createLocaleStore } from './text/localeStore.ts';
import { createTextReader, findFragment, type TextSource } from './text/texts.ts';

/** The pill's first display waits for the translated texts, but no longer than this, ms. Ours. */
export const firstDisplayWaitMs = 3_000;

export interface ComposePorts {
  readonly host: RemoteHost;
  readonly page: PageFacts;
  readonly viewport: Viewport;
  readonly deployment: Deployment;
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  /** The frame's own window, for activity and the page's life. */
  readonly self: Window;
  /** Fetches the React app and mounts it on the widget. */
  readonly loadApp: (widget: Widget) => Promise<void>;
}

export interface ChatRequest {
  readonly from: 'menu' | 'link' | 'proactive' | 'queryParameter';
  /** A support chat's service and skill; without them the first usable adapter is taken (CH-009). */
  readonly service?: string;
  readonly skill?: string;
}

function isTextEntry(entry: readonly [string, unknown]): entry is readonly [string, string] {
  return typeof entry[1] === 'string';
}

/** The composition root: the only place that knows every room. One can read the whole nervous system here. */
export function compose(ports: ComposePorts) {
  const { host, deployment, clock, log, lifetime } = ports;
  // CH-210: every call that fails for good is counted, by its name only.
  const call = reportFailedCalls(ports.call, (detail) => insight.analytics.track('CM_API_ERROR', detail));
  const query = parseQueryParameters(ports.page.url);
  const settings = parsePageSettings({ page: ports.page, query, nonSalesHosts: deployment.nonSalesHosts });
  if (settings.note) log.warn(settings.note);

  /** What the page is now; each fact is replaced whole. */
  const page = proxy({
    facts: ref(ports.page),
    locale: settings.locale,
    textLocale: settings.textLocale,
    obstacles: ref<readonly Obstacle[]>([]),
    /** The page's analytics id of the visitor; the bot is told it. */
    anonymousId: undefined as string | undefined,
    /** Clicks on page links that wait for the lookup (SH-091). */
    waitingClicks: 0,
    card: undefined as Extract<FrameContent, { kind: 'popUp' | 'notification' }> | undefined,
    /** SH-161: only with the debug flag. */
    debug: undefined as DebugStore | undefined,
  });

  const visitor = createVisitorStore(
    { clock, lifetime, log, fetchGeo: createGeoApi({ call, clock, hosts: deployment.visitor.geoHosts }) },
    query,
  );
  const hostStore = createHostStore({
    host,
    log,
    cookieLifeS: () =>
      cookieLifeS({
        noticePreferences: consent.state.noticePreferences,
        country: visitor.state.country,
        privacyRegulatedCountries: deployment.consent.privacyRegulatedCountries,
      }),
  });
  const consent = createConsentStore({
    clock,
    store: hostStore,
    country: () => visitor.state.country ?? page.locale.regionCode,
    forced: query.consent,
    privacyRegulatedCountries: deployment.consent.privacyRegulatedCountries,
    categories: deployment.consent.categories,
  });
  const activity = createActivityStore({ clock, lifetime });
  const marketing = createMarketingStore({ storage: ports.storage, mayKeep: () => consent.isAllowed('analytics') });
  // A country that comes late, or an answer to the page's banner, counts from then on (SH-111).
  lifetime.add(subscribe(visitor.state, consent.countryChanged));
  lifetime.add(subscribe(consent.state, marketing.consentChanged));
  const viewport = createViewportStore({ clock, lifetime }, ports.viewport);
  const pill = createPillStore({ clock, lifetime, store: hostStore, collapses: settings.collapse });
  const contactApi = createContactApi(call, deployment.contact);
  const contact = createContactStore({ api: contactApi, lifetime, log });
  const shell = createShellStore({
    clock,
    host,
    loadApp: () => ports.loadApp(widget),
    onShown: () => {
      insight.analytics.track('CM_PANE_SHOWN', {});
      outreach.paneShown();
      chat.paneShown(true);
      void host.emit(hostEvents.paneShown).catch(() => {});
    },
    onHidden: () => {
      insight.analytics.track('CM_PANE_HIDDEN', {});
      chat.paneShown(false);
      links.paneHidden();
      outreach.sceneChanged();
      void host.emit(hostEvents.paneHidden).catch(() => {});
    },
    endChat: () => chat.store?.answerEnd(true),
    clearChat: () => chat.store?.clear(),
  });

  const textsOf = (ofPurpose: () => string): TextSource => ({
    find(section, key) {
      if (query.debugText) return `${section}.${key} (${ofPurpose()})`;
      return findFragment(contact.state.information?.translations ?? [], ofPurpose(), section, key);
    },
  });
  const texts = textsOf(purpose);
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
    page: () => page.facts,
    facts: () => ({
      chatAvailability: toChatAvailability(shell.state.chat.availability),
      isPopupDisplayed: page.card?.kind === 'popUp',
      isEmployee: undefined,
      language: toLocaleCode(page.textLocale),
      isMobile: viewport.state.isMobile,
    }),
    self: ports.self,
  });
  const { experiments } = insight;

  const read = {
    pill: createTextReader(texts, 'pill', pillTexts),
    pane: createTextReader(texts, 'pane', coreTexts),
    links: createTextReader(texts, 'links', salesTexts),
  };

  /** SH-153: the experiment is asked only where the page leaves the choice. */
  function theme(): PillTheme {
    return chooseTheme(settings.theme, settings.theme ? undefined : experiments.variationOf('buttonColour'));
  }

  function purpose(): string {
    return activePurpose(contact.state.information?.bundle, shell.state.chat.availability === 'available');
  }

  function lookupFacts(options: { readonly bypassCache?: boolean; readonly locale?: Locale } = {}): LookupFacts {
    const textLocale = options.locale ?? page.textLocale;
    return {
      focusArea: settings.focusArea,
      ...(options.locale ?? page.locale),
      textLanguageCode: textLocale.languageCode,
      textRegionCode: textLocale.regionCode,
      hostOrigin: new URL(page.facts.url).origin,
      timeZoneOffsetJS: new Date(clock.now()).getTimezoneOffset(),
      ipAddress: visitor.state.info.ip,
      country: visitor.state.country,
      isUserActive: activity.state.active,
      isLanding: query.schedulerLanding === true,
      isForced: [query.focusArea, query.languageCode, query.regionCode].some((value) => value !== undefined),
      hasPageRules: settings.rules.length > 0,
      bypassCache: options.bypassCache === true || query.debug === true || query.dev === true,
      schedulerPurpose: textOf(query.schedulerPurpose),
    };
  }

  const locale = createLocaleStore(
    {
      log,
      async changeBundle(wanted) {
        await contact.change(lookupFacts({ locale: wanted }));
        showLocale(wanted, wanted);
      },
      async fetchKeys() {
        const outcome = await contactApi.lookupFocusArea(lookupFacts(), lifetime.signal);
        return outcome.status === 'fetched' ? outcome.information.keys : [];
      },
    },
    page.locale,
  );

  function showLocale(bundleLocale: Locale, textLocale: Locale): void {
    page.locale = bundleLocale;
    page.textLocale = textLocale;
    applyLanguage();
    links.wordingChanged();
    void schedulers?.setup({ focusArea: settings.focusArea, ...textLocale });
  }

  /** SH-085: the asked-for locale when the focus area has it, else the nearest; a forced one is asked for as it is. */
  async function settleLocale(): Promise<void> {
    if (query.languageCode !== undefined || query.regionCode !== undefined) return;
    try {
      const keys = await Promise.race([
        contactApi.keys(settings.focusArea, lifetime.signal),
        new Promise<readonly Locale[]>((resolve) => lifetime.add(clock.after(keysWaitMs, () => resolve([])))),
      ]);
      const picked = pickLocaleKey(keys, page.locale);
      if (!picked || isSameLocale(picked, page.locale)) return;
      page.textLocale = isSameLocale(page.textLocale, page.locale) ? picked : page.textLocale;
      page.locale = picked;
    } catch (error) {
      log.warn('The locales of this page could not be fetched; the asked-for one is used.', error);
    }
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
    defaultUrl: (kind) => settings.defaultLinks[kind],
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
    return offersOf(contact.state.information?.bundle, settings.switchedOff, clock.now());
  }

  const outreach = createOutreach({
    clock,
    lifetime,
    log,
    call,
    createId,
    hostStore,
    host,
    query,
    storage: ports.storage,
    deployment: deployment.outreach,
    texts: (ofPurpose) => (ofPurpose === undefined ? texts : textsOf(() => ofPurpose)),
    anonymousId: async () => parseCookieText(await hostStore.read(hostKeys.anonymousId)),
    allows: consent.isAllowed,
    page: () => page.facts,
    locale: () => toLocaleCode(page.locale),
    viewport: () => viewport.state.viewport,
    isMobile: () => viewport.state.isMobile,
    isGated: settings.noProactive,
    pageRules: settings.rules,
    user: () => ({ ...visitor.state.info }),
    firstName: () => visitor.state.info.firstName,
    activity: {
      isActive: () => activity.state.active,
      onChange: (owner, listener) => void owner.add(subscribe(activity.state, listener)),
    },
    scene: () => ({
      isPaneShown: !shell.state.isPaneHidden,
      hasOverlay: shell.state.isBackdropShown || shell.state.isConfirmingEnd || shell.state.scheduler.isLanding,
      isTyping: isTextField(ports.self.document.activeElement),
    }),
    chat: {
      canStart: () => shell.state.chat.availability === 'available',
      onChange: (owner, listener) => void owner.add(subscribe(shell.state, listener)),
      start: () => startChat({ from: 'proactive' }),
    },
    scheduler: {
      purpose: () => offers().schedulerPurpose,
      open: () => openScheduler({}),
    },
    bot: {
      isAvailable: () => chat.store?.isBotAvailable() ?? false,
      isVariationOff: () => experiments.variationOf('botWelcome') === 'off',
      ask: async () => {
        const text = experiments.textOf('botWelcome') ?? (await chat.store?.welcomeText());
        return text === undefined ? undefined : { text, action: 'CHAT' };
      },
    },
    headline: () => experiments.textOf('proactiveHeadline'),
    prepareViews: async () => {
      const views = import('./outreach/views/CardStage.tsx').then(
        () => true,
        () => false, // Silent: without its views a card is not shown; the next page tries again.
      );
      await shell.prepare();
      return (await views) && shell.state.app === 'ready';
    },
    returnFocus: () => void host.focus().catch(() => {}), // Silent: the page has no pill to go back to.
  });
  lifetime.add(
    subscribe(outreach.state, () => {
      page.card = outreach.content();
    }),
  );

  const isOff = settings.focusArea === deployment.contact.noContactFocusArea;

  const drawing = drawOnHost({
    host,
    lifetime,
    log,
    shell: shell.state,
    pill: pill.state,
    viewport: viewport.state,
    watch: (listener) => {
      for (const state of [shell.state, pill.state, viewport.state, page, contact.state]) {
        lifetime.add(subscribe(state, listener));
      }
    },
    look: () => ({
      theme: theme(),
      side: sideOf(page.textLocale.languageCode),
      text: read.pill('label'),
      unreadText: read.pill('unread', { count: shell.state.chat.unread }),
      paneLabel: read.pane('title'),
      obstacles: page.obstacles,
      isWaiting: page.waitingClicks > 0,
      isPillOff: isOff || settings.hidePill || (settings.hideOnMobile && viewport.state.isMobile),
      isCalm: ports.self.matchMedia('(prefers-reduced-motion: reduce)').matches,
      card: page.card ?? (page.debug?.state.isOpen ? { kind: 'debug' } : undefined),
    }),
  });

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
    const { createSchedulers } = await import('./scheduler/createSchedulers.ts');
    if (!deployment.scheduler) throw createError('CONFIG_INVALID', 'config.json names no scheduler service');
    schedulers = createSchedulers({
      call: ports.call,
      clock,
      log,
      lifetime,
      deployment: deployment.scheduler,
      createId,
      place: () => ({
        focusArea: settings.focusArea,
        ...page.textLocale,
        purpose: steering.purpose || contact.state.information?.bundle.schedulingInformation[0]?.purpose,
      }),
      find: findScheduler,
      page: async () => ({
        url: page.facts.url,
        uniquePageId: '',
        bluemixAnonId: (await hostStore.read(hostKeys.anonymousId)) ?? '',
        ibmId: visitor.state.info.iui ?? '',
        productName: '',
      }),
      prompt: () => experiments.textOf('schedulerFirstQuestion'),
      debugTexts: query.debugText ? texts : undefined,
      report: ({ call: name, status, code }) => insight.analytics.track('CM_API_ERROR', { call: name, status, code }),
      displayed: shell.schedulerChanged,
      showPane: () => shell.show({ takesFocus: shell.state.takesFocus, linkId: shell.state.openedBy }),
      hidePane: () => shell.hide({ returnsFocus: true }),
      showMenu: shell.showMenu,
      openTab: (url) => host.openUrl(url, 'tab').catch(() => false),
    });
    return schedulers;
  }

  /** SC-003: the page's own scheduler needs no call; another focus area, purpose or resource is looked up. */
  async function findScheduler(name: SchedulerName, isRetry: boolean): Promise<SchedulerSource | undefined> {
    const isOwn = !name.focusArea && !name.resource && (!name.purpose || name.purpose === steering.purpose);
    if (isOwn) {
      if (isRetry && contact.state.status !== 'fetched') await contact.load(lookupFacts({ bypassCache: true }));
      await whenLookedUp();
      const { status, information } = contact.state;
      if (!information && status === 'failed') throw createError('CALL_FAILED', 'the contact lookup failed');
      return information && toSchedulerSource(information, name.purpose);
    }
    const facts = {
      ...lookupFacts({ bypassCache: isRetry }),
      focusArea: name.focusArea || settings.focusArea,
      schedulerPurpose: name.purpose || undefined,
    };
    const outcome = await contactApi.lookup(facts, lifetime.signal);
    return outcome.status === 'fetched' ? toSchedulerSource(outcome.information, name.purpose) : undefined;
  }

  function toSchedulerSource(information: ContactInformation, wanted: string | undefined): SchedulerSource {
    const { schedulingInformation, key } = information.bundle;
    const entry = schedulingInformation.find((one) => one.purpose === wanted) ?? schedulingInformation[0];
    return { ...information, schedulingInformation: entry, bundleKey: key };
  }

  function whenLookedUp(): Promise<void> {
    const isDone = (): boolean => !['notStarted', 'fetching'].includes(contact.state.status);
    return new Promise((resolve) => {
      if (isDone()) return resolve();
      const stop = lifetime.add(
        subscribe(contact.state, () => {
          if (!isDone()) return;
          stop();
          resolve();
        }),
      );
    });
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
    const known = request.config ?? (isNamed ? undefined : contact.state.information?.bundle.schedulingInformation[0]);
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
        log.error('The scheduler could not be opened.', describeError(error));
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
    shell.show({ takesFocus: true });
    const adapterId: AdapterId | undefined =
      request.service === undefined ? undefined : adapterOf(request.service, log);
    if (!chat.start(request.from, adapterId)) shell.showMenu();
  }

  /** Identities of messaging services; a deployment without a broker has none to find. */
  const identity: IdentityPort = createIdentityDoor(async () =>
    (await import('./identity/openIdentity.ts')).openIdentity({
      call,
      clock,
      log,
      lifetime,
      storage: ports.storage,
      deployment: deployment.identity,
      mode: deployment.chat.environment,
      isDebug: query.debug === true,
      userAgent: ports.self.navigator.userAgent,
      pageUrl: () => page.facts.url,
      focusArea: () => settings.focusArea,
      visitor: () => visitor.state,
    }),
  );

  function visitorFacts(): VisitorFacts {
    const { info, signedIn, country, uniqueId } = visitor.state;
    return {
      isSignedIn: signedIn,
      userId: uniqueId,
      firstName: info.firstName,
      lastName: info.lastName,
      email: info.email,
      countryCode: country,
      ipAddress: info.ip,
      role: undefined,
      anonymousId: page.anonymousId,
      profile: { ...info },
    };
  }

  const chat = createChatDoor({
    log,
    lifetime,
    isLoggedIn: () => visitor.state.signedIn,
    isPaneShown: () => !shell.state.isPaneHidden,
    told: (summary) => shell.chatChanged(summary ?? noChat),
    room: (own, entries) => ({
      clock,
      log,
      lifetime: own,
      call,
      storage: ports.storage,
      createId,
      random,
      texts,
      query,
      entries,
      deployment: deployment.chat,
      identity,
      page: () => page.facts,
      visitor: visitorFacts,
      marketing: () => Object.fromEntries(Object.entries(marketing.state.attributes).filter(isTextEntry)),
      track: (name, detail) => insight.analytics.track(name, detail),
      openScheduler: ({ config, text }) =>
        openScheduler({ schedulerConfig: config ?? undefined, schedulerText: text || undefined }),
      host: { ...host, openUrl: shell.openUrl },
      place: () => ({
        languageCode: toLocaleCode(page.textLocale),
        regionCode: page.locale.regionCode,
        focusArea: settings.focusArea,
        emailLink: offers().emailUrl,
        environment: deployment.chat.environment,
        isDebug: query.debug === true,
        userAgent: ports.self.navigator.userAgent,
        isHandheld: widget.device !== 'desktop',
      }),
      attention: {
        isPaneShown: () => !shell.state.isPaneHidden,
        isFocused: () => ports.self.document.hasFocus() || activity.state.active,
        onChange: (owner, listener) => {
          for (const state of [shell.state, activity.state]) owner.add(subscribe(state, listener));
        },
      },
      pane: {
        show() {
          shell.show({ takesFocus: true });
          if (shell.state.isMenuToggled) shell.toggleMenu();
        },
        showMenu: () => shell.showMenu(),
        // SH-039: what a reload brings back does not open the pane; a chat that begins by itself does.
        chatAppeared(queue) {
          if (queue !== 'async' && chat.isReady && shell.state.isPaneHidden) shell.show({ takesFocus: false });
        },
      },
    }),
  });

  /** The bundle's chat and support services (CH-004, CH-015). */
  function chatEntries(): readonly RoutingEntry[] {
    const bundle = contact.state.information?.bundle;
    if (!bundle || settings.switchedOff.includes('chat') || !consent.isAllowed('chat')) return [];
    return [...bundle.chatInformation, ...bundle.supportChatInformation].map(toRoutingEntry);
  }

  async function retryLookup(): Promise<void> {
    await contact.load(lookupFacts({ bypassCache: true }));
  }

  async function start(): Promise<void> {
    // SH-077: this page wants no contact module: no lookup, no pill, links keep their own behaviour.
    if (isOff) return;
    followLookup();
    visitor.pageSeen(page.facts.user);
    void visitor.start();
    marketing.pageSeen(page.facts.url);
    await runStartOrder(
      {
        experiments: async () => {
          await consent.refresh();
          await experiments.setUp();
        },
        contactLookup: async () => {
          await Promise.all([consent.refresh(), visitor.whenKnown(), settleLocale()]);
          const loaded = contact.load(lookupFacts());
          await Promise.race([
            loaded,
            new Promise<void>((resolve) => lifetime.add(clock.after(firstDisplayWaitMs, resolve))),
          ]);
        },
        chatLookup: () => {},
        activity: () => activity.listen(ports.self),
        styles: () => {
          applyLanguage();
        },
        nurture: () => outreach.start(),
        rendering: async () => {
          await pill.start();
          drawing.draw();
          await host.emit(hostEvents.ready);
          announceButton();
          openByParameter();
          openDebug().catch((error) => log.warn('The debug window could not be opened.', describeError(error)));
        },
      },
      { log, lifetime },
    );
  }

  /** What the lookup leaves behind: the links' mode and queued clicks, and the names of the location line. */
  function followLookup(): void {
    let told: { readonly status: string; readonly information: unknown } = { status: '', information: undefined };
    const follow = (): void => {
      const { status, information } = contact.state;
      if (information && told.information !== information) {
        locale.bundleShown(information.regionsAndLanguages, information.bundle.key);
        links.wordingChanged();
        chat.open(chatEntries());
      }
      if (told.status !== status) links.lookupChanged(status);
      told = { status, information };
    };
    follow();
    lifetime.add(subscribe(contact.state, follow));
  }

  /** SH-009: once, when the pill can first be clicked. */
  function announceButton(): void {
    const tell = (): boolean => {
      if (!pill.state.isShown) return false;
      void host.emit(hostEvents.buttonReady).catch(() => {});
      return true;
    };
    if (tell()) return;
    const stop = lifetime.add(
      subscribe(pill.state, () => {
        if (tell()) stop();
      }),
    );
  }

  /** SH-161, SH-162: the window and the tools are downloaded where the page or its address asks for them. */
  async function openDebug(): Promise<void> {
    if (query.debug !== true && !settings.demo) return;
    const { startDebug } = await import('./debug/startDebug.ts');
    const { store } = await startDebug(widget);
    if (!store || lifetime.ended) return;
    page.debug = ref(store);
    store.onToggle(drawing.draw);
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

  function applyLanguage(): void {
    const { documentElement } = ports.self.document;
    documentElement.lang = `${page.textLocale.languageCode}-${page.textLocale.regionCode}`;
    documentElement.dir = directionOf(page.textLocale.languageCode);
    documentElement.dataset.theme = theme();
  }

  function hear(event: HostEvent): void {
    switch (event.type) {
      case 'page':
        page.facts = ref(event.facts);
        viewport.changed(event.viewport);
        visitor.pageSeen(event.facts.user);
        marketing.pageSeen(event.facts.url);
        outreach.pageChanged();
        outreach.viewportChanged();
        void consent.refresh();
        return;
      case 'obstacles':
        page.obstacles = ref(event.obstacles);
        return;
      case 'links':
        if (!isOff) links.linksFound(event.links);
        return;
      case 'linkClicked':
        links.linkClicked(event.linkId);
        return;
      case 'activity':
        activity.pageActivity(event.isActive);
        if (event.isActive) void consent.refresh();
        return;
      case 'pillHovered':
        void shell.prepare();
        return;
      case 'pillClicked':
        shell.show({ takesFocus: true });
        return;
      case 'open':
        shell.show({ takesFocus: false });
        return;
      case 'close':
        outreach.close();
        shell.hide();
        return;
    }
  }

  const widget = {
    shell,
    contact,
    visitor,
    consent,
    activity,
    marketing,
    locale,
    links,
    outreach,
    chat,
    insight,
    viewport,
    /** SH-156. */
    device: deviceOf(ports.self.navigator.userAgent, ports.self.navigator.maxTouchPoints),
    /** SH-015. */
    isResponseManager: isResponseManager(ports.page.url, deployment),
    page,
    settings,
    query,
    texts,
    read,
    self: ports.self,
    host,
    log,
    clock,
    lifetime,
    deployment,
    start,
    hear,
    watchShell: (listener: () => void) => lifetime.add(subscribe(shell.state, listener, true)),
    retryLookup,
    openScheduler,
    loadSchedulers,
    leaveScheduler,
    startChat,
  };
  return widget;
}

/** A field in which the visitor is writing: nothing of ours comes between. */
function isTextField(element: Element | null): boolean {
  return element !== null && ['INPUT', 'TEXTAREA'].includes(element.tagName);
}

export type Widget = ReturnType<typeof compose>;
