import { describe, expect, it, vi } from 'vitest';
import { hasFrameMoved, type PointerPlace, watchArming } from '../../../frame/ui/arming.ts';

const place = (clientX: number, screenX: number): PointerPlace => ({ clientX, clientY: 20, screenX, screenY: 300 });

it.each([
  ['the pointer moves over the frame', place(100, 500), place(180, 580), false],
  ['it moves on a page that is zoomed in', place(100, 500), place(180, 820), false],
  ['it moves on a page that is zoomed out to a quarter', place(100, 500), place(180, 520), false],
  ['it rests', place(100, 500), place(100, 500), false],
  ['it trembles', place(100, 500), place(104, 500), false],
  ['the frame moves under a resting pointer', place(100, 500), place(180, 500), true],
  ['the frame moves under a trembling pointer', place(100, 500), place(180, 502), true],
])('tells whether the frame has moved: %s', (_, before, now, hasMoved) => {
  expect(hasFrameMoved(before, now)).toBe(hasMoved);
});

/** A frame's window with a clock, its pointer and the browser's reports of visibility in the test's hands. */
function createFrame({ canSeeCover = true, isArmed = true } = {}) {
  let nowMs = 10_000;
  let opacity = '1';
  let report: ((entries: readonly object[]) => void) | undefined;
  const frameDocument = Object.assign(new EventTarget(), { documentElement: new EventTarget() });
  const onObserve = vi.fn();
  class Entry {}
  if (canSeeCover) Object.assign(Entry.prototype, { isVisible: false });
  class Observer {
    constructor(callback: typeof report) {
      report = callback;
    }
    observe = onObserve;
    unobserve(): void {}
    disconnect(): void {
      report = undefined;
    }
  }
  const sentence = { clientHeight: 100, scrollIntoView: vi.fn() };
  const control = { closest: () => sentence } as unknown as Element;
  let changeInert: ((changes: readonly object[]) => void) | undefined;
  class Changes {
    constructor(callback: typeof changeInert) {
      changeInert = callback;
    }
    observe(_: Node, options: MutationObserverInit): void {
      expect(options).toEqual({ attributeFilter: ['inert'], subtree: true });
    }
    disconnect(): void {
      changeInert = undefined;
    }
  }
  const self = Object.assign(new EventTarget(), {
    document: frameDocument,
    innerHeight: 400,
    performance: { now: () => nowMs },
    IntersectionObserver: Observer,
    IntersectionObserverEntry: Entry,
    MutationObserver: Changes,
    getComputedStyle: () => ({ opacity }),
  });
  const arming = watchArming(control, self as unknown as Window & typeof globalThis);
  if (isArmed) nowMs += 500;
  return {
    arming,
    self,
    onObserve,
    fade(to: string): void {
      opacity = to;
    },
    wait(ms: number): void {
      nowMs += ms;
    },
    sentence,
    seeCover: (isCovered: boolean) => report?.([{ target: control, isIntersecting: true, isVisible: !isCovered }]),
    seeSentence: (isVisible: boolean, intersectionRatio = 1) =>
      report?.([{ target: sentence, isIntersecting: true, isVisible, intersectionRatio }]),
    point: (at: PointerPlace) => frameDocument.dispatchEvent(Object.assign(new Event('pointermove'), at)),
    enter: (pointerType: string) =>
      frameDocument.documentElement.dispatchEvent(Object.assign(new Event('pointerenter'), { pointerType })),
    show(): void {
      self.innerHeight = 0;
      self.dispatchEvent(new Event('resize'));
      self.innerHeight = 400;
      self.dispatchEvent(new Event('resize'));
    },
    showPane: (of: Element = control) => changeInert?.([{ target: { contains: (one: Element) => one === of } }]),
    mayClick: () => arming.mayPress({ detail: 1 }),
    mayPressKey: () => arming.mayPress({ detail: 0 }),
  };
}

