import type { Viewport } from '../../bridge/records.ts';
import { hostEvents, hostKeys } from '../../bridge/wire.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { atTime } from './atTime.ts';
import type { Card } from './card.ts';
import { canWelcome, type InvitationKind, invitationKindOf, type WelcomeMessage } from './invitation.ts';
import { chatWaitMs, type Outcome, outcomeCodes, popUpShownMs, tickMs, welcomeWaitMs } from './limits.ts';
import { type BlockFacts, type BlockReason, findBlocks, isWorthWaiting } from './proactiveBlocks.ts';
import {
  hasStart,
  nextProactiveStep,
  type ProactiveRecord,
  type ProactiveType,
  parseProactiveRecord,
} from './proactiveRecord.ts';
import { hasScrolledEnough, planBotTrigger } from './scrollTrigger.ts';
import type { Stage } from './stageStore.ts';

/** The active bot, as far as its welcome goes (SH-117). */
export interface BotWelcomePort {
  /** The active adapter is a bot, and it can be talked to. */
  isAvailable(): boolean;
  /** The experiment's variation turns the welcome off. */
  isVariationOff(): boolean;
  /** Asks the bot's channel (CH-103); undefined when it has nothing to say. May reject. */
  ask(): Promise<WelcomeMessage | undefined>;
}

export interface ProactivePorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly store: Pick<HostStore, 'readJson' | 'writeCookie' | 'writeSession' | 'remove'>;
  readonly stage: Pick<Stage, 'request'>;
  readonly popUpTimeMs: number;
  readonly blockFacts: () => BlockFacts;
  readonly canStartChat: () => boolean;
  readonly bot: BotWelcomePort;
  readonly viewport: () => Viewport;
  /** Downloads what the card needs, so that it stands at once when due. Never rejects. */
  readonly prepareViews: () => Promise<boolean>;
  /** Asked once, for what is about to be seen. */
  readonly words: (
    invitation: InvitationKind,
    welcome: WelcomeMessage | undefined,
  ) => Pick<Card & { kind: 'popUp' }, 'headingText' | 'bodyText' | 'actionText'>;
  readonly startChat: () => void;
  readonly openScheduler: () => void;
  readonly openUrl: (url: string) => void;
  readonly emit: (name: string, detail: unknown) => void;
}

/**
 * The proactive pop-up from its preparation to its outcome; `count.ts` has waited for it until then. Everything that
 * lasts stands in the page's cookie; this object forgets all when the page is left.
 */
