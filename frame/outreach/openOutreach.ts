import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createTextReader } from '../text/texts.ts';
import { bodyHeightPx } from './bodyHeight.ts';
import type { CardState } from './cardStore.ts';
import { toHeadline } from './headline.ts';
import { isAnotherVisitor } from './isAnotherVisitor.ts';
import type { Nurture } from './nurture.ts';
import { openAddress } from './openAddress.ts';
import { popUpTexts } from './popUpTexts.ts';
import type { OutreachPorts } from './ports.ts';
import { createProactive, type Proactive } from './proactive.ts';
import { createStageStore } from './stageStore.ts';
import { createTab, type Tab } from './tab.ts';
import { outreachSection, outreachTexts } from './texts.ts';

/**
 * What is behind the count: stage, pop-up, and notifications in a chunk of their own. Downloaded when the pop-up is near
 * or when deployment or page ask for notifications.
 */
export function openOutreach(ports: OutreachPorts, state: CardState, tab: Tab = createTab(window, ports.lifetime)) {
  const stagePorts = {
    log: ports.log,
    lifetime: ports.lifetime,
    scene: () => ({ ...ports.scene(), isTabVisible: tab.isVisible() }),
    prepare: ports.prepareViews,
    takeTurn: tab.takeTurn,
  };
  const stage = createStageStore(stagePorts, state);
  let proactive: Proactive | undefined;
  let visitor = ports.user();

  /** A new one each time that the visitor allows the pop-up; the lifetime ends with the permission. */
  function openProactive(lifetime: Lifetime): Proactive {
    proactive = createProactive({
      clock: ports.clock,
      lifetime,
      log: ports.log,
      store: ports.hostStore,
      storage: ports.storage,
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
      words: (invitation, welcome) => {
        const facts = { texts: ports.texts, schedulerPurpose: ports.scheduler.purpose(), headline: ports.headline };
        const words = popUpTexts(facts, invitation, welcome);
        return { ...words, headingText: toHeadline(words.headingText, ports.firstName()) };
      },
      startChat: ports.chat.start,
      openScheduler: ports.scheduler.open,
      openUrl: (url) => openAddress(ports, url, 'tab'),
      emit: (name, detail) => {
        ports.host.emit(name, detail).catch((error: unknown) => ports.log.warn('The page was not told.', error));
      },
    });
    return proactive;
  }

  const nurture = createLazy({
    clock: ports.clock,
    lifetime: ports.lifetime,
    download: () => import('./nurture.ts'),
    create: ({ createNurture }) => createNurture(ports, stage),
    // SH-177: only notifications are missing, on this page.
    onFailure: (error) => ports.log.warn('Notifications could not be loaded.', error),
    retries: 'onRequest',
  });

  tab.onVisible(() => stage.sceneChanged());

  function close(): void {
    nurture.peek()?.notifications.closeAllWaiting();
    stage.displaceAll();
  }

  /** Cards have the name of their visitor in them, and offers were chosen for that visitor. */
  function checkVisitor(): void {
    const before = visitor;
    visitor = ports.user();
    if (!isAnotherVisitor(before, visitor)) return;
    close();
    proactive?.visitorLeft();
    nurture.peek()?.visitorLeft();
  }

  return {
    stage,
    openProactive,
    loadNurture: (): Promise<Nurture | undefined> => nurture.get().catch(() => undefined),
    close,
    pageChanged(): void {
      checkVisitor();
      nurture.peek()?.pageChanged();
    },
    consentChanged: () => nurture.peek()?.consentChanged(),
    texts: () => createTextReader(ports.texts(), outreachSection, outreachTexts),
    returnFocus: ports.returnFocus,
    bodyHeightPx: () => bodyHeightPx(ports.viewport().height),
  };
}

export type OpenedOutreach = ReturnType<typeof openOutreach>;
