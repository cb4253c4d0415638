import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListMotion } from '../../../frame/chat/views/listMotion.ts';

/** A list that scrolls like the browser's: never past its end. */
function createList(scrollHeight: number, clientHeight: number) {
  let top = 0;
  return {
    scrollHeight,
    clientHeight,
    get scrollTop(): number {
      top = Math.min(top, Math.max(0, this.scrollHeight - this.clientHeight));
      return top;
    },
    set scrollTop(px: number) {
      top = Math.max(0, px);
    },
  };
}

const linear = (elapsedMs: number): number => elapsedMs;

describe('the motion of the message list', () => {
  let frames: FrameRequestCallback[] = [];
  beforeEach(() => {
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    vi.stubGlobal('cancelAnimationFrame', () => {
      frames = [];
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  function setUp(scrollHeight = 600, clientHeight = 400) {
    const box = createList(scrollHeight, clientHeight);
    const motion = createListMotion({ current: box as unknown as HTMLDivElement });
    const draw = (time: number): void => {
      for (const frame of frames.splice(0)) frame(time);
    };
    return { box, motion, draw };
  }

  it('[SH-051] tells the scroll of a visitor from its own', () => {
    const { box, motion, draw } = setUp();
    motion.move(linear);
    draw(0);
    draw(50);
    expect([box.scrollTop, motion.isOurs()]).toEqual([50, true]);
    box.scrollTop = 20;
    expect(motion.isOurs()).toBe(false);
  });

  it('[SH-051] goes on to the end when the list grows taller and the browser has scrolled it back', () => {
    const { box, motion, draw } = setUp();
    motion.jump(200);
    box.clientHeight = 450;
    expect(box.scrollTop).toBe(150);
    box.scrollHeight = 700;
    motion.move(linear);
    expect(motion.isOurs()).toBe(true);
    draw(0);
    draw(100);
    expect([box.scrollTop, motion.isOurs()]).toEqual([250, true]);
  });

  it('[SH-051] leaves a visitor who has just scrolled up the scroll, when a motion starts before its event', () => {
    const { box, motion } = setUp();
    motion.jump(200);
    box.scrollTop = 120;
    motion.move(linear);
    expect(motion.isOurs()).toBe(false);
  });

  it('[SH-051] goes on when the browser scrolls back during a motion', () => {
    const { box, motion, draw } = setUp();
    motion.move(linear);
    draw(0);
    draw(180);
    box.clientHeight = 450;
    motion.acceptPlace();
    box.scrollHeight = 700;
    expect([box.scrollTop, motion.isOurs(), motion.isMoving()]).toEqual([150, true, true]);
    draw(300);
    expect(box.scrollTop).toBe(250);
  });
});