describe('a guarded action', () => {
  it('may be pressed while nothing covers or moves the frame (control)', () => {
    const frame = createFrame();
    frame.seeCover(false);
    frame.point(place(100, 500));
    frame.point(place(140, 540));
    expect(frame.mayClick()).toBe(true);
  });

  it('may not be clicked while it is covered, nor for half a second after', () => {
    const frame = createFrame();
    frame.seeCover(true);
    frame.wait(60_000);
    expect([frame.mayClick(), frame.mayPressKey()]).toEqual([false, true]);
    frame.seeCover(false);
    frame.wait(499);
    expect([frame.mayClick(), frame.mayPressKey()]).toEqual([false, true]);
    frame.wait(1);
    expect(frame.mayClick()).toBe(true);
  });

  it.each([
    ['covered', false, 1],
    ['cut off', true, 0.5],
  ])(
    '[F-SE27] may not be clicked while the sentence around it is %s, which is then scrolled into view',
    (_, ...seen) => {
      const frame = createFrame();
      frame.seeCover(false);
      frame.seeSentence(...seen);
      frame.wait(60_000);
      expect([frame.mayClick(), frame.mayPressKey()]).toEqual([false, true]);
      expect(frame.sentence.scrollIntoView).toHaveBeenCalledTimes(1);
      frame.seeSentence(true);
      frame.wait(500);
      expect(frame.mayClick()).toBe(true);
    },
  );

  it('[F-SE27] may be clicked in a frame that is too low for the whole sentence', () => {
    const frame = createFrame();
    frame.sentence.clientHeight = 900;
    frame.seeSentence(true, 0.4);
    expect(frame.mayClick()).toBe(true);
  });

  it('may not be clicked for half a second after it has appeared', () => {
    const frame = createFrame({ isArmed: false });
    frame.wait(499);
    expect([frame.mayClick(), frame.mayPressKey()]).toEqual([false, true]);
    frame.wait(1);
    expect(frame.mayClick()).toBe(true);
  });

  it('may be pressed while our own styles fade it, and is asked for again until they do not', () => {
    vi.useFakeTimers();
    const frame = createFrame();
    frame.fade('0.5');
    frame.seeCover(true);
    expect(frame.mayClick()).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(frame.onObserve).toHaveBeenCalledTimes(3);
    frame.fade('1');
    frame.seeCover(true);
    expect(frame.mayClick()).toBe(false);
    vi.useRealTimers();
  });

  it.each([
    ['was shown', (frame: ReturnType<typeof createFrame>) => frame.show()],
    ['showed its pane', (frame: ReturnType<typeof createFrame>) => frame.showPane()],
    ['got the mouse', (frame: ReturnType<typeof createFrame>) => frame.enter('mouse')],
    [
      'moved under the mouse',
      (frame: ReturnType<typeof createFrame>) => {
        frame.point(place(100, 500));
        frame.point(place(180, 500));
      },
    ],
  ])('may not be clicked for half a second after the frame %s, in any browser', (_, disturb) => {
    const frame = createFrame({ canSeeCover: false });
    expect(frame.mayClick()).toBe(true);
    disturb(frame);
    frame.wait(499);
    expect([frame.mayClick(), frame.mayPressKey()]).toEqual([false, true]);
    frame.wait(1);
    expect(frame.mayClick()).toBe(true);
  });

  it('may be clicked when another part of the frame was shown', () => {
    const frame = createFrame();
    frame.showPane({} as Element);
    expect(frame.mayClick()).toBe(true);
  });

  it('may be touched at once: a finger enters the frame where it presses', () => {
    const frame = createFrame();
    frame.enter('touch');
    expect(frame.mayClick()).toBe(true);
  });

  it('leaves no listener when it has gone', () => {
    const frame = createFrame();
    frame.arming.stop();
    frame.show();
    frame.showPane();
    frame.enter('mouse');
    frame.seeCover(true);
    expect(frame.mayClick()).toBe(true);
  });
});
