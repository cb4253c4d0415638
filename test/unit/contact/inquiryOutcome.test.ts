import { describe, expect, it } from 'vitest';
import { refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { typed, unanswered } from '../../support/inquiryBench.ts';
import { openInquiryPage } from '../../support/inquiryPage.ts';

const ada = { userId: 'ada', signedin: true };
const other = { ...typed, text: 'A draft in another tab' };
const delivered = { status: 'delivered', answerTo: typed.email, form: { text: '' } };

describe('the outcome of a message, on another page or in another tab', () => {
  it('[F-AD3] by another tab is not a draft again on the next page of its own', async () => {
    const browser = createFakeBrowser();
    const session = new Map<string, string>();
    const page = openInquiryPage({ browser, session, answer: unanswered });
    page.write();
    page.send();
    await settle();
    page.lifetime.end();
    openInquiryPage({ browser });
    await settle();
    expect(openInquiryPage({ browser, session }).state).toMatchObject(delivered);
  });

  it('[F-AD3] after a sign-out is not a draft again after the sign-in', async () => {
    const page = openInquiryPage({ user: ada, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says({});
    page.answer(() => undefined);
    await page.clock.advance(300_000);
    expect(page.state.status).toBe('writing');
    await page.says(ada);
    expect(page.state).toMatchObject(delivered);
  });

  it('[F-AD3] while the page was in the back-forward cache', async () => {
    const browser = createFakeBrowser();
    const page = openInquiryPage({ browser, answer: unanswered });
    page.write();
    page.send();
    await settle();
    // A page in the cache gets no events.
    browser.defer = () => {};
    openInquiryPage({ browser });
    await settle();
    expect(page.state.status).toBe('waiting');
    page.comesBack();
    expect(page.state).toMatchObject(delivered);
  });

  it('[F-AD3] does not come back to a page in the cache, whose visitor has written something else since', async () => {
    const session = new Map<string, string>();
    const page = openInquiryPage({ session });
    page.write();
    openInquiryPage({ session }).write(other);
    page.comesBack();
    expect(page.state).toMatchObject({ status: 'writing', form: other });
  });

  it('[F-AD3] is refused, with its text, on the next page too', async () => {
    const browser = createFakeBrowser();
    const session = new Map<string, string>();
    const page = openInquiryPage({ browser, session, answer: () => refuse(422) });
    page.write();
    page.send();
    await settle();
    const next = openInquiryPage({ browser, session });
    expect(next.state).toMatchObject({ status: 'refused', form: typed });
    // Another tab changes it, which makes another message of it.
    const tab = openInquiryPage({ browser });
    tab.write({ text: 'Changed' });
    expect(openInquiryPage({ browser, session }).state).toMatchObject({ status: 'writing', form: typed });
  });
});

describe('a draft in another tab', () => {
  it('[F-AD3] is there again after the message is delivered', async () => {
    const browser = createFakeBrowser();
    const session = new Map<string, string>();
    const tab = openInquiryPage({ browser, session });
    const page = openInquiryPage({ browser });
    tab.write(other);
    page.write();
    page.send();
    await settle();
    expect(page.state).toMatchObject(delivered);
    expect(tab.state).toMatchObject({ status: 'writing', form: other });
    expect(openInquiryPage({ browser, session }).state.form).toEqual(other);
  });

  it('[F-AD3] is there again after the message is refused, which the tab that sent it can change', async () => {
    const browser = createFakeBrowser();
    const tab = openInquiryPage({ browser });
    const page = openInquiryPage({ browser, answer: () => refuse(422) });
    tab.write(other);
    page.write();
    page.send();
    await settle();
    expect(page.state).toMatchObject({ status: 'refused', form: typed });
    expect(tab.state).toMatchObject({ status: 'writing', form: other });
    tab.send();
    await settle();
    expect(tab.state.status).toBe('delivered');
    expect(page.state).toMatchObject({ status: 'writing', form: typed });
  });

  it('[F-AD3] does not count if it has the text of the message', async () => {
    const browser = createFakeBrowser();
    const tab = openInquiryPage({ browser });
    const page = openInquiryPage({ browser, answer: unanswered });
    tab.write({ ...typed, text: `${typed.text} ` });
    page.write();
    page.send();
    await settle();
    page.answer(() => undefined);
    page.store.tryNow();
    await settle();
    expect(tab.state).toMatchObject(delivered);
  });
});
