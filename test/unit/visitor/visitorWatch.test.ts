import { describe, expect, it, vi } from 'vitest';
import { createChatDoor } from '../../../frame/chat/door.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { visitorHash } from '../../../frame/visitor/visitorMark.ts';
import { createChatBench } from '../../support/chatBench.ts';
import { emptyConversation } from '../../support/emptyConversation.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { ann, bob, draft, load, nobody, reload, signedOut, start, stored } from '../../support/visitorTabs.ts';

describe('a change of visitor in one tab', () => {
  it('[CH-014] a visitor whom the page no longer names is signed out, whatever else the page sends meanwhile', async () => {
    const clock = createFakeClock();
    const { tab } = start(ann, { clock });
    for (let turn = 0; turn < 4; turn += 1) {
      tab.say({ ...nobody });
      await clock.advance(3_000);
    }
    expect(tab.departures()).toBe(1);
    expect(stored(tab)).not.toContain('of ann');
    await clock.advance(60_000);
    expect(tab.departures()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('[CH-014] a wait for the visitor ends with its lifetime, also if that has ended before', async () => {
    const { browser } = start();
    const page = load(browser, nobody);
    const errors: unknown[] = [];
    const [early, late] = [createLifetime(), createLifetime((error) => errors.push(error))];
    const waits = [page.watch.whenSettled(early)];
    early.end();
    late.end();
    waits.push(page.watch.whenSettled(late));
    await Promise.all(waits);
    expect([page.watch.isKnown, errors]).toEqual([false, []]);
  });

  it('[CH-014] a short time without a name is not a sign-out', async () => {
    const clock = createFakeClock();
    const { tab } = start(ann, { clock });
    tab.say(nobody);
    await clock.advance(9_999);
    tab.say(ann);
    await clock.advance(60_000);
    expect(tab.departures()).toBe(0);
    expect(draft(tab)).toBe('draft of ann');
  });

  it.each([
    ['signs out', signedOut],
    ['signs out and the page still has the id', { ...ann, signedin: false }],
    ['is somebody else', bob],
  ])('[CH-014][CH-052] removes everything at once when the visitor %s', (_, next) => {
    const { tab } = start();
    tab.say(next);
    expect(tab.departures()).toBe(1);
    expect(stored(tab)).not.toContain('of ann');
    expect(tab.watch.isKnown).toBe(true);
    tab.say({ ...next });
    expect(tab.departures()).toBe(1);
  });

  it.each([
    ['signed out', signedOut],
    ['somebody else', bob],
  ])('[CH-014][CH-052] removes everything when the next page says %s', (_, next) => {
    const { browser, tab } = start();
    const page = reload(browser, tab, next);
    expect(stored(page)).not.toContain('of ann');
    expect(page.watch.isKnown).toBe(true);
  });

  it('[CH-014][CH-052] the same visitor keeps everything on the next page', () => {
    const { browser, tab } = start();
    const page = reload(browser, tab, ann);
    expect(draft(page)).toBe('draft of ann');
    expect(page.chat().read('cm-conversations')).toHaveLength(1);
    expect(page.watch.isKnown).toBe(true);
  });

  it('[CH-014][SH-105][SH-106] the same visitor keeps everything, whichever id arrives first', () => {
    const { browser, tab } = start({ userId: 'IBMid-1' });
    tab.say({ iui: '50YT', userId: 'IBMid-1' });
    // The next page names them in the same order. A page's own user id may differ from the one of the profile.
    const page = reload(browser, tab, { userId: 'IBMid-1' });
    page.say({ iui: '50YT', userId: 'ann' });
    expect(draft(page)).toBe('draft of ann');
    page.say({ userId: 'IBMid-2' });
    expect(draft(page)).toBeUndefined();
  });

  it('[CH-014][SH-106] a visitor whom the page names by another id counts as another after 10 s', async () => {
    const { browser, tab } = start({ userId: 'ann' });
    const clock = createFakeClock();
    const page = reload(browser, tab, bob, { clock });
    expect(page.watch.isKnown).toBe(false);
    await clock.advance(10_000);
    expect(stored(page)).not.toContain('of ann');
    expect(page.watch.isKnown).toBe(true);
  });

  it('[CH-014][SH-106] an open chat closes while the page names its visitor by another id only, and opens again if they are the same', async () => {
    const clock = createFakeClock();
    const { tab } = start({ iui: 'ann', userId: 'IBMid-1' }, { clock });
    tab.say({ iui: 'ann' });
    expect(tab.departures()).toBe(0);
    const { tab: other } = start({ userId: 'IBMid-1' }, { clock });
    other.say({ iui: 'ann' });
    expect([other.departures(), other.watch.isKnown]).toEqual([1, false]);
    await clock.advance(9_000);
    other.say({ iui: 'ann', userId: 'IBMid-1' });
    await clock.advance(60_000);
    expect([draft(other), other.watch.isKnown]).toEqual(['draft of ann', true]);
  });

  it('[CH-014] an anonymous conversation continues after a sign-in, on this page and on the next', () => {
    const { browser, tab } = start(signedOut);
    const before = tab.watch.epoch;
    tab.say(ann);
    expect(tab.departures()).toBe(0);
    const page = reload(browser, tab, ann);
    expect(draft(page)).toBe('draft of ann');
    expect(page.watch.epoch).toBe(before);
  });

  it('[CH-014] compares and stores nothing without consent, and catches up with it', () => {
    let isAllowed = false;
    const browser = createFakeBrowser();
    const tab = load(browser, ann, { isAllowed: () => isAllowed });
    expect(stored(tab)).toBe('[]');
    isAllowed = true;
    tab.watch.check();
    expect(tab.watch.isKnown).toBe(true);
  });

  it('[CH-169] stores salted hashes and no id', () => {
    const { tab } = start({ iui: 'ann', userId: 'ann@northwind.example' });
    expect(stored(tab)).not.toMatch(/"ann"|northwind/);
    expect(visitorHash('ann', 'a')).not.toBe(visitorHash('ann', 'b'));
  });

  it('[CH-014] no two of 200,000 ids have the same hash', () => {
    const hashes = new Set(Array.from({ length: 200_000 }, (_, id) => visitorHash(`user-${id}`, 'salt')));
    expect(hashes.size).toBe(200_000);
  });

  it('[CH-014] the mark of an earlier version names nobody who can be compared, so nothing is kept for them', () => {
    const browser = createFakeBrowser();
    browser.local.set('cm-visitor', '{"iui":"1n8fzxs"}');
    browser.local.set('cm-conversations', '[{"adapterId":"bot","localId":"l","conversationId":"of ann"}]');
    const tab = load(browser, bob, { session: new Map([['cm-draft', '"draft of ann"']]) });
    expect(stored(tab)).not.toContain('of ann');
    expect(tab.watch.isKnown).toBe(true);
  });
});

describe('a page that names nobody', () => {
  it('[CH-014][F-SE2] has signed the visitor out who was named before, after 10 s in which nothing of theirs is shown', async () => {
    const { browser, tab } = start();
    const clock = createFakeClock();
    const page = reload(browser, tab, nobody, { clock });
    let isSettled = false;
    void page.watch.whenSettled(createLifetime()).then(() => {
      isSettled = true;
    });
    await clock.advance(9_999);
    expect([isSettled, page.watch.isKnown]).toEqual([false, false]);
    expect(stored(page)).toContain('of ann');
    await clock.advance(1);
    expect([isSettled, page.watch.isKnown, page.watch.isGuest]).toEqual([true, true, true]);
    expect(stored(page)).not.toContain('of ann');
    expect(page.departures()).toBe(0);
  });

  it('[CH-014][SH-106] loses nothing if it names the visitor late', async () => {
    const { browser, tab } = start();
    const clock = createFakeClock();
    const page = reload(browser, tab, nobody, { clock });
    await clock.advance(5_000);
    page.say(ann);
    await page.watch.whenSettled(createLifetime());
    await clock.advance(60_000);
    expect(draft(page)).toBe('draft of ann');
    expect(clock.pending).toBe(0);
  });

  it('[CH-014] restores what a guest has stored at once', () => {
    const { browser, tab } = start(nobody);
    const page = reload(browser, tab, nobody);
    expect([page.watch.isKnown, draft(page)]).toEqual([true, 'draft of ann']);
  });

  it('[CH-014] says nothing where only some pages name the visitor', async () => {
    const clock = createFakeClock();
    const options = { clock, namedOn: 'somePages' } as const;
    const { browser, tab } = start(ann, options);
    const page = reload(browser, tab, nobody, options);
    expect(page.watch.isKnown).toBe(true);
    await clock.advance(60_000);
    expect(draft(page)).toBe('draft of ann');
    expect(page.watch.isGuest).toBe(false);
    // Sign-outs that a page does tell about count as before.
    page.say(ann);
    page.say(nobody);
    await clock.advance(10_000);
    expect(page.departures()).toBe(1);
    expect(stored(page)).not.toContain('of ann');
  });

  it('the wait ends with the chat that waits', async () => {
    const { browser, tab } = start();
    const page = reload(browser, tab, nobody);
    const own = createLifetime();
    const settled = page.watch.whenSettled(own);
    own.end();
    await settled;
    expect(page.watch.isKnown).toBe(false);
  });
});

describe('the room', () => {
  it('[CH-014] opens the room again, even during a conversation', async () => {
    const lifetimes: { readonly ended: boolean }[] = [];
    const summaries: unknown[] = [];
    const door = createChatDoor({
      clock: createFakeClock(),
      log: createFakeLog(),
      lifetime: createLifetime(),
      isLoggedIn: () => false,
      onChange: (summary) => summaries.push(summary),
      createPorts: (own) => {
        lifetimes.push(own);
        return new Promise(() => {});
      },
    });
    door.open([{ service: 'bot' }]);
    door.restart();
    expect(lifetimes.map((one) => one.ended)).toEqual([true, false]);
    expect(summaries).toEqual([undefined]);
  });
});

it('[CH-016] services that are named during a conversation replace the room once the window is empty', async () => {
  const asked: unknown[] = [];
  const bench = createChatBench();
  const door = createChatDoor({
    clock: createFakeClock(),
    log: createFakeLog(),
    lifetime: createLifetime(),
    isLoggedIn: () => false,
    onChange: () => {},
    createPorts: async (_, entries) => {
      asked.push(entries);
      return bench.ports;
    },
  });
  const settle = (isTrue: () => boolean) => vi.waitFor(() => expect(isTrue()).toBe(true), 30_000);
  door.open([{ service: 'bot' }]);
  await settle(() => door.isReady);
  const state = door.store?.state;
  if (!state) throw new Error('the room did not open');
  state.conversations = [emptyConversation];
  door.open([{ service: 'liveperson' }]);
  state.conversations = [{ ...emptyConversation, state: 'ended' }];
  await settle(() => asked.length === 1);
  state.conversations = [];
  await settle(() => asked.length === 2);
  expect(asked[1]).toEqual([{ service: 'liveperson' }]);
});
