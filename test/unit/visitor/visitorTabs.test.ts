import { describe, expect, it } from 'vitest';
import type { NamedVisitor } from '../../../frame/visitor/compareVisitors.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { ann, bob, chatIn, draft, load, nobody, reload, signedOut, start, stored } from '../../support/visitorTabs.ts';

describe('several tabs of one browser', () => {
  /** Two tabs in which Ann has chatted. */
  function twoTabs(visitor: NamedVisitor = ann) {
    const { browser, tab } = start(visitor);
    const other = load(browser, visitor);
    other.chat().write('cm-draft', 'draft of ann in the other tab');
    other.chat().write('cm-profile', 'token of ann in the other tab', 'identities.liveperson2');
    return { browser, tab, other };
  }

  it.each([
    ['somebody else signs in', bob],
    ['the visitor signs out', signedOut],
  ])('[CH-014][F-DL1][F-SE1] every tab drops everything at once when in one of them %s', (_, next) => {
    const { browser, tab, other } = twoTabs();
    tab.say(next);
    expect(other.departures()).toBe(1);
    expect(stored(tab, other)).not.toContain('of ann');
    expect(other.watch.isKnown).toBe(false);
    expect(browser.watchers.size).toBe(2);
  });

  it('[CH-014][F-DL1] a tab whose page still names the previous visitor is held, and opens when the page agrees', () => {
    const { tab, other } = twoTabs();
    tab.say(bob);
    other.events.length = 0;
    other.say({ ...ann });
    expect([other.watch.isKnown, other.events]).toEqual([false, []]);
    other.say(bob);
    expect([other.watch.isKnown, other.events]).toEqual([true, ['may open']]);
    expect(tab.watch.isKnown).toBe(true);
    expect(tab.departures()).toBe(1);
  });

  it('[CH-014] a held tab does not sign the new visitor out when its page notices that the old one has left', async () => {
    const clock = createFakeClock();
    const { browser, tab } = start();
    const other = load(browser, ann, { clock });
    tab.say(bob);
    other.say(nobody);
    await clock.advance(60_000);
    expect(tab.watch.isKnown).toBe(true);
    expect(tab.departures()).toBe(1);
    tab.say(signedOut);
    expect(other.watch.isKnown).toBe(true);
  });

  it('[CH-014] a tab that was overtaken by another visitor signs nobody out, whatever its page says late', async () => {
    const clock = createFakeClock();
    const { browser, tab } = start();
    const waiting = load(browser, { userId: 'ann@northwind.example' }, { clock });
    const guests = createFakeBrowser();
    const guest = load(guests, nobody, { clock });
    const user = load(guests, ann);

    tab.say(bob);
    tab.say({ ...bob, userId: 'bob@northwind.example' });
    user.say(bob);
    guest.say({ userId: 'ann@northwind.example' });
    await clock.advance(60_000);
    expect([waiting.watch.isKnown, guest.watch.isKnown]).toEqual([false, false]);
    expect([tab.departures(), user.departures()]).toEqual([1, 1]);
    expect([tab.watch.isKnown, user.watch.isKnown]).toEqual([true, true]);
  });

  it('[CH-014][F-SE1] two tabs with different visitors do not take turns', () => {
    const browser = createFakeBrowser();
    const events: (() => void)[] = [];
    browser.defer = (task) => void events.push(task);
    const tab = load(browser, ann);
    const other = load(browser, bob);
    let turns = 0;
    for (let task = events.shift(); task && turns < 1_000; task = events.shift()) {
      turns += 1;
      task();
    }
    expect(turns).toBeLessThan(50);
    expect([tab.watch.isKnown, other.watch.isKnown]).toEqual([false, true]);
  });

  it('[CH-014][SH-106] two pages that give one visitor different user ids do not take turns', () => {
    const browser = createFakeBrowser();
    const events: (() => void)[] = [];
    browser.defer = (task) => void events.push(task);
    const tabs = ['profile', 'page'].map((userId) => load(browser, { ...ann, userId }));
    let turns = 0;
    for (let task = events.shift(); task && turns < 1_000; task = events.shift()) {
      turns += 1;
      task();
    }
    expect(turns).toBeLessThan(50);
    expect(tabs.map((tab) => tab.watch.isKnown)).toEqual([true, true]);
  });

  it('[CH-014][F-SE1] a tab that is loaded after the change drops its own tokens and draft, and keeps what the new visitor has', () => {
    const { browser, tab, other } = twoTabs();
    // The other tab is asleep, and hears nothing.
    other.leave();
    tab.say(bob);
    chatIn(tab, 'bob');
    const page = load(browser, bob, { session: other.session });
    expect(JSON.stringify([...page.storage.areas.session])).not.toContain('of ann');
    expect(page.chat().read('cm-conversations')).toMatchObject([{ conversationId: 'of bob' }]);
    expect(page.watch.epoch).toBe(tab.watch.epoch);
    expect(tab.departures()).toBe(1);
  });

  it('[CH-014][F-SE1] a tab that comes back from the back-forward cache drops what belongs to somebody else', () => {
    const { browser, tab } = start();
    const other = load(browser, ann);
    other.chat().write('cm-draft', 'draft of ann in the other tab');
    const hears = [...browser.watchers];
    browser.watchers.clear();
    tab.say(bob);
    expect(stored(other)).toContain('of ann');
    for (const watcher of hears) browser.watchers.add(watcher);
    other.show();
    expect(other.departures()).toBe(1);
    expect(stored(other)).not.toContain('of ann');
    expect(other.watch.isKnown).toBe(false);
  });

  it('[CH-014][F-DL1] what a tab writes before it hears of the change is not read by anybody else', () => {
    const { browser, tab, other } = twoTabs();
    const events: (() => void)[] = [];
    browser.defer = (task) => void events.push(task);
    const chat = other.chat();
    // A tab in another process sees the old mark for a moment.
    const before = [...browser.local];
    tab.say(bob);
    const after = [...browser.local];
    browser.local.clear();
    for (const [name, value] of before) browser.local.set(name, value);
    chat.write('cm-conversations', [{ conversationId: 'of ann' }]);
    const late = browser.local.get('cm-conversations');
    browser.local.clear();
    for (const [name, value] of after) browser.local.set(name, value);
    if (late) browser.local.set('cm-conversations', late);
    expect(stored(tab)).toContain('of ann');
    expect(tab.chat().read('cm-conversations')).toBeUndefined();
    // From now on it sees the new mark, and changes nothing.
    chatIn(tab, 'bob');
    expect(chat.write('cm-conversations', [])).toBe(false);
    chat.remove('cm-conversations');
    chat.clear('cm-outbox');
    expect(tab.chat().read('cm-conversations')).toMatchObject([{ conversationId: 'of bob' }]);
    expect(tab.chat().suffixes('cm-outbox')).toEqual(['bot.1']);
  });

  it('[CH-014] a chat that is closed writes nothing for the next visitor of its tab', () => {
    const { tab } = start();
    const chat = tab.chat();
    tab.say(bob);
    expect(chat.write('cm-draft', 'draft of ann')).toBe(false);
    expect(draft(tab)).toBeUndefined();
    // Marketing attributes belong to the page.
    expect(chat.write('cm-marketing', { source: 'search' })).toBe(true);
    expect(tab.chat().read('cm-marketing')).toEqual({ source: 'search' });
  });

  it('[CH-014] a guest’s chat goes on in every tab when they sign in in one, and ends in every tab when they sign out', async () => {
    const clock = createFakeClock();
    const { browser, tab } = start(nobody);
    const other = load(browser, nobody, { clock });
    other.chat().write('cm-draft', 'draft of ann in the other tab');
    tab.say(ann);
    await clock.advance(60_000);
    expect([tab.departures(), other.departures()]).toEqual([0, 0]);
    expect(draft(other)).toBe('draft of ann in the other tab');
    // Its page does not name Ann, so a chat that opens there now would not restore hers.
    expect(other.watch.isKnown).toBe(false);
    tab.say(signedOut);
    expect([tab.departures(), other.departures()]).toEqual([1, 1]);
    expect(stored(tab, other)).not.toContain('of ann');
    expect(other.watch.isKnown).toBe(true);
  });

  it('[CH-014][F-DL12] the guest’s shared identity goes when the guest signs in', () => {
    const { browser, tab } = start(nobody);
    tab.chat().write('cm-profile-guest', [{ consumerId: 'guest-1' }], 'identities');
    const other = load(browser, nobody);
    const seen: unknown[] = [];
    other.storage.onChange(other.lifetime, (key) => {
      if (key === 'cm-profile-guest') seen.push(other.watch.isGuest);
    });
    tab.say(ann);
    expect(stored(tab)).not.toContain('guest-1');
    // The other tab knows then that the guest has signed in.
    expect(seen).toEqual([false]);
  });

  it('[CH-014] a page that is loaded is heard; a frame that is loaded again for the same page is not', () => {
    const browser = createFakeBrowser();
    const held = load(browser, ann, { startedAt: 17 });
    const tab = load(browser, bob);
    held.leave();
    const again = load(browser, ann, { startedAt: 17, session: held.session });
    expect([again.watch.isKnown, tab.watch.isKnown]).toEqual([false, true]);
    const reloaded = reload(browser, again, ann);
    expect([reloaded.watch.isKnown, tab.watch.isKnown, tab.departures()]).toEqual([true, false, 1]);
  });

  it('[CH-014] a frame that is loaded again for a page that names nobody any more waits like a page', async () => {
    const clock = createFakeClock();
    const { browser, tab } = start(ann, { startedAt: 17 });
    tab.leave();
    const again = load(browser, nobody, { startedAt: 17, session: tab.session, clock });
    expect(draft(again)).toBe('draft of ann');
    await clock.advance(10_000);
    expect(stored(again)).not.toContain('of ann');
  });

  it('[CH-014] a frame that is loaded again for a guest’s page while the visitor has signed in elsewhere stays closed', async () => {
    const browser = createFakeBrowser();
    const guest = load(browser, nobody, { startedAt: 17 });
    load(browser, ann);
    guest.leave();
    const again = load(browser, nobody, { startedAt: 17, session: guest.session });
    await again.watch.whenSettled(again.lifetime);
    expect(again.watch.isKnown).toBe(false);
  });

  it('[CH-014] two tabs that are the first of a browser agree on the visitor', () => {
    const browser = createFakeBrowser();
    const events: (() => void)[] = [];
    browser.defer = (task) => void events.push(task);
    const before = new Map(browser.local);
    const tab = load(browser, ann);
    browser.local.clear();
    for (const [name, value] of before) browser.local.set(name, value);
    const other = load(browser, ann);
    while (events.length > 0) events.shift()?.();
    expect(tab.watch.epoch).toBe(other.watch.epoch);
    expect([tab.watch.isKnown, other.watch.isKnown]).toEqual([true, true]);
  });

  it('[CH-014] a browser that keeps only the tab’s storage still tells visitors apart', () => {
    const { browser, tab } = start();
    browser.local.clear();
    const same = reload(browser, tab, ann);
    expect(draft(same)).toBe('draft of ann');
    browser.local.clear();
    expect(stored(reload(browser, same, bob))).not.toContain('of ann');
  });
});

