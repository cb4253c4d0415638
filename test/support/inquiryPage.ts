import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { UserInfoFields } from '../../bridge/records.ts';
import { followDeletions } from '../../frame/compose/forgetInMemory.ts';
import { composeInquiry } from '../../frame/compose/inquiry.ts';
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
  /** What the page says of its visitor. */
  readonly user?: UserInfoFields;
}

/** A page with the form as the frame composes it, and the page's own data about its visitor. */
export function openInquiryPage({ browser, session, answer = () => undefined, user = {} }: InquiryPageOptions = {}) {
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
  const widget = {
    ...{ uncountedCall: call, clock, log, lifetime, storage, self, visitor },
    page: { textLocale: { languageCode: 'en', regionCode: 'US' } },
    relayedPage: () => ({ url: 'https://www.shop.example/' }),
    shell: { openUrl() {} },
    texts: { find: () => undefined },
    information: () => undefined,
    marketing: { state: {} },
    insight: { experiments: {} },
    outreach: { peek: () => undefined },
    scheduler: { visitorLeft: () => forgotten.push('scheduler') },
  } as unknown as Parameters<typeof composeInquiry>[0];
  // In the order of `rooms.ts`.
  followDeletions(widget);
  const { store } = composeInquiry(widget);
  return {
    /** What is forgotten with the visitor, apart from the form. */
    forgotten,
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
    /** The page is back from the back-forward cache. */
    comesBack: () => self.dispatchEvent(new Event('pageshow')),
    /** The keys of the attempts, in order. */
    keys: () => call.calls.map(({ headers }) => headers?.['Idempotency-Key']),
  };
}
