import type { FrameContent } from '../shell/placeFrame.ts';
import { createTextReader } from '../text/texts.ts';
import type { Nurture } from './nurture.ts';
import { popUpWords } from './popUpWords.ts';
import type { OutreachPorts } from './ports.ts';
import { createProactive } from './proactive.ts';
import { createOutreachStore } from './store.ts';
import { outreachSection, outreachTexts } from './texts.ts';

/** The room's core: the stage for cards and the proactive count. Offers, messages and rules come when asked for. */
export function createOutreach(ports: OutreachPorts) {
  const stage = createOutreachStore({
    log: ports.log,
    lifetime: ports.lifetime,
    scene: () => ({ ...ports.scene(), isTabVisible: ports.tab.isVisible() }),
    prepare: ports.prepareViews,
    takeTurn: ports.tab.takeTurn,
  });
  const proactive = createProactive({
    clock: ports.clock,
    lifetime: ports.lifetime,
    log: ports.log,
    store: ports.hostStore,
    stage,
    popUpTimeMs: ports.deployment.popUpTimeMs,
    blockFacts: () => ({
      isMobile: ports.isMobile(),
      isChatAvailable: ports.chat.canStart(),
      hasScheduler: ports.scheduler.purpose() !== undefined,
      isGated: ports.isGated,
    }),
    canStartChat: ports.chat.canStart,
    bot: ports.bot,
    viewport: ports.viewport,
    prepareViews: ports.prepareViews,
    words: (invitation, welcome) =>
      popUpWords(
        { texts: ports.texts, schedulerPurpose: ports.scheduler.purpose(), headline: ports.headline() },
        invitation,
        welcome,
      ),
    startChat: ports.chat.start,
    openScheduler: ports.scheduler.open,
    openUrl: (url) => {
      ports.host
        .openUrl(url, 'tab')
        .catch((error: unknown) => ports.log.warn('A welcome could not open its address.', error));
    },
    emit: (name, detail) => {
      ports.host.emit(name, detail).catch((error: unknown) => ports.log.warn('The page was not told.', error));
    },
  });
  let nurture: Promise<Nurture | undefined> | undefined;
  let loaded: Nurture | undefined;

  function loadNurture(): Promise<Nurture | undefined> {
    nurture ??= import('./nurture.ts').then(
      ({ createNurture }) => {
        if (ports.lifetime.ended) return undefined;
        loaded = createNurture(ports, stage);
        return loaded;
      },
      (error: unknown) => {
        // SH-177: the feature is missing on this page, nothing else.
        ports.log.warn('Notifications could not be loaded.', error);
        return undefined;
      },
    );
    return nurture;
  }

  function wantsNurture(): boolean {
    const { inApp, offers } = ports.deployment;
    const isInAppOn = inApp.enabled && inApp.scriptUrl !== '' && ports.allows('inapp');
    const hasOffers = Object.values(offers.hosts).some((hosts) => hosts.length > 0) && ports.allows('interact');
    return isInAppOn || hasOffers || ports.pageRules.length > 0;
  }

  ports.tab.onVisible(() => stage.sceneChanged());

  return {
    /** The card that stands and its measured height; views read it, the actions below answer it. */
    state: stage.state,
    stage,
    texts: () => createTextReader(ports.texts(), outreachSection, outreachTexts),
    returnFocus: ports.returnFocus,
    /** After the lookups (SH-007). */
    start(): void {
      if (ports.deployment.proactive && ports.allows('proactive')) proactive.start();
      if (wantsNurture()) void loadNurture();
    },
    /** The pane has opened, by whatever means (SH-038, SH-130). */
    paneShown(): void {
      proactive.cancel();
      loaded?.notifications.closeAll();
      stage.displaceAll();
    },
    /** The page said `cm-close` (SH-011). */
    close(): void {
      loaded?.notifications.closeAll();
      stage.displaceAll();
    },
    /** Pane hidden, overlay come or gone, typing begun or ended. */
    sceneChanged: stage.sceneChanged,
    viewportChanged: proactive.viewportChanged,
    pageChanged(): void {
      loaded?.pageChanged();
    },
    async notify(given: unknown): Promise<boolean> {
      return (await loadNurture())?.notify(given) ?? false;
    },
    /** What the frame has to make room for; undefined while no card stands or its height is not known yet. */
    content(): Extract<FrameContent, { kind: 'popUp' | 'notification' }> | undefined {
      const { card, contentHeightPx } = stage.state;
      if (!card) return undefined;
      return card.kind === 'popUp'
        ? { kind: 'popUp', contentHeightPx }
        : { kind: 'notification', isPost: card.content.type === 'post', contentHeightPx };
    },
  };
}

export type Outreach = ReturnType<typeof createOutreach>;
