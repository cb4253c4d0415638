import { describe, expect, it } from 'vitest';
import { type FrameKey, frameKeys, leftKeys } from '../../../frame/platform/storage.ts';
import type { NamedVisitor } from '../../../frame/visitor/compareVisitors.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { ann, bob, load, nobody, reload, signedOut, type Tab, type TabOptions } from '../../support/visitorTabs.ts';

/** Keys that the watch itself writes. */
const ownKeys: readonly FrameKey[] = ['cm-visitor', 'cm-tab-visitor', 'cm-left', 'cm-tab-left'];
const filled = (Object.keys(frameKeys) as FrameKey[]).filter((key) => !ownKeys.includes(key));

function fill({ storage }: Tab): void {
  for (const key of filled) storage.write(key, 'of ann', 'x');
}
const left = ({ storage }: Tab): readonly FrameKey[] => filled.filter((key) => storage.suffixes(key).length > 0);
const kept = filled.filter((key) => !leftKeys.includes(key));
const keptOf = (area: 'local' | 'session') => kept.filter((key) => frameKeys[key] === area);

const pages: readonly (readonly [string, TabOptions])[] = [
  ['with a chat', {}],
  ['without a chat', { isKept: false }],
  ['without consent for chat', { isAllowed: () => false }],
];

/** Two tabs of Ann, each with an entry under every name. */
function openTabs(options: TabOptions, visitor: NamedVisitor = ann) {
  const browser = createFakeBrowser();
  const [tab, other] = [load(browser, visitor, options), load(browser, visitor, options)];
  for (const one of [tab, other]) fill(one);
  return { browser, tab, other };
}

describe.each(pages)('every store of a person, on a page %s', (_, options) => {
  it.each<[string, NamedVisitor]>([
    ['signs out', signedOut],
    ['is replaced by another', bob],
  ])('[CH-014] goes in all tabs when the visitor %s, and the next page keeps nothing', (_how, next) => {
    const { browser, tab, other } = openTabs(options);
    tab.say(next);
    for (const one of [tab, other]) {
      expect(left(one)).toEqual(kept);
      expect(one.departures()).toBe(1);
    }
    expect(left(reload(browser, other, next, options))).toEqual(kept);
  });

  it('[CH-014] goes after 10 s when the page stops naming the visitor', async () => {
    const clock = createFakeClock();
    const { tab, other } = openTabs({ ...options, clock });
    tab.say(nobody);
    await clock.advance(9_999);
    expect(left(tab)).toEqual(filled);
    await clock.advance(1);
    expect([left(tab), left(other)]).toEqual([kept, kept]);
  });

  it('[CH-014] stays in all tabs when a guest signs in, except the identities of the guest', () => {
    const { tab, other } = openTabs(options, nobody);
    tab.say(ann);
    const stays = filled.filter((key) => key !== 'cm-profile-guest');
    expect([left(tab), left(other), tab.departures(), other.departures()]).toEqual([stays, stays, 0, 0]);
  });

  it('[CH-014][F-SE1] goes from a page that is restored after the visitor has left in another tab', () => {
    const { browser, tab, other } = openTabs(options);
    const hears = [...browser.watchers];
    browser.watchers.clear();
    tab.say(bob);
    for (const watcher of hears) browser.watchers.add(watcher);
    other.show();
    expect([left(other), other.departures()]).toEqual([kept, 1]);
    other.show();
    expect(other.departures()).toBe(1);
  });

  it('[CH-014] of a tab that was elsewhere meanwhile goes with its next page', () => {
    const { browser, tab, other } = openTabs(options);
    other.leave();
    tab.say(bob);
    fill(tab);
    const page = load(browser, bob, { ...options, session: other.session });
    const session = left(page).filter((key) => frameKeys[key] === 'session');
    expect(session).toEqual(keptOf('session'));
  });

  it('[CH-014] survives a user object that changes every second, and goes once for each change of person', async () => {
    const clock = createFakeClock();
    const { tab, other } = openTabs({ ...options, clock });
    for (let turn = 0; turn < 30; turn += 1) {
      tab.say(turn % 2 === 0 ? nobody : ann);
      await clock.advance(1_000);
    }
    expect([tab.departures(), other.departures(), left(tab)]).toEqual([0, 0, filled]);
    for (let turn = 0; turn < 10; turn += 1) tab.say(turn % 2 === 0 ? bob : ann);
    expect([tab.departures(), left(tab)]).toEqual([10, kept]);
    // It has let go of what it had, once: its page has said nothing new since.
    expect(other.departures()).toBeGreaterThan(0);
    await clock.advance(60_000);
    expect(clock.pending).toBe(0);
  });

  it('[CH-014] works with storage that is blocked, and that is cleared meanwhile', () => {
    const { browser, tab, other } = openTabs(options);
    browser.isRefusing = true;
    tab.say(signedOut);
    expect(tab.departures()).toBe(1);
    browser.isRefusing = false;
    tab.say(ann);
    browser.local.clear();
    fill(other);
    other.say({ ...ann });
    const before = other.departures();
    other.say(bob);
    expect([other.departures() - before, left(other)]).toEqual([1, kept]);
  });
});
