import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FrameStorage } from '../../frame/platform/storage.ts';
import type { NamedVisitor } from '../../frame/visitor/compareVisitors.ts';
import { createFakeClock, type FakeClock } from '../support/fakeClock.ts';
import { createFakeBrowser, type FakeBrowser } from '../support/fakeStorage.ts';
import { load, type Tab } from '../support/visitorTabs.ts';

const pages: readonly NamedVisitor[] = [
  { iui: 'ann' },
  { iui: 'bob' },
  { userId: 'ann' },
  { iui: 'ann', userId: 'ann' },
  { iui: 'bob', userId: 'bob' },
  {},
  { signedin: false },
  { iui: 'ann', signedin: false },
];

const tab = fc.integer({ min: 0, max: 2 });
const page = fc.integer({ min: 0, max: pages.length - 1 });
const actions = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('load' as const, 'say' as const), tab, page }),
    fc.record({ type: fc.constantFrom('close' as const, 'write' as const, 'write' as const, 'show' as const), tab }),
    fc.record({ type: fc.constant('deliver' as const), amount: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ type: fc.constant('wait' as const), amount: fc.constantFrom(1_000, 6_000, 10_000) }),
  ),
  { maxLength: 40, size: 'max' },
);

const keys = ['cm-draft', 'cm-conversations'] as const;
const nameOf = ({ iui, userId, signedin }: NamedVisitor): string =>
  signedin === false ? 'guest' : (iui ?? userId ?? 'guest');

/** A tab with the chat that runs in it. Every value names the visitor who wrote it. */
interface OpenTab {
  readonly tab: Tab;
  page: NamedVisitor;
  chat: FrameStorage | undefined;
  owner: string;
}

/** Tabs of one browser, with the chat's part of the rules. Throws when a chat reads what somebody else wrote. */
function createModel(browser: FakeBrowser, clock: FakeClock) {
  const open: (OpenTab | undefined)[] = [undefined, undefined, undefined];
  const sessions = open.map(() => new Map<string, string>());

  function read({ chat, owner }: OpenTab, others: readonly string[]): void {
    for (const key of keys) {
      const value = chat?.read(key);
      if (value !== undefined && value !== owner && !others.includes(String(value)))
        throw new Error(`The chat of ${owner} reads ${key} of ${value}.`);
    }
  }

  /** What the room does after every change: a chat whose visitor has left closes, and one that may open opens. */
  function update(): void {
    for (const one of open) {
      if (!one) continue;
      if (one.tab.events.splice(0).includes('left')) one.chat = undefined;
      const name = nameOf(one.page);
      if (one.chat && one.owner === 'guest') one.owner = name;
      if (!one.chat && one.tab.watch.isKnown) {
        one.chat = one.tab.chat();
        one.owner = name;
        // A guest reads what guests wrote, and a visitor who has signed in also what they wrote before.
        read(one, ['guest']);
      }
      if (one.chat && one.owner !== 'guest') read(one, ['guest']);
    }
  }

  const close = (at: number): void => {
    open[at]?.tab.leave();
    open[at] = undefined;
  };

  return {
    update,
    close,
    load(at: number, visitor: NamedVisitor): void {
      close(at);
      const session = sessions[at] ?? new Map();
      open[at] = { tab: load(browser, visitor, { session, clock }), page: visitor, chat: undefined, owner: 'guest' };
    },
    say(at: number, visitor: NamedVisitor): void {
      const one = open[at];
      if (!one) return;
      one.page = visitor;
      one.tab.say(visitor);
    },
    write(at: number): void {
      const one = open[at];
      for (const key of keys) one?.chat?.write(key, one.owner);
    },
    show: (at: number) => open[at]?.tab.show(),
    /** What is stored in this browser, and in the tabs that are open. */
    stored: (): string =>
      JSON.stringify([...browser.local, ...sessions.flatMap((session, at) => (open[at] ? [...session] : []))]),
  };
}

it('[CH-014][F-DL1][F-SE1] in any tabs, in any order, nobody reads what another visitor wrote, and the tabs come to rest', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (steps) => {
      const browser = createFakeBrowser();
      const events: (() => void)[] = [];
      browser.defer = (task) => void events.push(task);
      const clock = createFakeClock();
      const model = createModel(browser, clock);
      for (const step of steps) {
        if (step.type === 'deliver') for (const event of events.splice(0, step.amount)) event();
        else if (step.type === 'wait') await clock.advance(step.amount);
        else if (step.type === 'load' || step.type === 'say') model[step.type](step.tab, pages[step.page] ?? {});
        else model[step.type](step.tab);
        model.update();
      }
      let count = 0;
      for (let event = events.shift(); event; event = events.shift()) {
        event();
        model.update();
        count += 1;
        expect(count).toBeLessThan(1_000);
      }
      await clock.advance(10_000);
      for (let event = events.shift(); event; event = events.shift()) event();
      model.update();
      // At rest, nothing of one user is left where the other one is.
      expect(model.stored()).not.toMatch(/"value":"ann".*"value":"bob"|"value":"bob".*"value":"ann"/);
    }),
    { numRuns: 2_000 },
  );
});
