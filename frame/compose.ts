/** Long because the core's whole wiring stands in one place, to be read from top to bottom. */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Obstacle, PageFacts, PageLink, Viewport } from '../bridge/records.ts';
import { hostEvents } from '../bridge/wire.ts';
import type { Rooms, Widget } from './composeRooms.ts';
import { activePurpose } from './contact/activePurpose.ts';
import { chatRows, list } from './contact/answer.ts';
import { createContactApi } from './contact/api.ts';
import { keysWaitMs } from './contact/limits.ts';
import type { LookupFacts } from './contact/lookupRequest.ts';
import { createContactStore } from './contact/store.ts';
import type { DebugStore } from './debug/store.ts';
import type { Deployment } from './deployment.ts';
import { cookieLifeS } from './host/cookieLife.ts';
import type { HostEvent } from './host/hostEvent.ts';
import { createHostStore } from './host/hostStore.ts';
import type { PageConfig } from './host/pageConfig.ts';
import { type PillTheme, parsePageSettings, refusedSettings } from './host/pageSettings.ts';
import type { QueryParameters } from './host/queryParameters.ts';
import { textOf } from './host/queryValue.ts';
import type { RemoteHost } from './host/remoteHost.ts';
import { createGeoApi } from './identity/geoApi.ts';
import type { UserInfo } from './identity/visitor.ts';
import { createVisitorStore } from './identity/visitorStore.ts';
import { createActivityStore } from './insight/activityStore.ts';
import { reportFailedCalls } from './insight/analytics/reportCalls.ts';
import { createConsentStore } from './insight/consentStore.ts';
import { nurtureTypesOf } from './outreach/nurtureType.ts';
import type { Outreach } from './outreach/outreach.ts';
import type { CallBackend } from './platform/backend/plan.ts';
import type { Clock } from './platform/clock.ts';
import { describeError } from './platform/errors.ts';
import type { Lifetime } from './platform/lifetime.ts';
import type { Log } from './platform/log.ts';
import type { CardContent } from './shell/cards.ts';
import { drawOnHost } from './shell/drawOnHost.ts';
import { createPaneStore } from './shell/paneStore.ts';
import { createPillStore } from './shell/pillStore.ts';
import type { Landing } from './shell/placeLanding.ts';
import { coreTexts, pillTexts } from './shell/texts.ts';
import { chooseTheme, sideOf } from './shell/theme.ts';
import { createViewportStore } from './shell/viewportStore.ts';
import { runStartOrder } from './startOrder.ts';
import { directionOf } from './text/direction.ts';
import { defaultLocale, isSameLocale, type Locale, pickLocaleKey, toLocaleCode } from './text/locale.ts';
import { createTextReader, findFragment, type TextSource } from './text/texts.ts';

/** The pill's first display waits for the translated texts, but no longer than this, ms. Ours. */
export const firstDisplayWaitMs = 3_000;

export interface ComposePorts {
  readonly host: RemoteHost;
  readonly page: PageFacts;
  readonly query: QueryParameters;
  /** What the address says of the visitor. */
  readonly queryUser: UserInfo;
  readonly pageConfig: PageConfig | undefined;
  readonly viewport: Viewport;
  readonly deployment: Deployment;
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  /** The frame's own window, for activity and the page's life. */
  readonly self: Window;
  /** Downloads the rooms: all that a page without chat, contact links and parameters needs only on intent. */
  readonly loadRooms: () => Promise<(core: Core) => Rooms>;
  /** Downloads the React app; what it resolves to mounts the app on the widget. */
  readonly loadApp: () => Promise<(widget: Widget) => void>;
}

