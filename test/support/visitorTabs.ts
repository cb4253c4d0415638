import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { NamedVisitor } from '../../frame/visitor/compareVisitors.ts';
import { storageOfEpoch } from '../../frame/visitor/visitorMark.ts';
import { type VisitorWatchPorts, watchVisitor } from '../../frame/visitor/visitorWatch.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage, type FakeBrowser } from './fakeStorage.ts';

export const ann: NamedVisitor = { iui: 'ann' };
export const bob: NamedVisitor = { iui: 'bob' };
export const nobody: NamedVisitor = {};
export const signedOut: NamedVisitor = { signedin: false };

let ids = 0;

export interface TabOptions extends Partial<Pick<VisitorWatchPorts, 'clock' | 'namedOn' | 'isAllowed'>> {
  readonly session?: Map<string, string>;
  /** Whether the page has a chat. */
  readonly isKept?: boolean;
  /** When the page began to load. By default, every page is a new one. */
  readonly startedAt?: number;
}

/** A page load in a tab. `events` lists what the chat was notified of. A chat opens when it may, as the room's composition does. */
export function load(browser: FakeBrowser, visitor: NamedVisitor, options: TabOptions = {}) {
  const session = options.session ?? new Map<string, string>();
  const storage = createFakeStorage(browser, session);
  const lifetime = createLifetime();
  const events: string[] = [];
  const dropped: unknown[] = [];
  let page = visitor;
  let show = (): void => {};
  ids += 1;
  const watch = watchVisitor({
    storage,
    clock: options.clock ?? createFakeClock(),
    lifetime,
    createId: () => `epoch-${++ids}`,
    visitor: () => page,
    pageStartedAt: options.startedAt ?? ids,
    namedOn: options.namedOn ?? 'everyPage',
    isAllowed: options.isAllowed ?? (() => true),
    onShow: (_, listener) => {
      show = listener;
    },
    dropped: (profiles) => void dropped.push(...profiles),
  });
  watch.onLeft(() => void events.push('left'));
  watch.onKnown((how) => void (how === 'known' && events.push('may open')));
  if (options.isKept ?? true) watch.keep();
  watch.check();
  return {
    storage,
    session,
    watch,
    lifetime,
    events,
    /** The identities that were handed over when their visitor left. */
    dropped,
    departures: () => events.filter((event) => event === 'left').length,
    /** The storage as this tab's chat sees it. */
    chat: () => storageOfEpoch(storage, watch.epoch),
    say(next: NamedVisitor): void {
      page = next;
      watch.check();
    },
    show: () => show(),
    /** The tab is closed, or the page is left. */
    leave: () => lifetime.end(),
  };
}
export type Tab = ReturnType<typeof load>;

/** The chat of a tab stores something under every key. */
export function chatIn(tab: Tab, whose: string): void {
  const chat = tab.chat();
  chat.write('cm-conversations', [{ adapterId: 'bot', localId: 'l', conversationId: `of ${whose}` }]);
  chat.write('cm-outbox', { id: '1', text: `text of ${whose}` }, 'bot.1');
  chat.write('cm-profile', `token of ${whose}`, 'identities.liveperson2');
  chat.write('cm-draft', `draft of ${whose}`);
  chat.write('cm-chat-account', `account of ${whose}`, 'liveperson');
}
export const stored = (...tabs: readonly Tab[]): string =>
  JSON.stringify(tabs.flatMap(({ storage }) => [...storage.areas.local, ...storage.areas.session]));
export const draft = (tab: Tab): unknown => tab.chat().read('cm-draft');

export function start(visitor: NamedVisitor = ann, options: TabOptions = {}) {
  const browser = createFakeBrowser();
  const tab = load(browser, visitor, options);
  chatIn(tab, 'ann');
  return { browser, tab };
}
/** Loads another page in the same tab. */
export function reload(browser: FakeBrowser, tab: Tab, visitor: NamedVisitor, options: TabOptions = {}): Tab {
  tab.leave();
  return load(browser, visitor, { ...options, session: tab.session });
}
