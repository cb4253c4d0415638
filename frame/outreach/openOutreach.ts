import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createTextReader } from '../text/texts.ts';
import { bodyHeightPx } from './bodyHeight.ts';
import type { CardState } from './cardStore.ts';
import type { Count } from './count.ts';
import { toHeadline } from './headline.ts';
import type { Nurture } from './nurture.ts';
import { openAddress } from './openAddress.ts';
import { popUpTexts } from './popUpTexts.ts';
import type { OutreachPorts } from './ports.ts';
import { createProactive, type Proactive } from './proactive.ts';
import { createStageStore } from './stageStore.ts';
import { createTab, type Tab } from './tab.ts';
import { outreachSection, outreachTexts } from './texts.ts';

/**
 * Stage, pop-up, and notifications in a separate chunk. Downloaded when the pop-up is due soon, or when deployment or page
 * have notifications.
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

  /** Created each time that consent for the pop-up is given. The lifetime ends when it is withdrawn. */
  function openProactive(lifetime: Lifetime, count: Count): Proactive {
    proactive = createProactive({
      clock: ports.clock,
      lifetime,
      log: ports.log,
      count,
      storage: ports.storage,
      stage,
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
      emit: (name, detail) => void ports.host.emit(name, detail),
    });
    return proactive;
  }

  const nurture = createLazy({
    clock: ports.clock,
    lifetime: ports.lifetime,
    download: () => import('./nurture.ts'),
    create: ({ createNurture }) => createNurture(ports, stage),
    // SH-177: this page only lacks notifications.
    onFailure: (error) => ports.log.warn('Notifications could not be loaded.', error),
    retries: 'onRequest',
  });

  tab.onVisible(() => stage.sceneChanged());
  tab.onHidden(stage.giveUpTurn);

  function close(): void {
    nurture.peek()?.notifications.closeAllWaiting();
    stage.displaceAll();
  }

  /** Cards contain the visitor's name, and offers were chosen for that visitor. */
  function visitorLeft(): void {
    nurture.peek()?.notifications.withdraw();
    close();
    proactive?.visitorLeft();
    nurture.peek()?.visitorLeft();
  }

  return {
    stage,
    openProactive,
    loadNurture: (): Promise<Nurture | undefined> => nurture.get().catch(() => undefined),
    close,
    visitorLeft,
    pageChanged: () => nurture.peek()?.pageChanged(),
    consentChanged: () => nurture.peek()?.consentChanged(),
    texts: () => createTextReader(ports.texts(), outreachSection, outreachTexts),
    returnFocus: ports.returnFocus,
    bodyHeightPx: () => bodyHeightPx(ports.viewport().height),
  };
}

export type OpenedOutreach = ReturnType<typeof openOutreach>;
