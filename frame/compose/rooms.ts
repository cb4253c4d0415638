import { proxy, ref, subscribe } from 'valtio/vanilla';
import { adapterOf } from '../chat/routing/adapters.ts';
import { type ContactInformation, readInformation } from '../contact/bundle.ts';
import { contactPointsOf } from '../contact/contactPoints.ts';
import { completeDeployment } from '../deployment/laterSections.ts';
import { parseDefaultLinks } from '../host/defaultLinks.ts';
import { pageRereadMs } from '../host/limits.ts';
import { refusedSettings } from '../host/pageSettings.ts';
import { createActivityStore } from '../insight/activityStore.ts';
import { listenActivity } from '../insight/listenActivity.ts';
import { createMarketingStore } from '../insight/marketingStore.ts';
import { createLazy } from '../platform/lazy.ts';
import { createFrameStorage, type FrameStorage } from '../platform/storage.ts';
import { pillBadgeText } from '../shell/badgeText.ts';
import { cardOf, debugCard } from '../shell/cards.ts';
import { deviceOf } from '../shell/device.ts';
import { createPaneSize } from '../shell/paneSize.ts';
import { createShellStore } from '../shell/store.ts';
import type { Audience, ChatRequest, Core, FirstCore, Rooms, Widget } from '../widget.ts';
import { startChatByAddress } from './chatByAddress.ts';
import { composeChatDoor } from './chatDoor.ts';
import { openDebug } from './debug.ts';
import { composeInsight } from './insight.ts';
import { composeLinkClicks } from './linkClicks.ts';
import { composeLocale } from './locale.ts';
import { chatEntries, followLookup } from './lookup.ts';
import { composeSchedulerDoor } from './schedulerDoor.ts';
import { composeStartFeatures } from './startFeatures.ts';
import { composeVisitorWatch, startWatching } from './visitorWatch.ts';

/**
 * Wires everything that the core does not need. Downloaded when the visitor shows intent, or earlier if the page needs it
 * (`needs.ts`).
 */
