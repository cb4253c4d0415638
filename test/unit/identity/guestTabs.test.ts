import { describe, expect, it } from 'vitest';
import { createInTurn } from '../../../frame/identity/inTurn.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { Locks } from '../../../frame/platform/tabs.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLocks } from '../../support/fakeTabs.ts';
import { createIdentityBrowser } from '../../support/identityTabs.ts';

type Settled = { consumerId: string; token: string | undefined } | undefined;

/** Waits for promises that need the clock. */
async function settleAfter<T>(
  clock: ReturnType<typeof createFakeClock>,
  ms: number,
  all: readonly Promise<T>[],
): Promise<T[]> {
  await clock.advance(ms);
  return Promise.all(all);
}

const refusing: Locks = { request: () => Promise.reject(new DOMException('refused', 'SecurityError')) };

describe('a guest in several tabs', () => {
  it('[CH-169][F-DL12] is one guest, in a tab that opens later and after the first is closed', async () => {
    const { clock, openTab, guests, callsTo } = createIdentityBrowser();
    const first = openTab();
    const [one] = await settleAfter(clock, 200, [first.find()]);
    const second = openTab();
    expect(await second.find()).toEqual(one);
    first.lifetime.end();
    expect(await openTab().find()).toEqual(one);
    expect(guests()).toBe(1);
    expect(callsTo('/session')).toHaveLength(1);
  });

  it.each([
    ['with locks', createFakeLocks()],
    ['in a browser that refuses locks', refusing],
    ['in a browser without locks', undefined],
  ])('[CH-169][F-DL12] is one guest in two tabs that open at once, %s', async (_, locks) => {
    const { clock, openTab } = createIdentityBrowser({ locks });
    const tabs = [openTab(), openTab(), openTab()];
    await settleAfter(
      clock,
      1_000,
      tabs.map((tab) => tab.find()),
    );
    const found = (await Promise.all(tabs.map((tab) => tab.find()))) as Settled[];
    expect(new Set(found.map((one) => one?.consumerId)).size).toBe(1);
    expect(new Set(found.map((one) => one?.token)).size).toBe(1);
  });

  it('[CH-161][F-DL12] with locks, the second tab does not ask the broker', async () => {
    const { clock, openTab, callsTo } = createIdentityBrowser();
    const tabs = [openTab(), openTab()];
    await settleAfter(
      clock,
      1_000,
      tabs.map((tab) => tab.find()),
    );
    expect(callsTo('/session')).toHaveLength(1);
  });

  it('[F-DL12] a tab that answered later takes over the other one’s guest, and says so to its channels', async () => {
    const { clock, browser, openTab } = createIdentityBrowser({ locks: undefined });
    const events: (() => void)[] = [];
    browser.defer = (task) => void events.push(task);
    const tabs = [openTab(), openTab()] as const;
    // Neither sees the other's guest in time, as in two processes.
    const wait = Promise.all(tabs.map((tab) => tab.find()));
    await clock.advance(99);
    const local = browser.local;
    const get = local.get.bind(local);
    local.get = (name) => (name.startsWith('cm-profile-guest') ? undefined : get(name));
    await clock.advance(100);
    local.get = get;
    const [one, two] = await wait;
    expect(one?.consumerId).not.toBe(two?.consumerId);
    for (const event of events.splice(0)) event();
    expect((await tabs[0].find())?.consumerId).toBe((await tabs[1].find())?.consumerId);
    expect([...tabs[0].changes, ...tabs[1].changes]).toContain('liveperson2');
  });

  it('[CH-171][F-DL12] stays one guest when the service refuses the token in both tabs', async () => {
    const { clock, openTab, guests, callsTo } = createIdentityBrowser();
    const tabs = [openTab(), openTab()] as const;
    await settleAfter(
      clock,
      1_000,
      tabs.map((tab) => tab.find()),
    );
    const fresh = await settleAfter(
      clock,
      1_000,
      tabs.map((tab) => tab.store.refresh('liveperson2')),
    );
    expect(fresh[0]?.token).toBe(fresh[1]?.token);
    expect(fresh[0]?.consumerId).toBe('guest-1');
    expect(callsTo('/identity')).toHaveLength(1);
    // The second refusal is of the new token.
    const [again] = await settleAfter(clock, 1_000, [tabs[1].store.refresh('liveperson2')]);
    expect(again?.token).not.toBe(fresh[0]?.token);
    expect(guests()).toBe(1);
  });

  it('[CH-169] a token of a signed-in visitor stays in the session storage of its tab', async () => {
    const page = createIdentityBrowser();
    page.person.isGuest = false;
    const [first, second] = [page.openTab(), page.openTab()];
    await settleAfter(page.clock, 1_000, [first.find(), second.find()]);
    expect([...page.browser.local.keys()]).toEqual([]);
    expect([...first.session.keys()].every((key) => key.startsWith('cm-profile'))).toBe(true);
  });

  it('[CH-169][CH-174] a guest who signs in at the service is no guest any more, in any tab', async () => {
    const { clock, person, browser, openTab } = createIdentityBrowser();
    const [first, second] = [openTab(), openTab()];
    await settleAfter(clock, 1_000, [first.find(), second.find()]);
    expect(JSON.stringify([...browser.local])).toContain('guest-1');
    person.signedInAs = 'ana';
    first.signIn();
    await clock.advance(1_000);
    const found = await Promise.all([first.find(), second.find()]);
    expect(found.map((one) => [one?.consumerId, one?.isLoggedIn])).toEqual([
      ['ana', true],
      ['ana', true],
    ]);
    expect(second.changes).toContain('liveperson2');
    expect([...browser.local.keys()]).toEqual([]);
    // Neither does a reload bring the guest back.
    const again = openTab(first.session);
    expect((await again.find())?.consumerId).toBe('ana');
  });

  it('[F-DL12] without locks, a slow answer does not replace the guest who already chats', async () => {
    const { clock, broker, openTab, guests } = createIdentityBrowser({ locks: undefined });
    const [first, second] = [openTab(), openTab()];
    broker.delayMs = 5_000;
    const slow = second.find();
    await clock.advance(0);
    broker.delayMs = 100;
    const [fast] = await settleAfter(clock, 200, [first.find()]);
    await clock.advance(5_000);
    expect(guests()).toBe(2);
    expect((await slow)?.consumerId).toBe(fast?.consumerId);
    expect((await first.find())?.consumerId).toBe(fast?.consumerId);
    expect(first.changes).toEqual([]);
  });

  it('[CH-174] a visitor who is signed in at the services does not become another tab’s guest, nor after a reload', async () => {
    const { clock, person, openTab } = createIdentityBrowser();
    const [first, second] = [openTab(), openTab()];
    await settleAfter(clock, 1_000, [first.find(), second.find()]);
    person.signedInAs = 'ana';
    first.signIn();
    await clock.advance(100);
    // The service does not know the other tab, which stays a guest.
    person.signedInAs = undefined;
    await clock.advance(1_000);
    expect((await second.find())?.consumerId).toBe('guest-1');
    expect((await first.find())?.consumerId).toBe('ana');
    expect((await openTab(first.session).find())?.consumerId).toBe('ana');
  });

  it('[CH-174] a tab that one of two services still has as a guest does not make a guest’s tab request identities again and again', async () => {
    const { clock, person, broker, openTab, callsTo } = createIdentityBrowser();
    const [first, second] = [openTab(), openTab()];
    await settleAfter(clock, 1_000, [first.find(), second.find()]);
    broker.delayMs = 10;
    person.signedInAs = 'ana';
    person.guestAt = 'lemessaging';
    first.signIn();
    await clock.advance(10);
    // The services do not know the other tab.
    person.signedInAs = undefined;
    await clock.advance(5_000);
    expect(callsTo('/identity')).toHaveLength(2);
    expect((await first.find())?.consumerId).toBe('ana');
    expect((await second.find())?.isLoggedIn).toBe(false);
  });

  it('[CH-014][CH-169] keeps the conversation of a guest who signs in to the page, in each tab’s own storage', async () => {
    const { clock, person, browser, openTab } = createIdentityBrowser();
    const tabs = [openTab(), openTab()];
    await settleAfter(
      clock,
      1_000,
      tabs.map((tab) => tab.find()),
    );
    person.isGuest = false;
    browser.local.clear();
    for (const { session } of tabs) expect((await openTab(session).find())?.consumerId).toBe('guest-1');
  });

  it('stores nothing from an answer that arrives after the visitor has left', async () => {
    const { clock, browser, openTab } = createIdentityBrowser();
    const tab = openTab();
    const lost = tab.find().catch((error: Error) => error.name);
    await clock.advance(50);
    tab.lifetime.end();
    await clock.advance(1_000);
    expect(await lost).toBe('AbortError');
    expect([...browser.local.keys(), ...tab.session.keys()]).toEqual([]);
  });
});