describe('a page that loaded while the browser refused storage', () => {
  it('[CH-014][F-SE1] takes over the visitor of the other tabs when its page names somebody, and drops nothing of theirs', () => {
    const { browser, tab } = start(nobody);
    browser.isRefusing = true;
    const blind = load(browser, nobody);
    browser.isRefusing = false;
    expect(blind.watch.epoch).not.toBe(tab.watch.epoch);
    blind.say(ann);
    expect(blind.watch.epoch).toBe(tab.watch.epoch);
    expect(blind.watch.isKnown).toBe(true);
    expect(tab.departures()).toBe(0);
    expect(stored(tab)).toContain('text of ann');
  });

  it('[CH-014][F-SE1] signs out the visitor of the other tabs when its page names somebody else', () => {
    const browser = createFakeBrowser();
    const tab = load(browser, bob);
    chatIn(tab, 'bob');
    browser.isRefusing = true;
    const blind = load(browser, nobody);
    browser.isRefusing = false;
    blind.say(ann);
    expect(tab.departures()).toBe(1);
    expect(stored(tab)).not.toContain('of bob');
    expect(blind.watch.isKnown).toBe(true);
  });

  it('[CH-014][F-DL2] does not remove what the other tabs have stored', () => {
    const { browser } = start(nobody);
    browser.isRefusing = true;
    const blind = load(browser, nobody);
    browser.isRefusing = false;
    blind.chat().remove('cm-outbox', 'bot.1');
    blind.chat().clear('cm-conversations');
    expect([...browser.local.keys()]).toEqual(expect.arrayContaining(['cm-outbox.bot.1', 'cm-conversations']));
  });

  it('[CH-014][F-SE1] drops its chat when another tab signs somebody in', () => {
    const browser = createFakeBrowser();
    const tab = load(browser, ann);
    browser.isRefusing = true;
    const blind = load(browser, ann);
    browser.isRefusing = false;
    expect(blind.watch.isKnown).toBe(true);
    tab.say(bob);
    expect(blind.departures()).toBe(1);
    expect(blind.watch.isKnown).toBe(false);
  });

  it('[CH-014][F-DL2] keeps its chat when storage works again and its page says nothing new', () => {
    const browser = createFakeBrowser();
    load(browser, ann);
    browser.isRefusing = true;
    const blind = load(browser, ann);
    const { epoch } = blind.watch;
    browser.isRefusing = false;
    blind.watch.check();
    expect(blind.watch.epoch).toBe(epoch);
    expect(blind.departures()).toBe(0);
  });

  it('[CH-014] stores its own mark when there is no other', () => {
    const browser = createFakeBrowser();
    browser.isRefusing = true;
    const blind = load(browser, signedOut);
    browser.isRefusing = false;
    const { epoch } = blind.watch;
    blind.say(ann);
    expect(blind.watch.epoch).toBe(epoch);
    expect(stored(blind)).toContain(epoch);
  });
});

