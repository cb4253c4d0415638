/** Long because the whole wiring of the rooms stands in one place, to be read from top to bottom. */
import { ref, subscribe } from 'valtio/vanilla';
import { hostKeys } from '../bridge/wire.ts';
import { type AdapterId, adapterOf } from './chat/adapters.ts';
import type { IdentityPort, VisitorFacts } from './chat/channel.ts';
import { createChatDoor } from './chat/door.ts';
import type { RoutingEntry } from './chat/routingEntry.ts';
import { toRoutingEntry } from './chat/toRoutingEntry.ts';
import type { Core } from './compose.ts';
import type { ContactAnswer } from './contact/answer.ts';
import { type ContactInformation, readInformation } from './contact/bundle.ts';
import { completeClientInfo } from './contact/clientInfo.ts';
import { createLazyLinks } from './contact/links/lazyLinks.ts';
import { salesTexts } from './contact/links/texts.ts';
import { type Offers, offersOf } from './contact/offers.ts';
import { parseDefaultLinks } from './host/defaultLinks.ts';
import { parseCookieText } from './host/hostStore.ts';
import { isResponseManager } from './host/pageSettings.ts';
import { createIdentityDoor } from './identity/identityDoor.ts';
import { toChatAvailability } from './insight/analytics/chatAvailability.ts';
import type { AnalyticsDetail } from './insight/analytics/events.ts';
import { createInsight } from './insight/insight.ts';
import { listenActivity } from './insight/listenActivity.ts';
import { createMarketingStore } from './insight/marketingStore.ts';
import { createOutreach } from './outreach/outreach.ts';
import { createError, describeError } from './platform/errors.ts';
import { createId, random } from './platform/ids.ts';
import { createFrameStorage } from './platform/storage.ts';
import { clientUrlOf } from './scheduler/clientUrl.ts';
import type { SchedulerSource } from './scheduler/parseInfo.ts';
import type { SchedulerName } from './scheduler/ports.ts';
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

