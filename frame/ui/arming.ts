import { browserClock } from '../platform/clock.ts';

/**
 * Protects controls with consequences from clickjacking. A hostile page can cover the frame, make it transparent, or move it
 * under the pointer a moment before a click. Requirements and how they are met:
 *  1. Covered or transparent: IntersectionObserver v2, where the browser has it (Chromium), reports it for the control itself. A
 *     control that our own styles show half-transparent (a section that appears, a button while its call runs) is reported as
 *     covered too: that report says nothing about the page, so another one is requested.
 *  2. Shown or moved: for 500 ms after the control, its pane or the frame was shown, the mouse entered the frame, or the frame moved
 *     under a resting pointer, a press does nothing. A frame learns of its move only by its pointer events: the pointer is elsewhere
 *     in the frame, and not on the screen.
 *  3. Nobody is locked out. A press without a pointer (keyboard, assistive technology, voice) always counts, because no page can
 *     make one in a frame of another origin.
 */
export interface Arming {
  mayPress(click: Pick<MouseEvent, 'detail'>): boolean;
  stop(): void;
}

/** Ours: longer than an already started press, and short enough to wait for. */
export const armDelayMs = 500;
/** The interval of the browser's visibility reports. The shortest that it allows. */
const visibilityDelayMs = 100;

export function watchArming(control: Element, self: Window & typeof globalThis = window): Arming {
  const { document } = self;
  const listening = new AbortController();
  const { signal } = listening;
  let disturbedMs = self.performance.now();
  let isCovered = false;
  let stopAsking = (): void => {};
  let hadHeight = self.innerHeight > 0;
  let pointer: PointerPlace | undefined;
  const disturb = (): void => {
    disturbedMs = self.performance.now();
  };

  const onPointer = (event: PointerEvent): void => {
    if (pointer && hasFrameMoved(pointer, event)) disturb();
    pointer = event;
  };
  for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const)
    document.addEventListener(type, onPointer, { signal, capture: true });
  document.documentElement.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && disturb(), {
    signal,
  });
  document.addEventListener('visibilitychange', disturb, { signal });
  self.addEventListener(
    'resize',
    () => {
      if (!hadHeight) disturb();
      hadHeight = self.innerHeight > 0;
    },
    { signal },
  );
  // Showing the pane removes its `inert` attribute.
  const shown = new self.MutationObserver((changes) => {
    if (changes.some(({ target }) => target.contains(control))) disturb();
  });
  shown.observe(document, { attributeFilter: ['inert'], subtree: true });

  // Without version 2 there are no reports, and only the delay protects.
  const canSeeCover = 'isVisible' in self.IntersectionObserverEntry.prototype;
  const observer = new self.IntersectionObserver(
    (entries) => {
      const { isIntersecting, isVisible = true } = entries.at(-1) as VisibilityEntry;
      if (!isVisible && isTransparentByUs(control, self)) {
        observer.unobserve(control);
        stopAsking = browserClock.after(visibilityDelayMs, () => observer.observe(control));
        return;
      }
      if (isCovered && isVisible) disturb();
      isCovered = isIntersecting && !isVisible;
    },
    { trackVisibility: true, delay: visibilityDelayMs } as IntersectionObserverInit,
  );
  if (canSeeCover) observer.observe(control);

  return {
    mayPress: ({ detail }) => detail === 0 || (!isCovered && self.performance.now() - disturbedMs >= armDelayMs),
    stop() {
      listening.abort();
      stopAsking();
      observer.disconnect();
      shown.disconnect();
    },
  };
}

interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** Whether our own styles make the control or one of its ancestors transparent. */
function isTransparentByUs(control: Element, self: Window & typeof globalThis): boolean {
  for (let element: Element | null = control; element; element = element.parentElement)
    if (Number(self.getComputedStyle(element).opacity) < 1) return true;
  return false;
}

export type PointerPlace = Pick<PointerEvent, 'clientX' | 'clientY' | 'screenX' | 'screenY'>;

/** Smaller moves are rounding errors of a zoomed page. */
const minMovePx = 8;
/** Browsers zoom out to 25 %, where one pixel on the screen is four in the frame. */
const minScale = 1 / 5;

/** Whether the pointer has moved further in the frame than on the screen. */
export function hasFrameMoved(before: PointerPlace, now: PointerPlace): boolean {
  const inFrame = Math.hypot(now.clientX - before.clientX, now.clientY - before.clientY);
  const onScreen = Math.hypot(now.screenX - before.screenX, now.screenY - before.screenY);
  return inFrame > minMovePx && onScreen < inFrame * minScale;
}
