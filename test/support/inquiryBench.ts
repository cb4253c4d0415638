import { createInquiryStore, type InquiryPorts } from '../../frame/contact/form/inquiryStore.ts';
import { createError } from '../../frame/platform/errors.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage, type FakeBrowser } from './fakeStorage.ts';

export const href = 'form:https://www.shop.example/messages?from=widget';
export const typed = { name: 'Ada', email: 'ada@example.org', text: 'Do you ship to Norway?' };
export const unanswered = (): never => {
  throw createError('CALL_FAILED', 'could not be reached');
};

/** A page with a form. Pages with the same browser share its storage; with the same session they are one tab. */
export function openPage(
  options: Partial<InquiryPorts> & {
    answer?: () => unknown;
    browser?: FakeBrowser;
    session?: Map<string, string>;
  } = {},
) {
  const { answer, browser, session = new Map<string, string>(), ...ports } = options;
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const call = createFakeBackend({ '/messages': answer ?? (() => undefined) });
  const online: (() => void)[] = [];
  const opened: string[] = [];
  let ids = 0;
  const page = {
    ...{ call, clock, lifetime, opened },
    storage: createFakeStorage(browser, session),
    goOnline() {
      for (const listener of online) listener();
    },
    ids: () => call.calls.map(({ headers }) => headers?.['Idempotency-Key']),
  };
  const store = createInquiryStore({
    ...{ call, clock, lifetime, storage: page.storage, log: createFakeLog(), locks: undefined },
    createId: () => `id-${++ids}`,
    owners: () => ['guest'],
    onVisitor() {},
    onShow() {},
    known: () => ({}),
    place: () => ({ language: 'de-DE', page: 'https://www.shop.example/' }),
    onOnline: (listener) => online.push(listener),
    openMail: (url) => opened.push(url),
    hasForm: () => true,
    ...ports,
  });
  const write = (inquiry: Partial<typeof typed> = typed): void => {
    for (const [field, value] of Object.entries(inquiry)) store.write(field as keyof typeof typed, value);
  };
  return Object.assign(page, { store, write, send: () => store.send(href, 'Message') });
}