function isTextEntry(entry: readonly [string, unknown]): entry is readonly [string, string] {
  return typeof entry[1] === 'string';
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
  const { host, deployment, clock, log, lifetime, call, query, settings, page, pane, self, texts, textsOf } = core;
  const { contact, contactApi, lookupFacts, visitor, consent, activity, viewport, hostStore } = core;
  const storage = createFrameStorage((area) => (area === 'local' ? self.localStorage : self.sessionStorage), log);

  const { links: defaultLinks, note } = parseDefaultLinks(page.facts.settings);
  if (note) log.warn(note);

  listenActivity(activity, self, lifetime);

  /** The lookup's answer, whole. */
  const information = (): ContactInformation | undefined =>
    contact.state.information && readInformation(contact.state.information);

  const marketing = createMarketingStore({ storage, mayKeep: () => consent.isAllowed('analytics') });
  marketing.consentChanged();
  lifetime.add(subscribe(consent.state, marketing.consentChanged));

  const shell = createShellStore(pane, {
    host,
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
    page: () => page.facts,
    facts: () => ({
      chatAvailability: toChatAvailability(shell.state.chat.availability),
      isPopupDisplayed: page.card?.kind === 'popUp',
      isEmployee: undefined,
      language: toLocaleCode(page.textLocale),
      isMobile: viewport.state.isMobile,
    }),
    self,
  });
  const { experiments } = insight;

  const read = { ...core.read, links: createTextReader(texts, 'links', salesTexts) };

  const locale = createLocaleStore(
    {
      log,
      async changeBundle(wanted) {
        await contact.change(lookupFacts({ locale: wanted }));
        showLocale(wanted, wanted);
      },
      async fetchKeys() {
        const answer = await contactApi.lookupFocusArea(lookupFacts(), lifetime.signal);
        return answer?.keys ?? [];
      },
    },
    page.locale,
  );

  function showLocale(bundleLocale: Locale, textLocale: Locale): void {
    page.locale = bundleLocale;
    page.textLocale = textLocale;
    core.applyLanguage();
    links.wordingChanged();
    void schedulers?.setup({ focusArea: settings.focusArea, ...textLocale });
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

  const outreach = createOutreach({
    clock,
    lifetime,
    log,
    call,
    createId,
    hostStore,
    host,
    query,
    storage,
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
      isTyping: isTextField(self.document.activeElement),
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
      call: core.uncountedCall,
      clock,
      log,
      lifetime,
      deployment: deployment.scheduler,
      createId,
      place: () => ({
        focusArea: settings.focusArea,
        ...page.textLocale,
        purpose: steering.purpose || information()?.bundle.schedulingInformation[0]?.purpose,
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
      const { status, information: answer } = contact.state;
      if (!answer && status === 'failed') throw createError('CALL_FAILED', 'the contact lookup failed');
      return answer && toSchedulerSource(await completed(answer), name.purpose);
    }
    const facts = {
      ...lookupFacts({ bypassCache: isRetry }),
      focusArea: name.focusArea || settings.focusArea,
      schedulerPurpose: name.purpose || undefined,
    };
    const answer = await contactApi.lookup(facts, lifetime.signal);
    return answer && toSchedulerSource(await completed(answer), name.purpose);
  }

  const completed = async (answer: ContactAnswer): Promise<ContactInformation> =>
    readInformation(await completeClientInfo(answer, { api: contactApi, log, lifetime }));

  function toSchedulerSource(source: ContactInformation, wanted: string | undefined): SchedulerSource {
    const { schedulingInformation, key } = source.bundle;
    const entry = schedulingInformation.find((one) => one.purpose === wanted) ?? schedulingInformation[0];
    return { ...source, schedulingInformation: entry, bundleKey: key };
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
      storage,
      deployment: deployment.identity,
      mode: deployment.chat.environment,
      isDebug: query.debug === true,
      userAgent: self.navigator.userAgent,
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
      storage,
      createId,
      random,
      texts,
      query,
      entries,
      deployment: deployment.chat,
      identity,
      page: () => page.facts,
      visitor: visitorFacts,
      findIpAddress: async () => {
        await visitor.start();
        return visitor.state.info.ip;
      },
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
        userAgent: self.navigator.userAgent,
        isHandheld: device !== 'desktop',
      }),
      attention: {
        isPaneShown: () => !shell.state.isPaneHidden,
        isFocused: () => self.document.hasFocus() || activity.state.active,
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
  }

  /** SH-161, SH-162: the window and the tools are downloaded where the page or its address asks for them. */
  async function openDebug(): Promise<void> {
    if (query.debug !== true && !settings.demo) return;
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
    outreach,
    chat,
    insight,
    device,
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
      outreach.paneShown();
      chat.paneShown(true);
    },
    paneHidden(): void {
      insight.analytics.track('CM_PANE_HIDDEN', {});
      chat.paneShown(false);
      links.paneHidden();
      outreach.sceneChanged();
    },
    startOutreach: outreach.start,
    startPage(): void {
      openByParameter();
      openDebug().catch((error) => log.warn('The debug window could not be opened.', describeError(error)));
    },
    pageChanged(): void {
      marketing.pageSeen(page.facts.url);
      outreach.pageChanged();
      outreach.viewportChanged();
    },
    linksFound: () => links.linksFound(page.links),
    linkClicked: links.linkClicked,
    closeCards: () => outreach.close(),
    card(): Card | undefined {
      if (page.card) return toCard(page.card);
      return page.debug?.state.isOpen ? debugCard : undefined;
    },
  };
  return { widget, rooms };
}

/** A field in which the visitor is writing: nothing of ours comes between. */
function isTextField(element: Element | null): boolean {
  return element !== null && ['INPUT', 'TEXTAREA'].includes(element.tagName);
}

export type Widget = ReturnType<typeof createWidget>['widget'];