export function composeRooms(first: FirstCore, audience: Audience): Rooms {
  const activity = createActivityStore(first, first.activity);
  for (const { publish } of [activity, ...statesOf(first, audience)]) publish({ proxy, ref, subscribe });
  const core: Core = { ...first, ...audience, activity, page: first.page.state };
  const { host, deployment, clock, log, lifetime, settings, page, pane, self, contact, consent, query } = core;
  const storage = createStorage(core);
  const roomsDeployment = completeDeployment(deployment);
  const visitorWatch = composeVisitorWatch({ ...core, storage, deployment: roomsDeployment }, () => chat);
  const { links: defaultLinks, refused } = parseDefaultLinks(page.facts.settings);
  if (refused.length > 0) log.warn(refusedSettings, refused);
  listenActivity(activity, self, lifetime);

  const information = (): ContactInformation | undefined =>
    contact.state.information && readInformation(contact.state.information);

  const agreement = composeAgreementDoor(core, () => widget);
  if (deployment.consent?.mayAsk) agreement.prefetch();
  const marketing = createMarketingStore({ storage, mayStore: () => consent.isAllowed('analytics') });
  marketing.consentChanged();
  lifetime.add(subscribe(consent.state, marketing.consentChanged));

  const shell = createShellStore(pane, {
    host,
    log,
    endChat: () => chat.store?.answerEnd(true),
    clearChat: () => chat.store?.clear(),
  });
  const insight = composeInsight(core, { shell, storage });
  const remember = async (): Promise<void> => {
    if (!insight.experiments.store && storage.read('cm-variations') === undefined) return;
    const loaded = await import('./rememberVariations.ts').catch(() => {}); // The next page decides again.
    loaded?.rememberVariations(core, insight.experiments, storage);
  };
  const setUpExperiments = async (): Promise<void> => {
    await insight.experiments.setUp();
    await remember();
    // The start does not wait for a slow set-up, whose variations are for the next page.
    if (insight.experiments.store?.state.status !== 'ready') void insight.experiments.settled().then(remember);
  };
  lifetime.add(subscribe(consent.state, setUpExperiments));

  const hasScheduler = core.deployment.scheduler !== undefined;
  const offers: Widget['offers'] = () =>
    contactPointsOf(information()?.bundle, settings.switchedOff, clock.now(), hasScheduler);
  function startChat(request: ChatRequest): void {
    shell.chatAsked(request.from);
    const adapterId = request.service === undefined ? undefined : adapterOf(request.service, log);
    if (!chat.start(request.from, adapterId, request.skill)) shell.showMenu();
  }

  const outreach = composeOutreachDoor(core, () => widget);
  const inquiry = composeInquiryDoor(core, () => widget);
  const chat = composeChatDoor(core, shell, () => widget);
  const scheduler = composeSchedulerDoor(core, { shell, information, visitorWatch, widget: () => widget });
  const isChatPending = (): boolean => shell.state.chat.availability === 'unknown' && chatEntries(widget).length > 0;
  const sizeOf = createPaneSize(!pane.state.isPaneHidden);
  const linkClicks = composeLinkClicks(core, {
    shell,
    offers,
    defaultLinks,
    isChatPending,
    startChat,
    openScheduler: scheduler.open,
  });
  const locale = composeLocale(core, storage, (wanted) => {
    core.applyLanguage();
    scheduler.localeChanged(wanted);
  });

  const widget: Widget = {
    ...core,
    deployment: roomsDeployment,
    ...{
      shell,
      chat,
      linkClicks,
      locale,
      insight,
      marketing,
      storage,
      outreach,
      scheduler,
      inquiry,
      defaultLinks,
      visitorWatch,
    },
    ...{ information, offers, startChat, isChatPending },
    // SH-103: a refusal in the page's address wins.
    agreeToChat:
      deployment.consent?.mayAsk && query.consent.chat !== false
        ? () => {
            shell.chatExpected();
            agreement.whenReady((loaded) => loaded.agreeToChat());
          }
        : undefined,
    privacy: async () => (await import('./privacy.ts')).composePrivacy(widget),
    // SH-156.
    device: deviceOf(self.navigator.userAgent, self.navigator.maxTouchPoints),
    retryLookup: () => contact.load(core.lookupFacts({ bypassCache: true })),
  };

  visitorWatch.onLeft((how) => {
    if (how !== 'deleted') return;
    marketing.state.attributes = {};
    insight.experiments.store?.visitorLeft();
  });
  startWatching(widget);
  marketing.pageSeen(page.facts.url);
  followLookup(widget, () => agreement.whenReady((loaded) => loaded.chatRefused()));
  if (storage.suffixes('cm-outbox-form').length > 0) inquiry.prefetch();

  const readPage = createPageReading(core);
  const loadVendorFiles = createVendorFiles(core);

  /** Calls outreach only if it has been started: these calls alone are no reason to download it. */
  let isOutreachStarted = false;
  const toOutreach: typeof outreach.whenReady = (task) => {
    if (isOutreachStarted) outreach.whenReady(task);
  };
  function openByAddress(): void {
    scheduler.openByAddress();
    startChatByAddress(widget);
    openDebug(widget);
  }
  function startOutreach(startedMs: number): void {
    if (isOutreachStarted || !core.hasOutreach()) return;
    isOutreachStarted = true;
    outreach.whenReady((loaded) => {
      if (!pane.state.isPaneHidden) loaded.paneShown();
      loaded.start(startedMs);
    });
  }

  return {
    widget,
    callFailed: (detail) => insight.analytics.track('CM_API_ERROR', detail),
    paneShown() {
      readPage(true);
      insight.analytics.track('CM_PANE_SHOWN', {});
      if (consent.withheld().length > 0) agreement.whenReady((loaded) => loaded.warnOfWithheld());
      toOutreach((loaded) => loaded.paneShown());
      loadVendorFiles();
    },
    paneHidden() {
      readPage(false);
      shell.paneHidden();
      insight.analytics.track('CM_PANE_HIDDEN', {});
      linkClicks.paneHidden();
      toOutreach((loaded) => loaded.sceneChanged());
    },
    startFeatures: composeStartFeatures(core, openByAddress, setUpExperiments, startOutreach),
    pageChanged() {
      marketing.pageSeen(page.facts.url);
      toOutreach((loaded) => {
        loaded.pageChanged();
        loaded.viewportChanged();
      });
    },
    pageActivity: activity.pageActivity,
    linkClicked: linkClicks.clicked,
    closeCards: () => toOutreach((loaded) => void loaded.close()),
    drawing: () => {
      const card = page.card ?? (page.debug?.state.isOpen ? debugCard : undefined);
      return {
        unread: shell.state.chat.unread,
        badge: pillBadgeText(shell.state.chat.unread, page.textLocale),
        card: card && cardOf(card),
        ...sizeOf(shell.state, {
          isLookingUp: ['notStarted', 'fetching'].includes(contact.state.status),
          isChatPending: isChatPending(),
        }),
        isLanding: shell.state.scheduler.isLanding,
        landing: page.landing?.(),
      };
    },
    canChat: () => shell.state.chat.availability === 'available',
  };
}