/** The composition root of the core: what every page pays for. The rooms join it in composeRooms.ts. */
export function compose(ports: ComposePorts) {
  const { host, deployment, clock, log, lifetime } = ports;
  // CH-210: every call that fails for good is counted, by its name only.
  const call = reportFailedCalls(ports.call, (detail) => enterSoon((entered) => entered.callFailed(detail)));
  const { query } = ports;
  const settings = parsePageSettings({
    page: ports.page,
    query,
    config: ports.pageConfig,
    nonSalesHosts: deployment.nonSalesHosts,
  });
  if (settings.refused.length > 0) log.warn(refusedSettings, settings.refused);

  /** What the page is now; each fact is replaced whole. */
  const page = proxy({
    facts: ref(ports.page),
    locale: settings.locale,
    textLocale: settings.textLocale,
    obstacles: ref<readonly Obstacle[]>([]),
    links: ref<readonly PageLink[]>([]),
    /** Clicks on page links that wait for the lookup (SH-091). */
    waitingClicks: 0,
    card: undefined as CardContent | undefined,
    /** In landing mode where the frame stands, if the page keeps a place for it (SC-153). */
    landing: undefined as (() => Landing | undefined) | undefined,
    /** Once there is something to say first. */
    outreach: undefined as Outreach | undefined,
    /** SH-161: only with the debug flag. */
    debug: undefined as DebugStore | undefined,
  });

  const visitor = createVisitorStore(
    { clock, lifetime, log, fetchGeo: createGeoApi({ call, hosts: deployment.visitor.geoHosts }) },
    query,
    ports.queryUser,
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
  // A country that comes late, or an answer to the page's banner, counts from then on (SH-111).
  lifetime.add(subscribe(visitor.state, consent.countryChanged));
  lifetime.add(
    subscribe(consent.state, () => {
      if (!consent.isAllowed('analytics')) enterSoon(); // What was kept has to go.
    }),
  );
  const viewport = createViewportStore({ clock, lifetime }, ports.viewport);
  const pill = createPillStore({ clock, lifetime, store: hostStore, collapses: settings.collapse });
  const contactApi = createContactApi(call, deployment.contact);
  const contact = createContactStore({ api: contactApi, lifetime, log });
  const pane = createPaneStore({
    clock,
    host,
    async loadApp() {
      try {
        const [{ widget }, mount] = await Promise.all([enter(), ports.loadApp()]);
        mount(widget);
      } catch (error) {
        log.error('The app could not be loaded.', describeError(error));
        throw error;
      }
    },
    onShown: () => {
      rooms?.paneShown();
      tell(hostEvents.paneShown);
    },
    onHidden: () => {
      rooms?.paneHidden();
      tell(hostEvents.paneHidden);
    },
  });

  /** Silent when the page is gone: nobody is left to tell. */
  function tell(event: (typeof hostEvents)[keyof typeof hostEvents]): void {
    host.emit(event).catch(() => {});
  }

  /** What comes first: the promise, or `otherwise` after so many ms. */
  function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
    return Promise.race([
      promise,
      new Promise<T>((resolve) => lifetime.add(clock.after(ms, () => resolve(otherwise)))),
    ]);
  }

  let rooms: Rooms | undefined;
  let entering: Promise<Rooms> | undefined;
  /** Steps of the start that rooms which come later make up for. */
  let isNurtureDue = false;
  let isPageDue = false;

  /** Once; a failed download may be tried again (SH-173). */
  function enter(): Promise<Rooms> {
    entering ??= ports.loadRooms().then(
      (composeRooms) => {
        rooms = composeRooms(core);
        if (!pane.state.isPaneHidden) rooms.paneShown();
        if (isNurtureDue) rooms.startOutreach();
        if (isPageDue) rooms.startPage();
        return rooms;
      },
      (error) => {
        entering = undefined;
        throw error;
      },
    );
    return entering;
  }

  /** For what nobody waits for; the pane's own download says when it fails. */
  function enterSoon(task: (entered: Rooms) => void = () => {}): void {
    if (lifetime.ended) return;
    enter()
      .then(task)
      .catch((error) => log.warn('A part of the widget could not be downloaded.', describeError(error)));
  }

  const textsOf = (ofPurpose: () => string): TextSource => ({
    find(section, key) {
      if (query.debugText) return `${section}.${key} (${ofPurpose()})`;
      return findFragment(contact.state.information?.translations ?? [], ofPurpose(), section, key);
    },
  });
  const texts = textsOf(() => activePurpose(contact.state.information, pane.state.chat.availability === 'available'));
  const read = { pill: createTextReader(texts, 'pill', pillTexts), pane: createTextReader(texts, 'pane', coreTexts) };

  /** SH-153: the experiment is asked only where the page leaves the choice. */
  const theme = (): PillTheme =>
    chooseTheme(settings.theme, settings.theme ? undefined : rooms?.variationOf('buttonColour'));

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

  /** SH-085: the asked-for locale when the focus area has it, else the nearest; a forced one is asked for as it is. */
  async function settleLocale(): Promise<void> {
    if (query.languageCode !== undefined || query.regionCode !== undefined) return;
    try {
      const keys = await within(keysWaitMs, contactApi.keys(settings.focusArea, lifetime.signal), []);
      const picked = pickLocaleKey(keys, page.locale);
      if (!picked || isSameLocale(picked, page.locale)) return;
      page.textLocale = isSameLocale(page.textLocale, page.locale) ? picked : page.textLocale;
      page.locale = picked;
    } catch (error) {
      log.warn('The locales could not be fetched.', error);
    }
  }

  const isOff = settings.focusArea === deployment.contact.noContactFocusArea;
  const isPillOff = (): boolean => isOff || settings.hidePill || (settings.hideOnMobile && viewport.state.isMobile);

  const drawing = drawOnHost({
    host,
    lifetime,
    log,
    shell: pane.state,
    pill: pill.state,
    viewport: viewport.state,
    watch: (listener) => {
      for (const state of [pane.state, pill.state, viewport.state, page, contact.state]) {
        lifetime.add(subscribe(state, listener));
      }
    },
    look: () => ({
      theme: theme(),
      side: sideOf(page.textLocale.languageCode),
      text: read.pill('label'),
      unreadText: read.pill('unread', { count: pane.state.chat.unread }),
      paneLabel: read.pane('title'),
      obstacles: page.obstacles,
      isWaiting: page.waitingClicks > 0,
      isPillOff: isPillOff(),
      isCalm: ports.self.matchMedia('(prefers-reduced-motion: reduce)').matches,
      card: rooms?.card(),
      landing: page.landing?.(),
    }),
  });

  async function start(): Promise<void> {
    // SH-077: this page wants no contact module: no lookup, no pill, links keep their own behaviour.
    if (isOff) return;
    lifetime.add(subscribe(contact.state, enterForChat));
    visitor.pageSeen(page.facts.user);
    void visitor.start();
    await runStartOrder(
      {
        experiments: async () => {
          await consent.refresh();
          if (deployment.experiments) await (await enter()).setUpExperiments();
        },
        contactLookup: async () => {
          await Promise.all([consent.refresh(), visitor.whenKnown(), settleLocale()]);
          await within(firstDisplayWaitMs, contact.load(lookupFacts()), undefined);
        },
        chatLookup: enterForChat,
        activity: activity.start,
        styles: () => {
          applyLanguage();
          lifetime.add(subscribe(contact.state, applyLanguage));
        },
        nurture: () => {
          isNurtureDue = true;
          if (speaksFirst()) enterSoon();
          rooms?.startOutreach();
        },
        rendering: async () => {
          await pill.start();
          drawing.draw();
          await host.emit(hostEvents.ready);
          announceButton();
          isPageDue = true;
          if (settings.demo) enterSoon();
          enterForParameters();
          rooms?.startPage();
        },
      },
      { log, lifetime },
    );
  }

  /** The bundle's chat services are asked for their state (SH-007). */
  function enterForChat(): void {
    const first = contact.state.information?.first;
    if (first && chatRows(first).length + list(first.supportChatInformation).length > 0) enterSoon();
  }

  /** Marketing attributes, a chat or scheduler to open, debugging: the rooms read what the address asks for. */
  function enterForParameters(): void {
    if (new URL(page.facts.url).search !== '') enterSoon();
  }

  /** Pop-up, in-app messages, offers and the page's own rules. */
  function speaksFirst(): boolean {
    const { outreach } = deployment;
    return outreach.proactive || settings.rules.length > 0 || nurtureTypesOf(outreach, () => true).length > 0;
  }

  /** SH-009: once, when the pill can first be clicked. */
  function announceButton(): void {
    const stops = [pill.state, viewport.state].map((state) => lifetime.add(subscribe(state, look)));
    function look(): void {
      if (!pill.state.isShown || isPillOff()) return;
      for (const stop of stops) stop();
      tell(hostEvents.buttonReady);
    }
    look();
  }

  /** What is read out and which way it runs is that of the words: without translations they are the built-in English. */
  function applyLanguage(): void {
    const { documentElement } = ports.self.document;
    const locale = contact.state.information?.translations.length ? page.textLocale : defaultLocale;
    documentElement.lang = toLocaleCode(locale);
    documentElement.dir = directionOf(locale.languageCode);
    documentElement.dataset.theme = theme();
  }

  function hear(event: HostEvent): void {
    switch (event.type) {
      case 'page':
        page.facts = ref(event.facts);
        viewport.changed(event.viewport);
        visitor.pageSeen(event.facts.user);
        enterForParameters();
        rooms?.pageChanged();
        void consent.refresh();
        return;
      case 'obstacles':
        // Behind a pane that covers everything none is found; they stand where they stood.
        if (!drawing.isCovering()) page.obstacles = ref(event.obstacles);
        return;
      case 'links':
        if (isOff) return;
        page.links = ref(event.links);
        if (event.links.length > 0) enterSoon();
        rooms?.linksFound();
        return;
      case 'linkClicked':
        rooms?.linkClicked(event.linkId);
        return;
      case 'activity':
        activity.pageActivity(event.isActive);
        if (event.isActive) void consent.refresh();
        return;
      case 'pillHovered':
        void pane.prepare();
        return;
      case 'pillClicked':
        pane.show({ takesFocus: true });
        return;
      case 'open':
        if (!isOff) pane.show({ takesFocus: false });
        return;
      case 'close':
        rooms?.closeCards();
        // Focus that was inside is not lost with it.
        pane.hide({ returnsFocus: ports.self.document.hasFocus() });
        return;
    }
  }

  const core = {
    pane,
    contact,
    contactApi,
    lookupFacts,
    visitor,
    consent,
    activity,
    viewport,
    hostStore,
    page,
    settings,
    query,
    texts,
    textsOf,
    read,
    self: ports.self,
    host,
    call,
    log,
    clock,
    lifetime,
    deployment,
    applyLanguage,
    drawing,
    /** For rooms that count their failed calls themselves. */
    uncountedCall: ports.call,
    start,
    hear,
    speaksFirst,
    watchShell: (listener: () => void) => lifetime.add(subscribe(pane.state, listener, true)),
  };
  return core;
}

export type Core = ReturnType<typeof compose>;
