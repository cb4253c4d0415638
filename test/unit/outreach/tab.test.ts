import { describe, expect, it } from 'vitest';
import { createTab, type TabWindow } from '../../../frame/outreach/tab.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { settle } from '../../support/fakeClock.ts';

/** Locks shared by all tabs of a site. */
function createLocks() {
  let tail: Promise<unknown> = Promise.resolve();
  const request = (_: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      tail = tail.then(() => (options.signal.aborted ? undefined : callback())).then(() => resolve());
    });
  return { request: request as unknown as LockManager['request'] };
}

function createView(locks?: ReturnType<typeof createLocks>) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const view = Object.assign(new EventTarget(), { document, navigator: locks ? { locks } : {} });
  return { view: view as unknown as TabWindow, document, leave: () => view.dispatchEvent(new Event('pagehide')) };
}

async function isTaken(turn: Promise<unknown>): Promise<boolean> {
  await settle();
  return Promise.race([turn.then((release) => release !== undefined), Promise.resolve().then(() => false)]);
}

describe('the tab', () => {
  it('takes its turn at once if no other tab has it, and the next tab waits', async () => {
    const locks = createLocks();
    const one = createTab(createView(locks).view, createLifetime());
    const other = createTab(createView(locks).view, createLifetime());
    const release = await one.takeTurn();
    const waiting = other.takeTurn();
    expect(await isTaken(waiting)).toBe(false);
    release?.();
    expect(await isTaken(waiting)).toBe(true);
  });

  it('passes its turn on when the visitor leaves the page, so that the page can enter the back-forward cache', async () => {
    const locks = createLocks();
    const first = createView(locks);
    await createTab(first.view, createLifetime()).takeTurn();
    const waiting = createTab(createView(locks).view, createLifetime()).takeTurn();
    first.leave();
    expect(await isTaken(waiting)).toBe(true);
  });

  it('passes its turn on when the widget ends, and gets none if the widget ends while it waits', async () => {
    const locks = createLocks();
    const life = createLifetime();
    await createTab(createView(locks).view, life).takeTurn();
    const waitingLife = createLifetime();
    const waiting = createTab(createView(locks).view, waitingLife).takeTurn();
    waitingLife.end();
    expect(await waiting).toBeUndefined();
    life.end();
    expect(await isTaken(createTab(createView(locks).view, createLifetime()).takeTurn())).toBe(true);
    expect(await createTab(createView(locks).view, life).takeTurn()).toBeUndefined();
  });

  it('[REL-26] takes its turn at once in a browser without locks', async () => {
    const tab = createTab(createView().view, createLifetime());
    expect(await tab.takeTurn()).toBeTypeOf('function');
  });

  it('takes its turn at once if the browser refuses the lock', async () => {
    const refusing = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) };
    const tab = createTab(createView(refusing as never).view, createLifetime());
    expect(await tab.takeTurn()).toBeTypeOf('function');
  });

  it('notifies when it comes to the foreground', () => {
    const { view, document } = createView();
    const visible: boolean[] = [];
    const tab = createTab(view, createLifetime());
    tab.onVisible(() => visible.push(tab.isVisible()));
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(visible).toEqual([true]);
  });
});
