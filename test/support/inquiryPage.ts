import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { UserInfoFields } from '../../bridge/records.ts';
import { composeInquiry } from '../../frame/compose/inquiry.ts';
import { composeVisitorWatch, startWatching } from '../../frame/compose/visitorWatch.ts';
import { createVisitorStore } from '../../frame/identity/visitorStore.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock, settle } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage, type FakeBrowser } from './fakeStorage.ts';
import { href, typed } from './inquiryBench.ts';

export interface InquiryPageOptions {
  readonly browser?: FakeBrowser;
  /** The tab's session storage. */
  readonly session?: Map<string, string>;
  readonly answer?: () => unknown;
  /** What the page says about its visitor. */
  readonly user?: UserInfoFields;
  readonly isChatAllowed?: boolean;
  /** Chat is allowed only because the visitor has agreed to it in the pane. */
  readonly needsAgreement?: boolean;
}

let pages = 0;

/** A page with the form as the frame composes it, and the page's own data about its visitor. */
export function openInquiryPage({
  browser,
  session,
  answer = () => undefined,
  user = {},
  isChatAllowed = true,
  needsAgreement = false,
}: InquiryPageOptions = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const storage = createFakeStorage(browser, session);
  const call = createFakeBackend({ '/messages': answer });
  const visitor = createVisitorStore({ clock, lifetime, log, fetchGeo: async () => ({}) }, { consent: {} });
  visitor.pageSeen({ page: user });
  visitor.publish({ proxy, ref, subscribe });
  const self = Object.assign(new EventTarget(), { navigator: {} });
  const forgotten: string[] = [];
  const restarts: unknown[] = [];
  let isAllowed = isChatAllowed;
  let followed = 0;
  pages += 1;
  const widget = {
    ...{ uncountedCall: call, clock, log, lifetime, storage, self, visitor },
    locale: {
      follow() {
        followed += 1;
      },
    },
    page: {
      textLocale: { languageCode: 'en', regionCode: 'US' },
      facts: { timeOrigin: pages, url: 'https://www.shop.example/', referrer: '' },
    },
    deployment: { chat: {}, identity: {} },
    consent: {
      isAllowed: () => isAllowed,
      countryChanged() {
        if (needsAgreement) isAllowed = storage.read('cm-consent') !== undefined;
      },
    },
    chat: { restart: (entries: unknown) => restarts.push(entries) },
    shell: { openUrl() {}, dismissEnd() {}, dismissBlocked() {} },
    texts: { find: () => undefined },
    information: () => undefined,
  } as unknown as Parameters<typeof composeInquiry>[0];
  // In the order of `rooms.ts`.
  Object.assign(widget, { visitorWatch: composeVisitorWatch(widget, () => widget.chat) });
  widget.visitorWatch.onLeft((how) => forgotten.push(how));
  startWatching(widget);
  const { store } = composeInquiry(widget);
  return {
    /** How the page's visitor has left, each time. */
    forgotten,
    /** The services with which the chat began again, each time; undefined for the same ones. */
    restarts,
    ...{ store, storage, call, clock, lifetime },
    state: store.state,
    write(inquiry: Partial<typeof typed> = typed): void {
      for (const [field, value] of Object.entries(inquiry)) store.write(field as keyof typeof typed, value);
    },
    send: () => store.send(href, 'Message'),
    answer: (next: () => unknown) => call.on('/messages', next),
    /** The page now says this of its visitor. */
    async says(next: UserInfoFields): Promise<void> {
      visitor.pageSeen({ page: next });
      await settle();
    },
    /** How often the page has looked for a location that was chosen elsewhere. */
    followed: () => followed,
    /** The page is back from the back-forward cache. */
    comesBack: () => self.dispatchEvent(new Event('pageshow')),
    /** The keys of the attempts, in order. */
    keys: () => call.calls.map(({ headers }) => headers?.['Idempotency-Key']),
  };
}