/** The warning about missing consent, and the consent that the visitor gives in the pane. */
function composeAgreementDoor({ clock, lifetime, log }: Core, widget: () => Widget) {
  return createLazy({
    clock,
    lifetime,
    download: () => import('./agreement.ts'),
    create: ({ composeAgreement }) => composeAgreement(widget()),
    onFailure: (error) => log.warn('A part of the widget could not be downloaded.', error),
  });
}

function composeOutreachDoor({ clock, lifetime, log, page }: Core, widget: () => Widget): Widget['outreach'] {
  return createLazy({
    clock,
    lifetime,
    download: () => import('./outreach.ts'),
    create: ({ composeOutreach }) => composeOutreach(widget()),
    onReady(loaded) {
      page.outreach = ref(loaded);
    },
    // SH-177: this page only lacks pop-up and notifications.
    onFailure: (error) => log.warn('Outreach could not be loaded.', error),
    retries: 'onRequest',
  });
}

/** The form in the pane. Downloaded when a menu shows it, and when an earlier page has not delivered a message. */
function composeInquiryDoor({ clock, lifetime }: Core, widget: () => Widget): Widget['inquiry'] {
  return createLazy({
    clock,
    lifetime,
    download: () => import('./inquiry.ts'),
    create: ({ composeInquiry }) => composeInquiry(widget()),
  });
}

function createStorage({ self, log }: Core): FrameStorage {
  return createFrameStorage(
    (area) => (area === 'local' ? self.localStorage : self.sessionStorage),
    log,
    ({ signal }, listener) => self.addEventListener('storage', ({ key }) => listener(key), { signal }),
  );
}

/** A change of the page's global variables dispatches no event, so the page is read repeatedly while the pane is shown. */
function createPageReading({ clock, host, lifetime }: Core): (isPaneShown: boolean) => void {
  let stop = (): void => {};
  return (isPaneShown) => {
    stop();
    if (isPaneShown) stop = lifetime.add(clock.every(pageRereadMs, () => void host.page()));
  };
}

/** Loads the deployment's vendor files once, when the pane is first shown. */
function createVendorFiles({ deployment, self, log, lifetime, consent }: Core): () => void {
  const { vendorFiles } = deployment;
  let isAsked = false;
  return () => {
    if (!vendorFiles || isAsked) return;
    isAsked = true;
    import('../shell/loadVendorFiles.ts').then(
      (loader) => loader.loadVendorFiles(vendorFiles, { document: self.document, log, lifetime, consent }),
      (error) => log.warn('The vendor files could not be loaded.', error),
    );
  };
}

/** The core's states, which views render and rooms subscribe to. */
function statesOf({ page, pane, viewport, contact }: FirstCore, { visitor, consent }: Audience) {
  return [page, pane, viewport, contact, visitor, consent];
}
