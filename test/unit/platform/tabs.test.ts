import { describe, expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeLocks, createFakeTabs } from '../../support/fakeTabs.ts';

describe('tabs of one browser', () => {
  function createBrowser(locks = createFakeLocks()) {
    let count = 0;
    return {
      open(lifetime = createLifetime()) {
        return Object.assign(createFakeTabs({ lifetime, locks, createId: () => `tab-${++count}` }), { lifetime });
      },
    };
  }

  it('[REL-25] one other tab takes the place of a tab that is closed', async () => {
    const { open } = createBrowser();
    const [first, second, third] = [open(), open(), open()];
    await settle();
    const heirs: string[] = [];
    second.inherit(first.id, second.lifetime, () => heirs.push('second'));
    third.inherit(first.id, third.lifetime, () => heirs.push('third'));
    await settle();
    expect(heirs).toEqual([]);
    expect(second.holds(first.id)).toBe(false);
    first.lifetime.end();
    await settle();
    expect(heirs).toEqual(['second']);
    expect([second.holds(first.id), third.holds(first.id)]).toEqual([true, false]);
    second.lifetime.end();
    await settle();
    expect(heirs).toEqual(['second', 'third']);
  });

  it('[REL-11][REL-25] gives its place up when it goes into the back-forward cache, and returns under a new id', async () => {
    const { open } = createBrowser();
    const [first, second] = [open(), open()];
    await settle();
    const oldId = first.id;
    let hasInherited = false;
    second.inherit(oldId, second.lifetime, () => {
      hasInherited = true;
    });
    first.hide();
    await settle();
    expect(hasInherited).toBe(true);
    const ids: string[] = [];
    first.onNewId(first.lifetime, () => ids.push(first.id));
    first.show();
    expect(ids).toEqual([first.id]);
    expect(first.id).not.toBe(oldId);
    expect(first.holds(oldId)).toBe(false);
    expect(first.holds(first.id)).toBe(true);
  });

  it('does not inherit when nobody is interested any more', async () => {
    const { open } = createBrowser();
    const [first, second] = [open(), open()];
    const interest = createLifetime();
    let hasInherited = false;
    second.inherit(first.id, interest, () => {
      hasInherited = true;
    });
    await settle();
    interest.end();
    first.lifetime.end();
    await settle();
    expect(hasInherited).toBe(false);
    expect(second.holds(first.id)).toBe(false);
  });

  it('[REL-26] acts for itself only where the browser refuses locks', async () => {
    const tabs = createFakeTabs({ locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
    await settle();
    expect(tabs.canInherit).toBe(false);
    expect(tabs.holds(tabs.id)).toBe(true);
  });

  it('remembers its id when the room is closed and opened again in the same page', () => {
    const session = new Map<string, string>();
    let count = 0;
    const open = (lifetime = createLifetime()) =>
      createFakeTabs({ lifetime, session, createId: () => `tab-${++count}` });
    const lifetime = createLifetime();
    const first = open(lifetime);
    lifetime.end();
    const second = open();
    expect([second.previousId, second.id]).toEqual([first.id, 'tab-2']);
    expect(open().previousId).toBeUndefined();
  });

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
