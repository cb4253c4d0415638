import { describe, expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLocks, createFakeTabs } from '../../support/fakeTabs.ts';

describe('tabs of one browser', () => {
  function createBrowser(locks = createFakeLocks()) {
    const clock = createFakeClock();
    let count = 0;
    return {
      clock,
      open(session = new Map<string, string>()) {
        const lifetime = createLifetime();
        const tabs = createFakeTabs({ clock, lifetime, locks, session, createId: () => `tab-${++count}` });
        return Object.assign(tabs, { lifetime, session });
      },
    };
  }

  it('[REL-25] one other tab takes the place of a tab that is closed', async () => {
    const { open, clock } = createBrowser();
    const [first, second, third] = [open(), open(), open()];
    await settle();
    const heirs: string[] = [];
    second.inherit(first.id, second.lifetime, () => heirs.push('second'));
    third.inherit(first.id, third.lifetime, () => heirs.push('third'));
    await settle();
    expect(heirs).toEqual([]);
    expect(second.holds(first.id)).toBe(false);
    first.lifetime.end();
    await clock.advance(2_999);
    expect(heirs).toEqual([]);
    await clock.advance(1);
    expect(heirs).toEqual(['second']);
    expect([second.holds(first.id), third.holds(first.id)]).toEqual([true, false]);
    second.lifetime.end();
    await clock.advance(3_000);
    expect(heirs).toEqual(['second', 'third']);
  });

  it('[F-CH28] knows which other tab is open', async () => {
    const { open } = createBrowser();
    const [first, second] = [open(), open()];
    await settle();
    expect(await second.isAlive(first.id)).toBe(true);
    expect(await second.isAlive('tab-9')).toBe(false);
    first.lifetime.end();
    await settle();
    expect(await second.isAlive(first.id)).toBe(false);
  });

  it('[F-CH28] takes another tab for closed where the browser cannot say', async () => {
    const { open } = createBrowser({ request: async () => {} });
    const [first, second] = [open(), open()];
    expect(await second.isAlive(first.id)).toBe(false);
    const refused = createBrowser({ request: async () => {}, query: () => Promise.reject(new Error('refused')) });
    expect(await refused.open().isAlive('tab-1')).toBe(false);
  });

  it('[REL-25] a reloaded or crashed tab takes its own place again', async () => {
    const { open, clock } = createBrowser();
    const [first, second] = [open(), open()];
    await settle();
    const heirs: string[] = [];
    second.inherit(first.id, second.lifetime, () => heirs.push('second'));
    await settle();
    first.lifetime.end();
    await clock.advance(1_000);
    const again = open(first.session);
    expect(again.previousId).toBe(first.id);
    again.onChange(again.lifetime, () => heirs.push('again'));
    await clock.advance(10_000);
    expect(heirs).toEqual(['again']);
    expect([again.holds(first.id), second.holds(first.id)]).toEqual([true, false]);
  });

  it('[REL-25] a duplicate of a tab does not take its place', async () => {
    const { open, clock } = createBrowser();
    const first = open();
    await settle();
    const duplicate = open(new Map(first.session));
    duplicate.inherit(first.id, duplicate.lifetime, () => {});
    await clock.advance(10_000);
    expect(duplicate.id).not.toBe(first.id);
    expect(duplicate.holds(first.id)).toBe(false);
  });

  it('[REL-11][REL-25] gives its place up when it goes into the back-forward cache, and returns under a new id', async () => {
    const { open, clock } = createBrowser();
    const [first, second] = [open(), open()];
    await settle();
    const oldId = first.id;
    let hasInherited = false;
    second.inherit(oldId, second.lifetime, () => {
      hasInherited = true;
    });
    first.hide();
    await clock.advance(3_000);
    expect(hasInherited).toBe(true);
    const ids: string[] = [];
    first.onChange(first.lifetime, () => ids.push(first.id));
    first.show();
    expect(ids).toEqual([first.id]);
    expect(first.id).not.toBe(oldId);
    expect(first.holds(oldId)).toBe(false);
    expect(first.holds(first.id)).toBe(true);
  });

  it('does not inherit when nobody is interested any more', async () => {
    const { open, clock } = createBrowser();
    const [first, second] = [open(), open()];
    const interest = createLifetime();
    let hasInherited = false;
    second.inherit(first.id, interest, () => {
      hasInherited = true;
    });
    await settle();
    interest.end();
    first.lifetime.end();
    await clock.advance(10_000);
    expect(hasInherited).toBe(false);
    expect(second.holds(first.id)).toBe(false);
  });

  it('[REL-26] acts for itself only where the browser refuses locks', async () => {
    const tabs = createFakeTabs({ locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
    await settle();
    expect(tabs.canInherit).toBe(false);
    expect(tabs.holds(tabs.id)).toBe(true);
  });

  it.each([createFakeLocks(), undefined])(
    'remembers its id when the room is opened again in the same page',
    (locks) => {
      const session = new Map<string, string>();
      let count = 0;
      const open = (lifetime = createLifetime()) =>
        createFakeTabs({ lifetime, locks, session, createId: () => `tab-${++count}` });
      const lifetime = createLifetime();
      const { id } = open(lifetime);
      lifetime.end();
      expect(open().previousId).toBe(id);
    },
  );

  it('[REL-26] keeps its id over a reload without locks, but a duplicate of the tab does not get it', () => {
    const session = new Map<string, string>();
    let count = 0;
    const open = () => createFakeTabs({ locks: undefined, session, createId: () => `tab-${++count}` });
    const first = open();
    const duplicate = open();
    expect(duplicate.id).not.toBe(first.id);
    first.hide();
    expect(open().id).toBe(first.id);
    expect(first.canInherit).toBe(false);
  });
});
