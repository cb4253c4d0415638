import { type VisitorWatchPorts, watchVisitor } from '../../frame/chat/visitorChange.ts';
import { type PageVisitor, storageOfEpoch } from '../../frame/chat/visitorMark.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage, type FakeBrowser } from './fakeStorage.ts';

export const ann: PageVisitor = { iui: 'ann' };
export const bob: PageVisitor = { iui: 'bob' };
export const nobody: PageVisitor = {};
export const signedOut: PageVisitor = { signedin: false };

let ids = 0;

export interface TabOptions extends Partial<Pick<VisitorWatchPorts, 'clock' | 'namedOn' | 'isAllowed'>> {
  readonly session?: Map<string, string>;
  /** When the page began to load. By default, every page is a new one. */
  readonly startedAt?: number;
}

/** A page load in a tab. `events` tells what the chat was told. A chat opens when it may, as the room's composition does. */
export function load(browser: FakeBrowser, visitor: PageVisitor, options: TabOptions = {}) {
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
    left: () => void events.push('left'),
    dropped: (profiles) => void dropped.push(...profiles),
    mayOpen: () => void events.push('may open'),
  });
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
    say(next: PageVisitor): void {
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

export function start(visitor: PageVisitor = ann, options: TabOptions = {}) {
  const browser = createFakeBrowser();
  const tab = load(browser, visitor, options);
  chatIn(tab, 'ann');
  return { browser, tab };
}
/** Loads another page in the same tab. */
export function reload(browser: FakeBrowser, tab: Tab, visitor: PageVisitor, options: TabOptions = {}): Tab {
  tab.leave();
  return load(browser, visitor, { ...options, session: tab.session });
}