export function createProactive(ports: ProactivePorts) {
  /** Ends with the count: whichever of timer, scroll and short-page delay comes first disarms the rest (SH-119). */
  const counting = ports.lifetime.child();
  let record: ProactiveRecord | undefined;
  let welcome: WelcomeMessage | undefined;
  let views: Promise<boolean> | undefined;
  let asked: Promise<void> | undefined;
  let isPrepared = false;
  let startedMs = 0;
  let hasStoredBlock = false;
  let hasBotFired = false;
  /** Blocked is no end: the pane may still be opened, which marks the cookie. */
  let status: 'running' | 'blocked' | 'over' = 'running';
  let forgetTimeout = (): void => {};
  let takeDown = (): void => {};
  // Consent was taken back, or the widget is gone: what stands goes without a mark.
  ports.lifetime.add(() => takeDown());

  const keep = (next: ProactiveRecord): Promise<void> => {
    record = next;
    return ports.store.writeCookie(hostKeys.proactiveState, next);
  };
  const mark = (outcome: Outcome): Promise<void> =>
    keep({ type: record?.type ?? 'proactiveInvite', state: outcomeCodes[outcome] });
  const readRecord = async (): Promise<ProactiveRecord | undefined> =>
    parseProactiveRecord(await ports.store.readJson(hostKeys.proactiveState));

  /** The cookie, and the block that an earlier page left. */
  async function begin(): Promise<void> {
    const block = ports.store.readJson(hostKeys.proactiveBlock);
    record = await readRecord();
    hasStoredBlock = (await block) !== undefined;
    if (counting.ended) return;
    checkBlocks();
    look();
    if (!counting.ended) counting.add(ports.clock.every(tickMs, look));
  }

  /** One tick: a comparison with the clock, and nothing else for as long as there is time left. */
  function look(): void {
    const firstType: ProactiveType = mayWelcome() ? 'botWelcomeMessage' : 'proactiveInvite';
    const next = nextProactiveStep(record, ports.clock.now(), ports.popUpTimeMs, firstType);
    if ('record' in next && next.record) void keep(next.record);
    if (next.step === 'stop') counting.end();
    if (counting.ended) return;
    checkBotTrigger();
    if (next.step === 'prepare' && !isPrepared) void prepare();
    else if (next.step === 'due') void due();
  }

  const mayWelcome = (): boolean => ports.bot.isAvailable() && !ports.bot.isVariationOff();

  /** SH-121: what stands in the way now, kept for the tab while something does. */
  function checkBlocks(): readonly BlockReason[] {
    const reasons = findBlocks(ports.blockFacts());
    if (reasons.length === 0 && hasStoredBlock) {
      hasStoredBlock = false;
      void ports.store.remove(hostKeys.proactiveBlock);
    }
    return reasons;
  }

  /** SH-116: under 10 s left, blocks are checked, the app loaded, the welcome fetched; each once. */
  async function prepare(): Promise<void> {
    if (checkBlocks().length > 0) return;
    isPrepared = true;
    views ??= ports.prepareViews();
    if (mayWelcome()) asked ??= Promise.race([fetchWelcome(), pause(welcomeWaitMs)]);
    await asked;
    await views;
    if (record && hasStart(record) && record.type === 'proactiveInvite' && applies()) await becomeWelcome(record);
  }

  /** SH-117: the start is kept. What another tab wrote meanwhile is not undone: its marker ends the count here, too. */
  async function becomeWelcome(mine: ProactiveRecord): Promise<void> {
    const stored = (await readRecord()) ?? mine;
    if (ports.lifetime.ended) return;
    if (hasStart(stored)) await keep({ type: 'botWelcomeMessage', state: stored.state });
    else {
      record = stored;
      counting.end();
    }
  }

  async function fetchWelcome(): Promise<void> {
    try {
      welcome = await ports.bot.ask();
    } catch (error) {
      ports.log.warn('The bot has no welcome to show; the invitation is shown instead.', error);
    }
  }

  const applies = (): boolean =>
    canWelcome({ isBotAvailable: ports.bot.isAvailable(), isVariationOff: ports.bot.isVariationOff(), welcome });

  /** SH-119: for a bot welcome only, once. The page is looked at anew each time: it may have grown. */
  function checkBotTrigger(): void {
    if (hasBotFired || counting.ended || !record || !hasStart(record) || !mayWelcome()) return;
    const trigger = planBotTrigger(ports.viewport());
    const isReached =
      trigger.by === 'time' ? ports.clock.now() >= startedMs + trigger.delayMs : hasScrolledEnough(ports.viewport());
    if (!isReached) return;
    hasBotFired = true;
    void fire();
  }

  async function fire(): Promise<void> {
    await prepare();
    if (applies()) await due();
  }

  async function due(): Promise<void> {
    if (counting.ended) return;
    counting.end();
    let reasons = checkBlocks();
    for (let waitedMs = 0; isWorthWaiting(reasons) && waitedMs < chatWaitMs; waitedMs += tickMs) {
      await pause(tickMs);
      reasons = checkBlocks();
    }
    if (status !== 'running' || ports.lifetime.ended) return;
    if (reasons.length > 0) return block(reasons);
    await prepare();
    if (status !== 'running' || ports.lifetime.ended) return;
    request();
  }

  /** The cookie keeps its start, so that a later page without the reason may still show the pop-up (SH-121, SH-122). */
  function block(reasons: readonly BlockReason[]): void {
    status = 'blocked';
    const isNews = !hasStoredBlock;
    hasStoredBlock = true;
    void ports.store.writeSession(hostKeys.proactiveBlock, { state: outcomeCodes.blocked, reasons });
    if (isNews) report('blocked');
  }

  const invitationNow = (): InvitationKind =>
    invitationKindOf({ canStartChat: ports.canStartChat(), hasScheduler: ports.blockFacts().hasScheduler });

  /** The stage may be a long time coming, in a tab behind: blocks, invitation and words are those of the moment it is. */
  function request(): void {
    let shownWelcome: WelcomeMessage | undefined;
    let invitation: InvitationKind = 'chat';
    let type: ProactiveType = 'proactiveInvite';
    let isHeld = false;
    let isTimeUp = false;
    const timeUp = (): void => {
      if (isTimeUp && !isHeld) finish('timeout');
    };
    takeDown = ports.stage.request(
      () => ({ kind: 'popUp', type, invitation, ...ports.words(invitation, shownWelcome) }),
      {
        /** Another tab may have shown it meanwhile: the cookie decides, and is marked before anything is seen. */
        async claim() {
          const stored = await readRecord();
          if (status !== 'running' || ports.lifetime.ended || (stored !== undefined && !hasStart(stored))) return false;
          const reasons = checkBlocks();
          if (reasons.length > 0) {
            block(reasons);
            return false;
          }
          shownWelcome = applies() ? welcome : undefined;
          invitation = shownWelcome ? 'chat' : invitationNow();
          type = shownWelcome ? 'botWelcomeMessage' : 'proactiveInvite';
          record = { type, state: stored?.state ?? ports.clock.now() };
          await mark('opened');
          return true;
        },
        shown() {
          forgetTimeout = atTime(ports.clock, ports.lifetime, ports.clock.now() + popUpShownMs, () => {
            isTimeUp = true;
            timeUp();
          });
        },
        /** Not from under a pointer or the focus (A11Y-24): then it goes when these do. */
        held(next) {
          isHeld = next;
          timeUp();
        },
        closed: () => finish('closed'),
        acted: () => follow(invitation, shownWelcome),
        displaced: () => end(),
      },
    );
  }

  /** SH-123, SH-126. */
  function follow(invitation: InvitationKind, shown: WelcomeMessage | undefined): void {
    if (shown?.action === 'CLOSE') {
      finish('closed');
      return;
    }
    end();
    takeDown();
    if (shown?.action === 'URL' && shown.url) ports.openUrl(shown.url);
    else if (invitation === 'scheduler' || (!shown && invitationNow() === 'scheduler')) ports.openScheduler();
    else ports.startChat();
  }

  /** SH-120, SH-122: once, into the cookie and to the page. */
  function finish(outcome: 'closed' | 'timeout'): void {
    if (status !== 'running') return;
    end();
    takeDown();
    void mark(outcome);
    report(outcome);
  }

  async function markOpened(): Promise<void> {
    record ??= await readRecord();
    if (record === undefined || hasStart(record)) await mark('opened');
  }

  function end(): void {
    status = 'over';
    forgetTimeout();
  }

  function report(outcome: Outcome): void {
    ports.emit(hostEvents.proactiveOutcome, { outcome, code: outcomeCodes[outcome] });
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => {};
      const finish = ports.lifetime.add(() => {
        cancel();
        resolve();
      });
      cancel = ports.clock.after(ms, finish);
    });
  }

  return {
    /** Takes the count over; `sinceMs` is when it began on this page (SH-119). */
    start(sinceMs: number): void {
      startedMs = sinceMs;
      void begin();
    },
    viewportChanged: checkBotTrigger,
    /**
     * The visitor opened the pane: they need no invitation any more, on this page or the next (SH-038). What stands is
     * taken down by the stage.
     */
    cancel(): void {
      if (status === 'over') return;
      end();
      counting.end();
      takeDown();
      if (record === undefined || hasStart(record)) void markOpened();
    },
  };
}

export type Proactive = ReturnType<typeof createProactive>;
