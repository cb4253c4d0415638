import { proxy, ref, subscribe } from 'valtio/vanilla';
import * as hostEvents from '../../bridge/hostEvents.ts';
import type { PageFacts, Viewport } from '../../bridge/records.ts';
import { activePurpose } from '../contact/activePurpose.ts';
import { createContactApi } from '../contact/api.ts';
import { type EarlyLookup, reuseLookup } from '../contact/earlyLookup.ts';
import { hasChat } from '../contact/hasChat.ts';
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
import type { AnalyticsDetail } from '../insight/analytics/events.ts';
import { createConsentStore } from '../insight/consentStore.ts';
import { parseRemembered } from '../insight/experiments/rememberedVariations.ts';
import { hasOutreach } from '../outreach/hasOutreach.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import { createLazy } from '../platform/lazy.ts';
import { reopenFrame } from '../platform/reopen.ts';
import { storedEntries } from '../platform/storedEntries.ts';
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
import { composeLinks } from './links.ts';
import { createLookupFacts } from './lookupFacts.ts';
import { composeNeeds } from './needs.ts';
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
  readonly uncountedCall: CallBackend;
  /** What was asked for before the handshake. */
  readonly early: EarlyLookup | undefined;
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
  /** CH-210: counts a call that failed for good, by its name only. */
  callFailed(detail: AnalyticsDetail<'CM_API_ERROR'>): void;
  /** Calls back at once after every change of the pane's state, until the returned function is called. */
  watchPane(listener: () => void): () => void;
}

/** What the visitor allows, and who they are as far as that decides it. */
function composeConsent(ports: CorePorts, page: PageState) {
  const { deployment, query } = ports;
  const { privacyRegulatedCountries, categories } = deployment.consent;
  const visitor = createVisitorStore(
    { ...ports, fetchGeo: createGeoApi({ call: ports.call, hosts: deployment.visitor.geoHosts }) },
    query,
    ports.queryUser,
  );
  const hostStore = createHostStore({
    ...ports,
    cookieLifeS: () =>
      cookieLifeS({
        noticePreferences: consent.state.noticePreferences,
        country: visitor.state.country,
        privacyRegulatedCountries,
      }),
  });
  const consent = createConsentStore({
    ...ports,
    store: hostStore,
    country: () => visitor.state.country ?? page.locale.regionCode,
    forced: query.consent,
    privacyRegulatedCountries,
    categories,
  });
  // A country that arrives late, or an answer to the page's banner, counts from then on (SH-111).
  ports.lifetime.add(subscribe(visitor.state, consent.countryChanged));
  return { visitor, hostStore, consent };
}

/** Wires what every page downloads before intent. The rooms join it in `rooms.ts`. */
export function composeCore(ports: CorePorts): RunningCore {
  const { host, deployment, call, clock, log, lifetime, self, query } = ports;
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
    variations: ref(parseRemembered(storedEntries(self)['cm-variations'])),
    card: undefined,
    landing: undefined,
    outreach: undefined,
    debug: undefined,
  });
  const { visitor, hostStore, consent } = composeConsent(ports, page);
  const viewport = createViewportStore({ clock, lifetime }, ports.viewport);
  const pill = createPillStore({ clock, lifetime, store: hostStore, collapses: settings.collapse });
  const askContact = createContactApi(call, deployment.contact);
  const contactApi = ports.early ? reuseLookup(askContact, ports.early) : askContact;
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
      drawing.drawNow();
      rooms.peek()?.paneShown();
      needs.paneShown();
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

  const variationOf: Core['variationOf'] = (experiment) =>
    deployment.experiments && consent.isAllowed('experiments') ? page.variations[experiment] : undefined;
  const theme: Core['theme'] = () => chooseTheme(settings.theme, variationOf('buttonColour'));

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
    variationOf,
    activity: createActivityStore({ clock, lifetime }),
    uncountedCall: ports.uncountedCall,
    reopen: () =>
      reopenFrame(self, ports.page.timeOrigin, ports.fetch, () => {
        pane.hide();
        return host.lockScroll(false);
      }),
    hasOutreach: () =>
      hasOutreach(
        deployment.outreach,
        settings.rules,
        deployment.scheduler !== undefined || hasChat(contact.state.information),
      ),
    applyLanguage() {
      // Without translations the words are the built-in English.
      const locale = contact.state.information?.translations.length ? page.textLocale : defaultLocale;
      setDocumentLanguage(self.document, locale, theme());
    },
  };
  const drawing = composeDrawing(parts, pill.state, () => rooms.peek()?.card());
  const links = composeLinks(parts, () => rooms);
  const core: Core = { ...parts, drawing, links, lookupFacts: createLookupFacts(parts) };
  const rooms = createLazy({
    clock,
    lifetime,
    download: ports.loadRooms,
    create: (composeRooms) => composeRooms(core),
    onReady(loaded) {
      if (!pane.state.isPaneHidden) loaded.paneShown();
      needs.check();
    },
    onFailure: logFailure,
  });
  const needs = composeNeeds(core, rooms);
  const start = composeStart(core, { pill, isReopened: ports.isReopened, meetNeeds: needs.begin });
  return {
    core,
    start,
    handle: createPageEvents(core, rooms, needs),
    callFailed: (detail) => rooms.whenReady((loaded) => loaded.callFailed(detail)),
    watchPane: (listener) => lifetime.add(subscribe(pane.state, listener, true)),
  };
}