describe('turns', () => {
  it('waits no longer than 5 s for a tab that does not finish', async () => {
    const clock = createFakeClock();
    const locks = createFakeLocks();
    const turn = () => createInTurn({ clock, lifetime: createLifetime(), locks });
    void turn()(() => new Promise(() => {}));
    const done: string[] = [];
    void turn()(async () => void done.push('second'));
    await clock.advance(4_999);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual(['second']);
    expect(clock.pending).toBe(0);
  });

  it('runs a task once, and passes its error on', async () => {
    let runs = 0;
    const inTurn = createInTurn({ clock: createFakeClock(), lifetime: createLifetime(), locks: createFakeLocks() });
    await expect(
      inTurn(async () => {
        runs += 1;
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(runs).toBe(1);
    expect(await inTurn(async () => 'next')).toBe('next');
  });
});

describe('a guest who becomes a person', () => {
  it('[F-CH19][CH-035] is asked for anew at the broker, and keeps the guest’s id in the question', async () => {
    const { clock, openTab, person, callsTo } = createIdentityBrowser();
    const tab = openTab();
    const [guest] = await settleAfter(clock, 200, [tab.find()]);
    person.signedInAs = 'ann';
    tab.store.maySignIn();
    await clock.advance(300);
    expect((await tab.find())?.consumerId).toBe('ann');
    expect(tab.changes).toEqual(['liveperson2', 'lemessaging']);
    // So that the service can give the person the guest's conversation.
    expect(callsTo('/identity')[0]?.body).toMatchObject({
      tokenIdentities: expect.arrayContaining([{ consumerId: guest?.consumerId, service: 'liveperson2' }]),
    });
  });

  it('[F-CH19][CH-035] is found on the page after the sign-in, although the guest’s token is still valid', async () => {
    const { clock, openTab, person, browser } = createIdentityBrowser();
    const tab = openTab();
    await settleAfter(clock, 200, [tab.find()]);
    tab.lifetime.end();
    browser.local.set('cm-sign-in', JSON.stringify({ epoch: 'epoch-1', value: clock.now() }));
    person.signedInAs = 'ann';
    const next = openTab(tab.session);
    // As `openIdentity.ts` does when the visitor went to the sign-in page.
    next.store.maySignIn();
    await clock.advance(300);
    expect((await next.find())?.consumerId).toBe('ann');
    expect(browser.local.has('cm-sign-in')).toBe(false);
  });

  it('[F-CH19] who has not signed in stays the same guest', async () => {
    const { clock, openTab, guests } = createIdentityBrowser();
    const tab = openTab();
    const [guest] = await settleAfter(clock, 200, [tab.find()]);
    tab.store.maySignIn();
    await clock.advance(300);
    expect([(await tab.find())?.consumerId, guests()]).toEqual([guest?.consumerId, 1]);
  });
});
