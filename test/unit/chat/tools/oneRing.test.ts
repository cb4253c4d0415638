import { describe, expect, it } from 'vitest';
import { createOneRing } from '../../../../frame/chat/tools/soundStore.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../../support/fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from '../../../support/fakeStorage.ts';

type Held = (lock: object | null) => Promise<void> | undefined;

/** The part of Web Locks that is used: one holder of a name, and requests that do not wait. */
function createLocks() {
  const held = new Set<string>();
  const request = async (name: string, { ifAvailable }: LockOptions, task: Held): Promise<void> => {
    if (held.has(name)) {
      if (ifAvailable) await task(null);
      return;
    }
    held.add(name);
    await task({});
    held.delete(name);
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

describe('the sound in several tabs', () => {
  function tabs(locks: Pick<LockManager, 'request'> | undefined) {
    const browser = createFakeBrowser();
    const clock = createFakeClock();
    const rung: string[] = [];
    const open = (name: string) => {
      const looks = { isLooking: false };
      const listeners: (() => void)[] = [];
      const hides: (() => void)[] = [];
      const ring = createOneRing({
        ...{ clock, locks, lifetime: createLifetime(), storage: createFakeStorage(browser) },
        isLooking: () => looks.isLooking,
        onLook: (listener) => listeners.push(listener),
        onHide: (listener) => hides.push(listener),
      });
      return {
        hear: (id: string) => ring(id, () => rung.push(`${name} ${id}`)),
        async look(isLooking: boolean) {
          looks.isLooking = isLooking;
          for (const listener of listeners) listener();
          await settle();
        },
        async leave() {
          for (const listener of hides) listener();
          await settle();
        },
      };
    };
    return { one: open('one'), two: open('two'), rung, clock };
  }

  it('[F-PG15] rings in one tab, also in one that hears of the message much later', async () => {
    const { one, two, rung, clock } = tabs(createLocks());
    await Promise.all([one.hear('a'), two.hear('a')]);
    expect(rung).toEqual(['one a']);
    await clock.advance(60_000);
    await two.hear('a');
    expect(rung).toEqual(['one a']);
    await Promise.all([two.hear('b'), one.hear('b')]);
    expect(rung).toEqual(['one a', 'two b']);
  });

  it('[F-PG15] rings in no tab while one of them shows the chat in focus', async () => {
    const { one, two, rung } = tabs(createLocks());
    await two.look(true);
    await one.hear('a');
    expect(rung).toEqual([]);
    await two.look(false);
    await one.hear('b');
    expect(rung).toEqual(['one b']);
  });

  it('[F-PG15] rings again once the tab that was looked at has been left', async () => {
    const { one, two, rung } = tabs(createLocks());
    await two.look(true);
    await two.leave();
    await one.hear('a');
    expect(rung).toEqual(['one a']);
  });

  it('[F-PG15] rings once without Web Locks too', async () => {
    const { one, two, rung } = tabs(undefined);
    await one.hear('a');
    await two.hear('a');
    expect(rung).toEqual(['one a']);
  });
});
