import type { Viewport } from '../../bridge/records.ts';
import { pause } from '../platform/pause.ts';
import { type BlockPorts, createBlockRecord } from './blockRecord.ts';
import { type BotWelcomePorts, createBotWelcome } from './botWelcome.ts';
import type { Count } from './count.ts';
import { chatWaitMs, tickMs } from './limits.ts';
import { createPopUp, type PopUpPorts } from './popUp.ts';
import { isWorthWaiting } from './proactiveBlocks.ts';
import { hasStart, type ProactiveRecord, type ProactiveStep } from './proactiveRecord.ts';
import { hasScrolledEnough, planBotTrigger } from './scrollTrigger.ts';

export interface ProactivePorts extends PopUpPorts, BotWelcomePorts, BlockPorts {
  readonly count: Pick<Count, 'cookie' | 'life' | 'follow'>;
  readonly viewport: () => Viewport;
  /** Downloads the card's views, so that it can be shown without delay. Never rejects. */
  readonly prepareViews: () => Promise<boolean>;
}

/**
 * The proactive pop-up from its preparation to its outcome; `count.ts` counts, and says when to prepare it and when it is due. Only the
 * page's cookie and the block of this tab outlive the page.
 */
export function createProactive(ports: ProactivePorts) {
  /** Ended by the timer, the scroll trigger or the short-page delay, whichever comes first (SH-119). */
  const { cookie, life: counting } = ports.count;
  const welcome = createBotWelcome(ports);
  const blocks = createBlockRecord(ports);
  const popUp = createPopUp(ports, cookie, welcome, blocks);
  let views: Promise<boolean> | undefined;
  let isPrepared = false;
  /** When the widget started on this page. */
  let startedMs = 0;
  let hasTriggered = false;

  function follow(step: ProactiveStep['step']): void {
    checkBotTrigger();
    if (counting.ended) return;
    if (step === 'prepare' && !isPrepared) void prepare();
    else if (step === 'due') void show();
  }

  /** Checks blocks, downloads the app and fetches the welcome (SH-116). */
  async function prepare(): Promise<void> {
    if (blocks.check().length > 0) return;
    isPrepared = true;
    views ??= ports.prepareViews();
    await welcome.load();
    await views;
    const { record } = cookie;
    if (record?.type === 'proactiveInvite' && hasStart(record) && welcome.current()) await becomeWelcome(record);
  }

  /**
   * Keeps the start time (SH-117). If another tab has marked the cookie in the meantime, keeps the mark and stops the count.
   */
  async function becomeWelcome(invite: ProactiveRecord): Promise<void> {
    const stored = (await cookie.read()) ?? invite;
    if (!popUp.isRunning()) return;
    if (hasStart(stored)) await cookie.write({ type: 'botWelcomeMessage', state: stored.state });
    else {
      cookie.record = stored;
      counting.end();
    }
  }

  /** Only a bot's welcome has its own trigger (SH-119). The page may have grown, so measure it each time. */
  function checkBotTrigger(): void {
    if (hasTriggered || counting.ended || !cookie.record || !hasStart(cookie.record) || !welcome.isAllowed()) return;
    const trigger = planBotTrigger(ports.viewport());
    const isReached =
      trigger.by === 'time' ? ports.clock.now() >= startedMs + trigger.delayMs : hasScrolledEnough(ports.viewport());
    if (!isReached) return;
    hasTriggered = true;
    void showWelcome();
  }

  async function showWelcome(): Promise<void> {
    await prepare();
    if (welcome.current()) await show();
  }

  async function show(): Promise<void> {
    if (counting.ended) return;
    counting.end();
    let reasons = blocks.check();
    for (let waitedMs = 0; isWorthWaiting(reasons) && waitedMs < chatWaitMs; waitedMs += tickMs) {
      await pause(ports, tickMs);
      reasons = blocks.check();
    }
    if (!popUp.isRunning()) return;
    if (reasons.length > 0) return popUp.block(reasons);
    await prepare();
    if (popUp.isRunning()) popUp.request();
  }

  return {
    /** `ms` is when the widget started on this page. The short-page delay starts then (SH-119). */
    start(ms: number): void {
      startedMs = ms;
      blocks.check();
      ports.count.follow(follow);
    },
    viewportChanged: checkBotTrigger,
    visitorLeft: welcome.forget,
    /** The visitor has opened the pane and needs no invitation. */
    cancel(): void {
      counting.end();
      popUp.cancel();
    },
  };
}

export type Proactive = ReturnType<typeof createProactive>;
