import type { Obstacle } from '../../bridge/records.ts';
import type { PillTheme } from '../host/pageSettings.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import { describeError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { toFrameDrawing, toPillDrawing } from './looks.ts';
import type { ShellState } from './paneStore.ts';
import { pillDrawing } from './pillDrawing.ts';
import type { PillPhase } from './pillStore.ts';
import { type FrameContent, isMobileWidth, isPaneFullSize, placeFrame } from './placeFrame.ts';
import type { Landing } from './placeLanding.ts';
import { placePill } from './placePill.ts';
import { displayMode } from './records.ts';
import type { Side } from './theme.ts';
import type { ViewportState } from './viewportStore.ts';

export interface DrawPorts {
  readonly host: Pick<RemoteHost, 'setPill' | 'setFrame' | 'focus' | 'lockScroll'>;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly shell: ShellState;
  readonly pill: PillPhase;
  readonly viewport: ViewportState;
  /** Calls back after every change of state that the drawing depends on. */
  readonly watch: (listener: () => void) => void;
  readonly look: () => {
    readonly theme: PillTheme;
    readonly side: Side;
    readonly text: string;
    readonly unreadText: string;
    readonly paneLabel: string;
    readonly obstacles: readonly Obstacle[];
    /** Something the visitor asked for waits for the lookup. */
    readonly isWaiting: boolean;
    readonly isPillOff: boolean;
    /** The visitor asks for reduced motion. */
    readonly isCalm: boolean;
    /** Pop-up, notification or debug window that wants the frame while the pane is hidden. */
    readonly card: Extract<FrameContent, { kind: 'card' }> | undefined;
    /** Where the frame stands in landing mode instead of over the whole viewport (SC-153). */
    readonly landing: Landing | undefined;
  };
}

export interface HostDrawing {
  /** Draws soon, for a change that `watch` does not see. */
  draw(): void;
  /** Whether the pane covers the whole page, as on a phone. */
  isCovering(): boolean;
}

/** Keeps pill, frame and scroll lock on the page as the state says; each is sent only when it differs. */
export function drawOnHost(ports: DrawPorts): HostDrawing {
  const { shell, pill, viewport } = ports;
  let lastPill = '';
  let lastFrame = '';
  let isLocked = false;
  let hasFocus = false;
  let isScheduled = false;

  function content(card: FrameContent | undefined): FrameContent {
    if (shell.scheduler.isLanding) return { kind: 'backdrop' };
    if (shell.isPaneHidden) return card ?? { kind: 'nothing' };
    const mode = displayMode({ ...shell.chat, isToggled: shell.isMenuToggled });
    const chat = shell.chat.availability;
    return {
      kind: 'pane',
      contentHeightPx: shell.contentHeightPx,
      fullSize: isPaneFullSize({
        showsMenu: mode !== 'chat' && !shell.scheduler.isDisplayed,
        chatAvailability: chat === 'available' ? 'available' : chat === 'standBy' ? 'standby' : 'unavailable',
      }),
    };
  }

  function unheard(error: unknown): void {
    ports.log.warn('The page did not take a drawing.', describeError(error));
  }

  function draw(): void {
    isScheduled = false;
    if (ports.lifetime.ended) return;
    const look = ports.look();
    const place = { viewport: viewport.viewport, side: look.side };
    const bottomPx = placePill({ ...place, obstacles: look.obstacles });
    const frameContent = content(look.card);
    const isCovering = frameContent.kind === 'pane' && isMobileWidth(viewport.viewport.width);

    const pillLook = pillDrawing({
      ...pill,
      ...look,
      // Under reduced motion the pill is simply there; its flags are written all the same (SH-160).
      isSliding: pill.isSliding && !look.isCalm,
      bottomPx,
      isPaneHidden: shell.isPaneHidden,
      isHidden: shell.isPillHidden || look.isPillOff || shell.scheduler.isLanding,
      unread: shell.chat.unread,
    });
    const newPill = toPillDrawing(pillLook, viewport.viewport);
    if (JSON.stringify(newPill) !== lastPill) ports.host.setPill(newPill).catch(unheard);
    lastPill = JSON.stringify(newPill);

    const frame = { ...placeFrame({ ...place, content: frameContent, pillBottomPx: bottomPx }), label: look.paneLabel };
    const newFrame = { ...toFrameDrawing(frame, viewport.viewport), ...look.landing };
    if (JSON.stringify(newFrame) !== lastFrame) ports.host.setFrame(newFrame).catch(unheard);
    // Focus moves once, at the moment the visitor's own action brings the frame up, or asks for one that came by itself.
    const takesFocus = frameContent.kind === 'pane' && shell.takesFocus;
    if (takesFocus && !hasFocus) ports.host.focus(-1).catch(unheard);
    hasFocus = takesFocus;
    lastFrame = JSON.stringify(newFrame);

    if (isCovering !== isLocked) {
      isLocked = isCovering;
      ports.host.lockScroll(isLocked).catch(() => {}); // Silent: the pane covers the page with or without the lock.
    }
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(draw);
  }

  ports.watch(schedule);
  return { draw: schedule, isCovering: () => isLocked };
}
