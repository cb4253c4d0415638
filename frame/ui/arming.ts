import { browserClock } from '../platform/clock.ts';

/**
 * Protects controls with consequences from clickjacking. A hostile page can cover the frame, make it transparent, or move it
 * under the pointer a moment before a click. Requirements and how they are met:
 *  1. Covered, transparent or cut off: IntersectionObserver v2, where the browser has it (Chromium), reports it for the control and
 *     for the sentence around it (a notice, the bar with the chosen time, a question), so that nobody agrees to words that they cannot
 *     see. A refused press scrolls the sentence into view.
 *     A control that our own styles show half-transparent (a section that appears, a button while its call runs) is reported as
 *     covered too: that report says nothing about the page, so another one is requested.
 *  2. Shown or moved: for 500 ms after the control, its pane or the frame was shown, the mouse entered the frame, or the frame moved
 *     under a resting pointer, a press does nothing. A frame notices that it has moved only from pointer events, in which the pointer
 *     has moved within the frame but not on the screen.
 *  3. Nobody is locked out. A press without a pointer (keyboard, assistive technology, voice) always counts, because no page can
 *     make one in a frame of another origin.
 */
export interface Arming {
  mayPress(click: Pick<MouseEvent, 'detail'>): boolean;
  stop(): void;
}

/** Longer than an already started press, and short enough to wait for. */
export const armDelayMs = 500;
/** The interval of the browser's visibility reports. The shortest that it allows. */
const visibilityDelayMs = 100;
/** Less than 1, because of fractions of pixels. */
const minRatio = 0.98;

export function watchArming(control: Element, self: Window & typeof globalThis = window): Arming {
  const { document } = self;
  const listening = new AbortController();
  const { signal } = listening;
  let disturbedMs = self.performance.now();
  const stopAsking: (() => void)[] = [];
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
  /** What must be seen, and whether it is hidden. A sentence that is higher than what scrolls it can never be seen whole. */
  const sentence = control.closest('[role=status], [data-next], [data-binds]') ?? control;
  const hidden = new Map<Element, boolean>();
  const isHidden = (): boolean => [...hidden.values()].includes(true);
  const isCutOff = ({ target, isIntersecting, intersectionRatio }: VisibilityEntry): boolean =>
    target !== control && isIntersecting && intersectionRatio < minRatio && target.clientHeight < roomOf(target, self);
  const observer = new self.IntersectionObserver(
    (entries) => {
      const wasHidden = isHidden();
      for (const entry of entries as VisibilityEntry[]) {
        const { target, isIntersecting, isVisible = true } = entry;
        if (!isVisible && isTransparentByUs(target, self)) {
          observer.unobserve(target);
          stopAsking.push(browserClock.after(visibilityDelayMs, () => observer.observe(target)));
        } else hidden.set(target, (isIntersecting && !isVisible) || isCutOff(entry));
      }
      if (wasHidden && !isHidden()) disturb();
    },
    { threshold: [0, minRatio], trackVisibility: true, delay: visibilityDelayMs } as IntersectionObserverInit,
  );
  if (canSeeCover) for (const element of new Set([control, sentence])) observer.observe(element);

  return {
    mayPress({ detail }) {
      if (detail === 0) return true;
      if (isHidden()) sentence.scrollIntoView({ block: 'nearest' });
      return !isHidden() && self.performance.now() - disturbedMs >= armDelayMs;
    },
    stop() {
      listening.abort();
      for (const stop of stopAsking) stop();
      hidden.clear();
      observer.disconnect();
      shown.disconnect();
    },
  };
}

interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** Whether our own styles make the element or one of its ancestors transparent. */
function isTransparentByUs(target: Element, self: Window & typeof globalThis): boolean {
  for (let element: Element | null = target; element; element = element.parentElement)
    if (Number(self.getComputedStyle(element).opacity) < 1) return true;
  return false;
}

/** The height in which an element can be seen at once. */
function roomOf(target: Element, self: Window & typeof globalThis): number {
  for (let element = target.parentElement; element; element = element.parentElement)
    if (/auto|scroll/.test(self.getComputedStyle(element).overflowY)) return element.clientHeight;
  return self.innerHeight;
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
