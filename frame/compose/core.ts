import { proxy, ref, subscribe } from 'valtio/vanilla';
import * as hostEvents from '../../bridge/hostEvents.ts';
import type { PageFacts, Viewport } from '../../bridge/records.ts';
import { activePurpose } from '../contact/activePurpose.ts';
import { createContactApi } from '../contact/api.ts';
import { createContactStore } from '../contact/store.ts';
import { cookieLifeS } from '../host/cookieLife.ts';
import type { HostEvent } from '../host/hostEvent.ts';
import { createHostStore } from '../host/hostStore.ts';
import type { PageConfig } from '../host/pageConfig.ts';
import { parsePageSettings, refusedSettings } from '../host/pageSettings.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import { createGeoApi } from '../identity/geoApi.ts';
import type { UserInfo } from '../identity/visitor.ts';
import { createVisitorStore } from '../identity/visitorStore.ts';
import { createActivityStore } from '../insight/activityStore.ts';
import { reportFailedCalls } from '../insight/analytics/reportCalls.ts';
import { createConsentStore } from '../insight/consentStore.ts';
import { hasOutreach } from '../outreach/hasOutreach.ts';
import { createLazy } from '../platform/lazy.ts';
import { reopenFrame } from '../platform/reopen.ts';
import { setDocumentLanguage } from '../shell/documentLanguage.ts';
import { createPaneStore } from '../shell/paneStore.ts';
import { createPillStore } from '../shell/pillStore.ts';
import { coreTexts, pillTexts } from '../shell/texts.ts';
import { chooseTheme } from '../shell/theme.ts';
import { createViewportStore } from '../shell/viewportStore.ts';
import { defaultLocale } from '../text/locale.ts';
import { createTextReader, findFragment, type TextSource } from '../text/texts.ts';
import type { Core, Environment, PageState, Rooms, Widget } from '../widget.ts';
import { composeDrawing } from './drawing.ts';
import { createLookupFacts } from './lookupFacts.ts';
import { createPageEvents } from './pageEvents.ts';
import { composeStart } from './start.ts';

export interface CorePorts extends Environment {
  readonly page: PageFacts;
  readonly query: QueryParameters;
  /** What the address says about the visitor. */
  readonly queryUser: UserInfo;
  readonly pageConfig: PageConfig | undefined;
  readonly viewport: Viewport;
  readonly fetch: typeof fetch;
  /** The frame was loaded again for the same page, which has already received its ready events. */
  readonly isReopened: boolean;
  /** Downloads the rooms. A page without chat, contact links and parameters needs them only on intent. */
  readonly loadRooms: () => Promise<(core: Core) => Rooms>;
  /** Downloads the React app. Resolves to the function that mounts it. */
  readonly loadApp: () => Promise<(widget: Widget) => void>;
}

export interface RunningCore {
  readonly core: Core;
  start(): Promise<void>;
  handle(event: HostEvent): void;
  /** Calls back at once after every change of the pane's state, until the returned function is called. */
  watchPane(listener: () => void): () => void;
}

/** Wires what every page downloads before intent. The rooms join it in `rooms.ts`. */
export function composeCore(ports: CorePorts): RunningCore {
  const { host, deployment, clock, log, lifetime, self, query } = ports;
  // CH-210: counts every call that fails for good, by its name only.
  const call = reportFailedCalls(ports.call, (detail) => rooms.whenReady((loaded) => loaded.callFailed(detail)));
  const settings = parsePageSettings({
    page: ports.page,
    query,
    config: ports.pageConfig,
    nonSalesHosts: deployment.nonSalesHosts,
  });
  if (settings.refused.length > 0) log.warn(refusedSettings, settings.refused);

  const page = proxy<PageState>({
    facts: ref(ports.page),
    locale: settings.locale,
    textLocale: settings.textLocale,
    obstacles: ref([]),
    links: ref([]),
    waitingClicks: 0,
    card: undefined,
    landing: undefined,
    outreach: undefined,
    debug: undefined,
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
  // A country that arrives late, or an answer to the page's banner, counts from then on (SH-111).
  lifetime.add(subscribe(visitor.state, consent.countryChanged));
  const dropAnalytics = (): void => {
    if (!consent.isAllowed('analytics')) rooms.prefetch(); // The rooms delete what it has stored.
  };
  lifetime.add(subscribe(consent.state, dropAnalytics));
  const viewport = createViewportStore({ clock, lifetime }, ports.viewport);
  const pill = createPillStore({ clock, lifetime, store: hostStore, collapses: settings.collapse });
  const contactApi = createContactApi(call, deployment.contact);
  const contact = createContactStore({ api: contactApi, lifetime, log });
  const logFailure = (error: unknown): void => log.error('A part of the widget could not be downloaded.', error);
  const app = createLazy({
    clock,
    lifetime,
    download: () => Promise.all([rooms.get(), ports.loadApp()]),
    create: ([{ widget }, mount]) => mount(widget),
    onFailure: logFailure,
  });
  const pane = createPaneStore({
    clock,
    host,
    loadApp: app.get,
    onShown() {
      rooms.peek()?.paneShown();
      host.emit(hostEvents.paneShown).catch(() => {}); // The page is gone.
    },
    onHidden() {
      rooms.peek()?.paneHidden();
      host.emit(hostEvents.paneHidden).catch(() => {}); // The page is gone.
    },
  });

  const textsOf = (purpose: () => string): TextSource => ({
    find(section, key) {
      if (query.debugText) return `${section}.${key} (${purpose()})`;
      return findFragment(contact.state.information?.translations ?? [], purpose(), section, key);
    },
  });
  const texts = textsOf(() => activePurpose(contact.state.information, pane.state.chat.availability === 'available'));
  const read = { pill: createTextReader(texts, 'pill', pillTexts), pane: createTextReader(texts, 'pane', coreTexts) };

  // SH-153: asks the experiment only where the page leaves the choice.
  const theme: Core['theme'] = () =>
    chooseTheme(settings.theme, settings.theme ? undefined : rooms.peek()?.variationOf('buttonColour'));

  const parts = {
    host,
    deployment,
    call,
    clock,
    log,
    lifetime,
    self,
    query,
    settings,
    page,
    pane,
    viewport,
    contact,
    contactApi,
    visitor,
    consent,
    hostStore,
    texts,
    textsOf,
    read,
    theme,
    activity: createActivityStore({ clock, lifetime }),
    uncountedCall: ports.call,
    reopen: () =>
      reopenFrame(self, ports.page.timeOrigin, ports.fetch, () => {
        pane.hide();
        return host.lockScroll(false);
      }),
    hasOutreach: () => hasOutreach(deployment.outreach, settings.rules),
    applyLanguage() {
      // Without translations the words are the built-in English.
      const locale = contact.state.information?.translations.length ? page.textLocale : defaultLocale;
      setDocumentLanguage(self.document, locale, theme());
    },
  };
  const drawing = composeDrawing(parts, pill.state, () => rooms.peek()?.card());
  const core: Core = { ...parts, drawing, lookupFacts: createLookupFacts(parts) };
  const rooms = createLazy({
    clock,
    lifetime,
    download: ports.loadRooms,
    create: (composeRooms) => composeRooms(core),
    onReady(loaded) {
      if (!pane.state.isPaneHidden) loaded.paneShown();
      start.roomsReady(loaded);
    },
    onFailure: logFailure,
  });
  const start = composeStart(core, pill, rooms, ports.isReopened);
  return {
    core,
    start: start.run,
    handle: createPageEvents(core, rooms),
    watchPane: (listener) => lifetime.add(subscribe(pane.state, listener, true)),
  };
}
