import * as hostEvents from '../../bridge/hostEvents.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { atTime } from './atTime.ts';
import type { BlockRecord } from './blockRecord.ts';
import type { BotWelcome } from './botWelcome.ts';
import type { Card } from './card.ts';
import { type InvitationKind, invitationKindOf, type WelcomeMessage } from './invitation.ts';
import { popUpShownMs } from './limits.ts';
import { type InvitationOutcome, outcomeCodes } from './outcome.ts';
import type { BlockFacts, BlockReason } from './proactiveBlocks.ts';
import type { ProactiveCookie } from './proactiveCookie.ts';
import { hasStart } from './proactiveRecord.ts';
import type { Stage } from './stageStore.ts';

export interface PopUpPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly stage: Pick<Stage, 'request'>;
  readonly blockFacts: () => BlockFacts;
  readonly canStartChat: () => boolean;
  /** Called once, just before the card is shown. */
  readonly words: (
    invitation: InvitationKind,
    welcome: WelcomeMessage | undefined,
  ) => Pick<Card & { kind: 'popUp' }, 'headingText' | 'bodyText' | 'actionText'>;
  readonly startChat: () => void;
  readonly openScheduler: () => void;
  readonly openUrl: (url: string) => void;
  readonly emit: (name: string, detail: unknown) => void;
}

/** The pop-up card, from the moment it is due to its outcome. */
export function createPopUp(ports: PopUpPorts, cookie: ProactiveCookie, welcome: BotWelcome, blocks: BlockRecord) {
  /** When `blocked`, opening the pane still marks the cookie. */
  let status: 'running' | 'blocked' | 'over' = 'running';
  let cancelTimeout = (): void => {};
  let takeDown = (): void => {};
  // When consent is withdrawn or the widget is removed, the card disappears without an outcome.
  ports.lifetime.add(() => takeDown());

  const isRunning = (): boolean => status === 'running' && !ports.lifetime.ended;
  const currentInvitation = (): InvitationKind =>
    invitationKindOf({ canStartChat: ports.canStartChat(), hasScheduler: ports.blockFacts().hasScheduler });

  /** The cookie keeps its start time, so a later page without the block can still show the pop-up (SH-121, SH-122). */
  function block(reasons: readonly BlockReason[]): void {
    status = 'blocked';
    if (blocks.save(reasons)) report('blocked');
  }

  /** The tab may stay in the background for hours, so invitation and texts are chosen when the card is shown. */
  function request(): void {
    let shownWelcome: WelcomeMessage | undefined;
    let invitation: InvitationKind = 'chat';
    let isHeld = false;
    let isTimeUp = false;
    const type = () => (shownWelcome ? 'botWelcomeMessage' : 'proactiveInvite');
    const endIfTimeUp = (): void => {
      if (isTimeUp && !isHeld) finish('timeout');
    };
    takeDown = ports.stage.request(
      () => ({ kind: 'popUp', type: type(), invitation, ...ports.words(invitation, shownWelcome) }),
      {
        /** Another tab may have shown the pop-up, so read the cookie again, and mark it before the visitor sees the card. */
        async claim() {
          const stored = await cookie.read();
          if (!isRunning() || (stored && !hasStart(stored))) return false;
          const reasons = blocks.check();
          if (reasons.length > 0) {
            block(reasons);
            return false;
          }
          welcome.reportSeen();
          shownWelcome = welcome.current();
          invitation = shownWelcome ? 'chat' : currentInvitation();
          await cookie.write({ type: type(), state: outcomeCodes.opened });
          return true;
        },
        onShown() {
          cancelTimeout = atTime(ports.clock, ports.lifetime, ports.clock.now() + popUpShownMs, () => {
            isTimeUp = true;
            endIfTimeUp();
          });
        },
        onHold(next) {
          isHeld = next;
          endIfTimeUp();
        },
        onClosed: () => finish('closed'),
        onAction: () => follow(invitation, shownWelcome),
        onDisplaced: end,
      },
    );
  }

  /** SH-123, SH-126. */
  function follow(invitation: InvitationKind, shownWelcome: WelcomeMessage | undefined): void {
    end();
    takeDown();
    if (shownWelcome?.action === 'URL' && shownWelcome.url) ports.openUrl(shownWelcome.url);
    else if (invitation === 'scheduler' || (!shownWelcome && currentInvitation() === 'scheduler'))
      ports.openScheduler();
    else ports.startChat();
  }

  /** Writes the outcome to the cookie and reports it to the page, once (SH-120, SH-122). */
  function finish(outcome: 'closed' | 'timeout'): void {
    if (status !== 'running') return;
    end();
    takeDown();
    void cookie.mark(outcome);
    report(outcome);
  }

  function end(): void {
    status = 'over';
    cancelTimeout();
  }

  function report(outcome: InvitationOutcome): void {
    ports.emit(hostEvents.proactiveOutcome, { outcome, code: outcomeCodes[outcome] });
  }

  return {
    isRunning,
    block,
    request,
    /** The visitor has opened the pane. */
    cancel(): void {
      if (status === 'over') return;
      end();
      takeDown();
      void cookie.markPaneOpened();
    },
  };
}
