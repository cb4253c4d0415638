import * as hostEvents from '../../bridge/hostEvents.ts';
import * as hostKeys from '../../bridge/hostKeys.ts';
import type { PageFacts, Viewport } from '../../bridge/records.ts';
import { activePurpose } from '../contact/activePurpose.ts';
import { createContactApi } from '../contact/api.ts';
import { hasChat } from '../contact/hasChat.ts';
import { createContactStore } from '../contact/store.ts';
import { cookieLifeS } from '../host/cookieLife.ts';
import type { HostEvent } from '../host/hostEvent.ts';
import { createHostStore } from '../host/hostStore.ts';
import type { PageConfig } from '../host/pageConfig.ts';
import { parsePageSettings, refusedSettings } from '../host/pageSettings.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import type { AnalyticsDetail } from '../insight/analytics/events.ts';
import { hasOutreach } from '../outreach/hasOutreach.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import { whenIdle } from '../platform/clock.ts';
import { createLazy, type Lazy } from '../platform/lazy.ts';
import { reopenFrame } from '../platform/reopen.ts';
import { createState } from '../platform/state.ts';
import { parseStored } from '../platform/storedEntries.ts';
import { followColorScheme } from '../shell/colorScheme.ts';
import { setDocumentLanguage } from '../shell/documentLanguage.ts';
import { createPaneStore } from '../shell/paneStore.ts';
import { createPillStore } from '../shell/pillStore.ts';
import { coreTexts, pillTexts } from '../shell/texts.ts';
import { chooseTheme } from '../shell/theme.ts';
import { createViewportStore } from '../shell/viewportStore.ts';
import { defaultLocale, type Locale, parseStoredLocale } from '../text/locale.ts';
import { createTextReader, findFragment, type TextSource } from '../text/texts.ts';
import type { Audience, Environment, FirstCore, PageState, Widget } from '../widget.ts';
import { composeDrawing } from './drawing.ts';
import { composeLinks } from './links.ts';
import { createLookupFacts } from './lookupFacts.ts';
import { composeNeeds } from './needs.ts';
import { createPageEvents } from './pageEvents.ts';
import { composeStart } from './start.ts';

export interface CorePorts extends Environment {
  readonly page: PageFacts;
  readonly query: QueryParameters;
  readonly pageConfig: PageConfig | undefined;
  readonly viewport: Viewport;
  readonly fetch: typeof fetch;
  readonly uncountedCall: CallBackend;
  /** The frame was loaded again for the same page, which has already received its ready events. */
  readonly isReopened: boolean;
  /** Downloads the React app. Resolves to the function that mounts it. */
  readonly loadApp: () => Promise<(widget: Widget) => void>;
}

export interface RunningCore {
  readonly core: FirstCore;
  /** Calls `onAnnounced` when the page has received its ready events. */
  start(onAnnounced: () => void): Promise<void>;
  handle(event: HostEvent): void;
  /** CH-210: reports a call that finally failed, by its name only. */
  callFailed(detail: AnalyticsDetail<'CM_API_ERROR'>): void;
}

/** The translations of the lookup's answer, and the core's own texts. */
function composeTexts({ query, contact }: Pick<FirstCore, 'query' | 'contact'>, canChat: () => boolean) {
  const textsOf = (purpose: () => string): TextSource => ({
    find(section, key) {
      if (query.debugText) return `${section}.${key} (${purpose()})`;
      return findFragment(contact.state.information?.translations ?? [], purpose(), section, key);
    },
  });
  const texts = textsOf(() => activePurpose(contact.state.information, canChat()));
  const read = { pill: createTextReader(texts, 'pill', pillTexts), pane: createTextReader(texts, 'pane', coreTexts) };
  return { textsOf, texts, read };
}

/** The page's first-party store. The life of a cookie follows the visitor's answer and country (SH-112). */
function composeHostStore(ports: CorePorts, audience: () => Audience | undefined) {
  // As read at the start, until the audience follows it.
  let noticePreferences: string | null = null;
  const hostStore = createHostStore({
    ...ports,
    cookieLifeS: () =>
      cookieLifeS({
        noticePreferences: audience()?.consent.state.noticePreferences ?? noticePreferences,
        isPrivacyRegulated: audience()?.isPrivacyRegulated() === true,
      }),
  });
  return {
    hostStore,
    async readNotice(): Promise<void> {
      noticePreferences = await hostStore.read(hostKeys.noticePreferences);
    },
  };
}

/** The locale that the visitor has chosen on an earlier page. One in the address wins. */
function chosenLocale({ stored, query }: Pick<CorePorts, 'stored' | 'query'>): Locale | undefined {
  if (query.languageCode !== undefined || query.regionCode !== undefined) return undefined;
  return parseStoredLocale(parseStored(stored['cm-locale']));
}

