import type { Obstacle, PillDrawing } from '../../bridge/records.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { type DrawnBrand, drawFrame, drawPill, fromEdge } from './hostDrawings.ts';
import type { PaneState } from './paneStore.ts';
import type { PillPhase } from './pillStore.ts';
import { type FrameContent, paneCovers, placeFrame } from './placeFrame.ts';
import type { Landing } from './placeLanding.ts';
import { placePill } from './placePill.ts';
import type { Side, Theme } from './theme.ts';
import type { ViewportState } from './viewportStore.ts';

export interface DrawPorts {
  readonly host: Pick<RemoteHost, 'draw' | 'focus'>;
  readonly lifetime: Lifetime;
  readonly brand: DrawnBrand | undefined;
  readonly pane: { readonly state: PaneState };
  readonly pill: { readonly state: PillPhase };
  readonly viewport: { readonly state: ViewportState };
  /** Calls the listener after every change of state that the drawing depends on. */
  readonly watch: (listener: () => void) => void;
  /**
   * Called when the pill's drawing has changed. The argument is the pill at rest (without its slide, and without the room for a footer),
   * null if the page has no pill, or undefined if the pill is not at rest.
   */
  readonly remember: (drawing: PillDrawing | null | undefined) => void;
  readonly facts: () => {
    readonly theme: Theme;
    readonly side: Side;
    readonly text: string;
    readonly unreadLabel: string;
    readonly paneLabel: string;
    readonly obstacles: readonly Obstacle[];
    readonly isPillOff: boolean;
    readonly prefersReducedMotion: boolean;
    /** Undefined until the rooms are downloaded. */
    readonly rooms: RoomsDrawing | undefined;
  };
}

/** The part of the drawings that depends on the rooms. */
export interface RoomsDrawing {
  /** How many messages are unread (CH-045). */
  readonly unread: number;
  /** That number as the pill shows it. Empty without unread messages. */
  readonly badge: string;
  /** The pop-up, notification or debug window that needs the frame while the pane is hidden. */
  readonly card: Extract<FrameContent, { kind: 'card' }> | undefined;
  /** The pane has its full size (SH-036), as it has without the rooms. */
  readonly isFullSize: boolean;
  readonly contentHeightPx: number;
  /** The scheduler covers the viewport while the pane is shown (SH-048). */
  readonly isLanding: boolean;
  /** The scheduler's changes to the frame: its place in landing mode (SC-153), its size in the pane (SH-035). */
  readonly landing: Partial<Landing> | undefined;
}

export interface HostDrawing {
  /** Draws soon, for a change that `watch` does not see. */
  draw(): void;
  /** Draws synchronously, so that the page shows the pane while the frame renders it. */
  drawNow(): void;
  /** Whether the pane covers the whole page, as on a phone. */
  isCovering(): boolean;
}

/** Keeps pill and frame on the page in sync with the state. They are sent together, and only when one of them has changed. */
export function drawOnHost(ports: DrawPorts): HostDrawing {
  const { brand } = ports;
  let lastPill = '';
  let lastFrame = '';
  let isCovering = false;
  let hasFocus = false;
  let isScheduled = false;

  const paneContent = (rooms: RoomsDrawing | undefined): FrameContent => ({
    kind: 'pane',
    contentHeightPx: rooms?.contentHeightPx ?? 0,
    // Without the rooms it is not known what the pane will need (F-PG27).
    fullSize: rooms?.isFullSize ?? true,
  });

  /** What the frame shows. Undefined while it is hidden. */
  function shownContent(isPaneHidden: boolean, rooms: RoomsDrawing | undefined): FrameContent | undefined {
    if (isPaneHidden) return rooms?.card;
    return rooms?.isLanding ? { kind: 'backdrop' } : paneContent(rooms);
  }

  function draw(): void {
    isScheduled = false;
    if (ports.lifetime.ended) return;
    const facts = ports.facts();
    const pill = ports.pill.state;
    const { rooms } = facts;
    const { isPaneHidden, isPillHidden, takesFocus: mayTakeFocus, app } = ports.pane.state;
    const { viewport } = ports.viewport.state;
    const place = { viewport, side: facts.side, paneWidthPx: brand?.width };
    const bottomPx = placePill({ ...place, obstacles: facts.obstacles });
    const shown = shownContent(isPaneHidden, rooms);
    // Until it is known whether the page has a pill, draw nothing, so that the early pill stays. A pane that was shown meanwhile has
    // replaced it.
    if (!pill.isDecided && !shown && !lastPill) return;
    isCovering = shown?.kind === 'pane' && paneCovers(viewport);
    const isHidden = isPillHidden || facts.isPillOff;

    // With reduced motion nothing moves, but the flags are still written (SH-160).
    const isSliding = pill.isSliding && !facts.prefersReducedMotion;
    const isFolding = pill.isFolding && !facts.prefersReducedMotion;
    const badge = rooms?.badge ?? '';
    const drawn = (slides: boolean): PillDrawing =>
      drawPill(
        { ...pill, ...facts, isSliding: slides, isFolding, bottomPx, isPaneHidden, isHidden, badge },
        viewport,
        brand,
      );
    const restingPill = drawn(false);
    const pillText = JSON.stringify(restingPill);

    // A hidden frame has the size of the pane, so that the pane is laid out before it is shown.
    const rectangle = placeFrame({ ...place, content: shown ?? paneContent(rooms), pillBottomPx: bottomPx });
    const frame = { ...rectangle, side: facts.side, label: facts.paneLabel, isHidden: !shown };
    const newFrame = { ...drawFrame(frame, viewport, brand), ...rooms?.landing };
    // The loader hides a frame until its document draws it. Before intent it needs no size.
    const isUndrawn = lastFrame === '' && !shown && app === 'idle';
    const frameText = isUndrawn ? '' : JSON.stringify(newFrame);

    // The end of a slide is not sent. The transition stays in the style, but has no effect until the next drawing.
    if (pillText !== lastPill || frameText !== lastFrame)
      void ports.host.draw(drawn(isSliding), isUndrawn ? undefined : newFrame);
    if (pillText !== lastPill) {
      const isAtRest = pill.isShown && !isFolding && isPaneHidden && !isHidden && badge === '';
      // The next page is not at its end, where the footer is.
      const obstacles = facts.obstacles.filter(({ kind }) => kind !== 'footer');
      const remembered = { ...restingPill, bottom: fromEdge('bottom', placePill({ ...place, obstacles })) };
      ports.remember(isHidden ? null : isAtRest ? remembered : undefined);
    }
    lastPill = pillText;
    lastFrame = frameText;
    // Focus moves once: when the visitor opens the pane, or acts on a pane that opened by itself.
    const takesFocus = shown?.kind === 'pane' && mayTakeFocus;
    if (takesFocus && !hasFocus) void ports.host.focus(true);
    hasFocus = takesFocus;
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(draw);
  }

  ports.watch(schedule);
  return { draw: schedule, drawNow: draw, isCovering: () => isCovering };
}
