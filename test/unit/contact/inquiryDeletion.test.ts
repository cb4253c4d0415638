import { subscribe } from 'valtio/vanilla';
import { describe, expect, it } from 'vitest';
import { createError } from '../../../frame/platform/errors.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { openPage, typed, unanswered } from '../../support/inquiryBench.ts';
import { openInquiryPage } from '../../support/inquiryPage.ts';

describe('a deletion of the visitor’s data', () => {
  /** As `privacy.ts` does it. The other tabs read the storage. */
  function deleteData(page: Pick<ReturnType<typeof openPage>, 'storage' | 'store'>): void {
    page.storage.write('cm-deleted', 'deletion-1');
    page.storage.clear('cm-outbox-form');
    page.store.startOver();
  }

  it('[F-AD3][F-AD16] empties the form and forgets its problems', () => {
    const page = openPage();
    page.write({ ...typed, email: 'ada' });
    page.send();
    deleteData(page);
    expect(page.store.state).toMatchObject({
      status: 'writing',
      form: { name: '', email: '', text: '' },
      problems: {},
    });
    expect(page.storage.read('cm-form', 'guest')).toBeUndefined();
  });

  it('[F-AD3][F-AD16] does not claim, in any tab, that a waiting message has arrived, and sends it no more', async () => {
    const browser = createFakeBrowser();
    const tabs = [openPage({ browser, answer: unanswered }), openPage({ browser, answer: unanswered })] as const;
    tabs[0].write();
    tabs[0].send();
    await settle();
    expect(tabs.map(({ store }) => store.state.status)).toEqual(['waiting', 'waiting']);
    browser.defer = queueMicrotask;
    const statuses = new Set<string>();
    for (const { store } of tabs) subscribe(store.state, () => void statuses.add(store.state.status), true);
    deleteData(tabs[0]);
    for (const tab of tabs) {
      await tab.clock.advance(600_000);
      tab.goOnline();
      await settle();
      expect(tab.store.state).toMatchObject({ status: 'writing', form: { email: '' } });
      expect(tab.storage.read('cm-form', 'guest')).toBeUndefined();
    }
    expect([...statuses]).toEqual(['writing']);
    expect([...tabs[0].ids(), ...tabs[1].ids()]).toEqual(['id-1']);
  });

  it.each(['a draft', 'a waiting message'])(
    '[F-AD3][F-AD16] by another tab empties the form of a page that is back from the back-forward cache with %s',
    async (what) => {
      const browser = createFakeBrowser();
      const [tab, page] = [openInquiryPage({ browser, answer: unanswered }), openInquiryPage({ browser })];
      page.answer(unanswered);
      page.write();
      if (what === 'a waiting message') page.send();
      await settle();
      // A page in the cache gets no events.
      browser.defer = () => {};
      deleteData(tab);
      page.comesBack();
      const empty = { status: 'writing', form: { name: '', email: '', text: '' } };
      expect(page.state).toMatchObject(empty);
      expect(page.storage.read('cm-form', 'guest')).toBeUndefined();
      expect(page.forgotten).toEqual(['deleted']);
      // What is written after the deletion stays.
      page.write();
      page.comesBack();
      expect(page.state).toMatchObject({ status: 'writing', form: typed });
    },
  );

  it('[F-AD16] by the next page of the same tab empties a page that is back from the back-forward cache', () => {
    const [browser, session] = [createFakeBrowser(), new Map<string, string>()];
    const page = openInquiryPage({ browser, session });
    page.write();
    browser.defer = () => {};
    const next = openInquiryPage({ browser, session });
    deleteData(next);
    next.storage.write('cm-tab-deleted', 'deletion-1');
    page.comesBack();
    expect(page.forgotten).toEqual(['deleted']);
  });

  it('[F-AD16][SH-111] takes back the agreement to chat on a page that is back from the back-forward cache', () => {
    const browser = createFakeBrowser();
    const tab = openInquiryPage({ browser });
    const page = openInquiryPage({ browser, needsAgreement: true });
    browser.defer = () => {};
    deleteData(tab);
    page.comesBack();
    expect(page.restarts).toEqual([[]]);
  });

  it('[F-AD16][F-SE1] by another tab drops what was typed in the scheduler, once', () => {
    const browser = createFakeBrowser();
    const [tab, page] = [openInquiryPage({ browser }), openInquiryPage({ browser })];
    tab.storage.write('cm-consent', 'something else');
    expect(page.forgotten).toEqual([]);
    deleteData(tab);
    expect(page.forgotten).toEqual(['deleted']);
  });

  it('[F-AD3][F-AD16] does not store a message again that the server refuses afterwards', async () => {
    let refuseNow = (): void => {};
    const answer = () =>
      new Promise((_, reject) => (refuseNow = () => reject(createError('CALL_FAILED', '', { status: 422 }))));
    const page = openPage({ answer });
    page.write();
    page.send();
    await settle();
    deleteData(page);
    refuseNow();
    await settle();
    expect(page.storage.suffixes('cm-outbox-form')).toEqual([]);
    expect(page.store.state.status).toBe('writing');
  });

  it.each([
    ['accepted', {}],
    ['refused', createError('CALL_FAILED', '', { status: 422 })],
    ['lost', createError('CALL_FAILED', 'could not be reached')],
  ])('[F-AD3][F-AD16] does not hold up the next message when the deleted one is %s', async (_, end) => {
    const ends: ((end: unknown) => void)[] = [];
    const answer = () =>
      new Promise((resolve, reject) => {
        ends.push((how) => (how instanceof Error ? reject(how) : resolve(how)));
      });
    const page = openPage({ answer });
    page.write();
    page.send();
    await settle();
    deleteData(page);
    const next = { ...typed, text: 'Another question' };
    page.write(next);
    page.send();
    expect(page.store.state).toMatchObject({ status: 'sending', form: next });
    await settle();
    expect(page.ids()).toEqual(['id-1']);
    ends[0]?.(end);
    await settle();
    expect(page.ids()).toEqual(['id-1', 'id-2']);
    expect(page.store.state.status).toBe('sending');
    ends[1]?.({});
    await settle();
    expect(page.store.state.status).toBe('delivered');
    await page.clock.advance(600_000);
    expect(page.ids()).toHaveLength(2);
  });
});