/** Wires what every page downloads before intent. The rooms join it in `rooms.ts`. */
export function composeCore(ports: CorePorts): RunningCore {
  const { host, deployment, clock, log, lifetime, self, query } = ports;
  const settings = parsePageSettings({
    page: ports.page,
    query,
    config: ports.pageConfig,
  });
  if (settings.refused.length > 0) log.warn(refusedSettings, settings.refused);

  const chosen = chosenLocale(ports);
  const page = createState<PageState>({
    facts: ports.page,
    locale: chosen ?? settings.locale,
    textLocale: chosen ?? settings.textLocale,
    isLocaleChosen: chosen !== undefined,
    obstacles: [],
    linkKinds: [],
    variations: {},
  });
  followColorScheme({
    ...{ self, lifetime },
    wanted: settings.colorScheme ?? deployment.brand?.colorScheme,
    page: () => page.state.facts.settings.pageScheme,
    watch: page.watch,
  });
  const { hostStore, readNotice } = composeHostStore(ports, () => audience.peek());
  const viewport = createViewportStore({ clock, lifetime }, ports.viewport);
  const pill = createPillStore({ clock, lifetime, store: hostStore, collapses: settings.collapse });
  const contactApi = createContactApi(ports.call, deployment.contact);
  const contact = createContactStore({ api: contactApi, lifetime, log });
  const logFailure = (error: unknown): void => log.error('A part of the widget could not be downloaded.', error);
  const audience: Lazy<Audience> = createLazy({
    clock,
    lifetime,
    download: () => import('./audience.ts'),
    create: ({ composeAudience }) => composeAudience(parts),
    onReady({ consent }) {
      // A variation may be allowed now.
      drawing.draw();
      links.update();
      lifetime.add(consent.watch(needs.check));
      needs.check();
    },
    onFailure: logFailure,
  });
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
    isPillHidden: settings.hidePill,
    loadApp: app.get,
    onShown() {
      drawing.drawNow();
      rooms.peek()?.paneShown();
      void host.emit(hostEvents.paneShown);
    },
    onHidden() {
      rooms.peek()?.paneHidden();
      void host.emit(hostEvents.paneHidden);
    },
  });
  self.addEventListener('blur', pane.focusLeft, { signal: lifetime.signal });

  const { textsOf, texts, read } = composeTexts({ query, contact }, () => rooms.peek()?.canChat() === true);

  let showsVariations: boolean | undefined;
  const variationOf: FirstCore['variationOf'] = (experiment) => {
    // What is shown stays after a withdrawal, so that nothing changes on screen.
    showsVariations ||= deployment.experiments && audience.peek()?.consent.isAllowed('experiments');
    return showsVariations ? page.state.variations[experiment] : undefined;
  };
  const theme: FirstCore['theme'] = () =>
    chooseTheme(settings.theme, variationOf('buttonColour'), deployment.brand?.accent);

  const parts = {
    ...ports,
    settings,
    page,
    pane,
    viewport,
    contact,
    contactApi,
    audience,
    hostStore,
    texts,
    textsOf,
    read,
    theme,
    variationOf,
    activity: { active: true, seenMs: clock.now() },
    reopen: () =>
      reopenFrame(self, ports.page.timeOrigin, ports.fetch, () => {
        pane.hide();
        drawing.drawNow();
      }),
    hasOutreach: () =>
      hasOutreach(
        deployment.outreach ?? {},
        settings.rules,
        deployment.scheduler !== undefined || hasChat(contact.state.information),
      ),
    applyLanguage() {
      const { information } = contact.state;
      // Without translations the words are the built-in English.
      const isTranslated = information?.translations.length && !information.isUntranslated;
      const locale = isTranslated ? page.state.textLocale : defaultLocale;
      setDocumentLanguage(self.document, locale, theme());
      self.document.title = read.pane('title');
    },
  };
  /** Without the advice, only a developer misses something. */
  const advise = (): void =>
    void import('./advice.ts').then(
      ({ giveAdvice }) => giveAdvice(core),
      () => {},
    );
  lifetime.add(
    contact.watch(() => {
      if (contact.state.status === 'invalid') advise();
    }),
  );
  const drawing = composeDrawing(parts, pill, () => rooms.peek());
  const links = composeLinks(parts, () => rooms);
  const core: FirstCore = { ...parts, drawing, links, lookupFacts: createLookupFacts(parts) };
  /** Calls that failed before the rooms were there. */
  const failures: AnalyticsDetail<'CM_API_ERROR'>[] = [];
  const rooms = createLazy({
    clock,
    lifetime,
    download: () => Promise.all([import('./rooms.ts'), audience.get()]),
    create: ([{ composeRooms }, known]) => composeRooms(core, known),
    onReady(loaded) {
      for (const detail of failures) loaded.callFailed(detail);
      if (!pane.state.isPaneHidden) loaded.paneShown();
      needs.check();
      whenIdle(advise);
    },
    onFailure: logFailure,
  });
  const needs = composeNeeds(core, rooms);
  const start = composeStart(core, {
    pill,
    isReopened: ports.isReopened,
    meetNeeds: needs.begin,
  });
  return {
    core,
    async start(onAnnounced) {
      void readNotice();
      await start(onAnnounced);
    },
    handle: createPageEvents(core, rooms, needs),
    callFailed(detail) {
      const loaded = rooms.peek();
      if (loaded) loaded.callFailed(detail);
      else {
        failures.push(detail);
        // Without a listener, a failed call is no reason to download the rooms.
        if (deployment.analytics || settings.wantsEvents) rooms.prefetch();
      }
    },
  };
}