describe('the tokens of a visitor who leaves', () => {
  const tokenOf = (whose: string) => expect.objectContaining({ value: `token of ${whose}` });

  it.each([
    ['signs out', signedOut],
    ['is somebody else', bob],
  ])('[F-SE13] are handed over once when the visitor %s, before they are removed', (_, next) => {
    const { tab } = start();
    tab.say(next);
    tab.say({ ...next });
    expect(tab.dropped).toEqual([tokenOf('ann')]);
    expect(stored(tab)).not.toContain('token of ann');
  });

  it('[F-SE13] are handed over by each tab that has its own', () => {
    const { browser, tab } = start();
    const other = load(browser, ann);
    other.chat().write('cm-profile', 'token of ann in the other tab', 'identities.liveperson2');
    tab.say(signedOut);
    expect(tab.dropped).toEqual([tokenOf('ann')]);
    expect(other.dropped).toEqual([tokenOf('ann in the other tab')]);
  });

  it('[F-SE13] are handed over by a tab that was elsewhere meanwhile, when its next page loads', () => {
    const { browser, tab } = start();
    const other = load(browser, ann);
    other.chat().write('cm-profile', 'token of ann in the other tab', 'identities.liveperson2');
    other.leave();
    tab.say(signedOut);
    const page = reload(browser, other, signedOut);
    expect(page.dropped).toEqual([tokenOf('ann in the other tab')]);
  });

  it('[F-SE13] are handed over by a tab that has no mark in common with the others', () => {
    const { browser, tab } = start();
    const other = load(browser, ann, { isAllowed: () => false });
    other.storage.write(
      'cm-profile',
      { epoch: other.watch.epoch, value: 'token of ann in the other tab' },
      'identities',
    );
    tab.say(signedOut);
    expect(other.dropped).toEqual([tokenOf('ann in the other tab')]);
  });

  it('[F-SE13] stay when a guest signs in, and those of the next guest are not handed over by a tab that hears late', () => {
    const { browser, tab } = start(signedOut);
    tab.say(ann);
    expect(tab.dropped).toEqual([]);
    const other = load(browser, ann);
    tab.say(signedOut);
    tab.chat().write('cm-profile-guest', [{ token: 'token of the next guest' }], 'identities');
    other.show();
    expect(JSON.stringify([tab.dropped, other.dropped])).not.toContain('next guest');
    expect(stored(tab)).toContain('token of the next guest');
  });

  it('[F-SE13][F-AD16] the visitor can leave although the page still names them: everything goes, in all tabs', () => {
    const { browser, tab } = start();
    const other = load(browser, ann);
    chatIn(other, 'ann');
    const { epoch } = tab.watch;
    tab.watch.leave();
    expect([tab.departures(), other.departures()]).toEqual([1, 1]);
    expect(stored(tab, other)).not.toContain('of ann');
    expect(tab.watch.epoch).not.toBe(epoch);
    expect(other.watch.epoch).toBe(tab.watch.epoch);
    for (const one of [tab, other]) {
      one.watch.check();
      expect(one.watch.isKnown).toBe(true);
    }
    expect([tab.departures(), other.departures()]).toEqual([1, 1]);
  });
});
