import { ref, subscribe } from 'valtio/vanilla';
import type { PageFacts } from '../../bridge/records.ts';
import { adapterOf } from '../chat/adapters.ts';
import { type ContactInformation, readInformation } from '../contact/bundle.ts';
import { contactPointsOf } from '../contact/contactPoints.ts';
import { parseDefaultLinks } from '../host/defaultLinks.ts';
import { refusedSettings } from '../host/pageSettings.ts';
import { relayedAddress } from '../host/relayedAddress.ts';
import { listenActivity } from '../insight/listenActivity.ts';
import { createMarketingStore } from '../insight/marketingStore.ts';
import { createLazy } from '../platform/lazy.ts';
import { createFrameStorage } from '../platform/storage.ts';
import { type Card, debugCard, toCard } from '../shell/cards.ts';
import { deviceOf } from '../shell/device.ts';
import { createShellStore } from '../shell/store.ts';
import type { ChatRequest, Core, Rooms, Widget } from '../widget.ts';
import { composeChatDoor } from './chatDoor.ts';
import { openDebug } from './debug.ts';
import { composeInsight } from './insight.ts';
import { composeLinkClicks } from './linkClicks.ts';
import { composeLocale } from './locale.ts';
import { chatEntries, followLookup } from './lookup.ts';
import { rememberVariations } from './rememberVariations.ts';
import { composeSchedulerDoor } from './schedulerDoor.ts';

/**
 * Wires everything that the core does not need. Downloaded when the visitor shows intent, or when the page needs it without
 * (`needs.ts`).
 */
export function composeRooms(core: Core): Rooms {
  const { host, deployment, clock, log, lifetime, settings, page, pane, self, contact, consent, activity } = core;
  const storage = createFrameStorage(
    (area) => (area === 'local' ? self.localStorage : self.sessionStorage),
    log,
    ({ signal }, listener) => self.addEventListener('storage', ({ key }) => listener(key), { signal }),
  );
  const { links: defaultLinks, refused } = parseDefaultLinks(page.facts.settings);
  if (refused.length > 0) log.warn(refusedSettings, refused);
  listenActivity(activity, self, lifetime);

  const relayedPage = (): PageFacts => ({
    ...page.facts,
    url: relayedAddress(page.facts.url, deployment.relayedParameters),
    referrer: relayedAddress(page.facts.referrer, deployment.relayedParameters),
  });
  const information = (): ContactInformation | undefined =>
    contact.state.information && readInformation(contact.state.information);

  const marketing = createMarketingStore({ storage, mayStore: () => consent.isAllowed('analytics') });
  marketing.consentChanged();
  lifetime.add(subscribe(consent.state, marketing.consentChanged));

  const shell = createShellStore(pane, {
    host,
    log,
    endChat: () => chat.store?.answerEnd(true),
    clearChat: () => chat.store?.clear(),
  });
  const insight = composeInsight(core, { shell, relayedPage });
  const setUpExperiments = async (): Promise<void> => {
    await insight.experiments.setUp();
    rememberVariations(core, insight.experiments, storage);
  };
  lifetime.add(subscribe(consent.state, setUpExperiments));

  const offers: Widget['offers'] = () => contactPointsOf(information()?.bundle, settings.switchedOff, clock.now());
  function startChat(request: ChatRequest): void {
    shell.chatAsked(request.from);
    const adapterId = request.service === undefined ? undefined : adapterOf(request.service, log);
    if (!chat.start(request.from, adapterId)) shell.showMenu();
  }

  const outreach = createLazy({
    clock,
    lifetime,
    download: () => import('./outreach.ts'),
    create: ({ composeOutreach }) => composeOutreach(widget),
    onReady(loaded) {
      page.outreach = ref(loaded);
    },
    // SH-177: only pop-up and notifications are missing, on this page.
    onFailure: (error) => log.warn('Outreach could not be loaded.', error),
    retries: 'onRequest',
  });
  const chat = composeChatDoor(core, shell, () => widget);
  const scheduler = composeSchedulerDoor(core, { shell, information, widget: () => widget });
  const linkClicks = composeLinkClicks(core, {
    shell,
    offers,
    defaultLinks,
    isChatPending: () => shell.state.chat.availability === 'unknown' && chatEntries(widget).length > 0,
    startChat,
    openScheduler: scheduler.open,
  });
  const locale = composeLocale(core, (wanted) => {
    core.applyLanguage();
    core.links.wordingChanged();
    scheduler.localeChanged(wanted);
  });

  const widget: Widget = {
    ...core,
    ...{ shell, chat, linkClicks, locale, insight, marketing, storage, outreach, scheduler, defaultLinks },
    ...{ information, offers, relayedPage, startChat },
    // SH-156.
    device: deviceOf(self.navigator.userAgent, self.navigator.maxTouchPoints),
    retryLookup: () => contact.load(core.lookupFacts({ bypassCache: true })),
  };

  marketing.pageSeen(page.facts.url);
  followLookup(widget);

  /** For outreach that is there or on its way: without a reason of its own nothing is downloaded. */
  let isOutreachStarted = false;
  const toOutreach: typeof outreach.whenReady = (task) => {
    if (isOutreachStarted) outreach.whenReady(task);
  };

  return {
    widget,
    setUpExperiments,
    callFailed: (detail) => insight.analytics.track('CM_API_ERROR', detail),
    paneShown() {
      insight.analytics.track('CM_PANE_SHOWN', {});
      toOutreach((loaded) => loaded.paneShown());
      chat.paneShown(true);
    },
    paneHidden() {
      insight.analytics.track('CM_PANE_HIDDEN', {});
      chat.paneShown(false);
      linkClicks.paneHidden();
      toOutreach((loaded) => loaded.sceneChanged());
    },
    startOutreach(sinceMs) {
      if (isOutreachStarted || !core.hasOutreach()) return;
      isOutreachStarted = true;
      outreach.whenReady((loaded) => {
        if (!pane.state.isPaneHidden) loaded.paneShown();
        loaded.start(sinceMs);
      });
    },
    startPage() {
      if (core.query.contactModule) shell.show({ takesFocus: false }); // SH-100.
      scheduler.openByAddress();
      openDebug(widget);
    },
    pageChanged() {
      marketing.pageSeen(page.facts.url);
      toOutreach((loaded) => {
        loaded.pageChanged();
        loaded.viewportChanged();
      });
    },
    linkClicked: linkClicks.clicked,
    closeCards: () => toOutreach((loaded) => void loaded.close()),
    card(): Card | undefined {
      if (page.card) return toCard(page.card);
      return page.debug?.state.isOpen ? debugCard : undefined;
    },
  };
}
