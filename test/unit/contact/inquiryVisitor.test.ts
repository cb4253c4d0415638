import { beforeEach, describe, expect, it } from 'vitest';
import type { UserInfoFields } from '../../../bridge/records.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { typed, unanswered } from '../../support/inquiryBench.ts';
import { openInquiryPage } from '../../support/inquiryPage.ts';

const ada: UserInfoFields = { userId: 'ada', signedin: true };
const bob: UserInfoFields = { userId: 'bob', signedin: true };
const empty = { name: '', email: '', text: '' };

describe('a visitor about whom the page reports more', () => {
  it.each<[string, UserInfoFields, UserInfoFields]>([
    ['is named', {}, ada],
    ['is named without a word about the sign-in', {}, { iui: 'ada' }],
    ['was signed out, and signs in', { userId: 'bob', signedin: false }, ada],
    ['gets a second id', { userId: 'ada' }, { userId: 'ada', iui: 'u-1' }],
    ['loses one of two ids', { userId: 'ada', iui: 'u-1' }, { userId: 'ada' }],
  ])(
    '[F-AD3][CH-014] keeps what they have typed, and on the next page of the tab, when the visitor %s',
    async (_, user, next) => {
      const session = new Map<string, string>();
      const page = openInquiryPage({ session, user });
      page.write({ text: 'In the middle of a sent' });
      await page.says(next);
      expect(page.state).toMatchObject({ status: 'writing', form: { text: 'In the middle of a sent' } });
      page.write({ text: 'In the middle of a sentence' });
      expect(openInquiryPage({ session, user: next }).state.form.text).toBe('In the middle of a sentence');
      // No longer a guest's or that of another id.
      expect(page.storage.suffixes('cm-form')).toHaveLength(1);
    },
  );

  it('[F-AD3][CH-014] keeps the draft if only the next page names them, or gives them a second id', () => {
    const session = new Map<string, string>();
    openInquiryPage({ session }).write();
    expect(openInquiryPage({ session, user: { userId: 'ada' } }).state.form).toEqual(typed);
    expect(openInquiryPage({ session, user: { userId: 'ada', iui: 'u-1' } }).state.form).toEqual(typed);
  });

  it('[F-AD3][CH-014] sees what becomes of a message that waits', async () => {
    const session = new Map<string, string>();
    const browser = createFakeBrowser();
    const page = openInquiryPage({ session, browser, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says(ada);
    expect(page.state).toMatchObject({ status: 'waiting', form: typed });
    const next = openInquiryPage({ session, browser, user: ada, answer: unanswered });
    await settle();
    expect(next.state.status).toBe('waiting');
    page.answer(() => undefined);
    page.store.tryNow();
    await settle();
    expect(page.state).toMatchObject({ status: 'delivered', answerTo: typed.email });
    expect(new Set([...page.keys(), ...next.keys()]).size).toBe(1);
    expect(page.storage.suffixes('cm-outbox-form')).toEqual([]);
  });

  it('[F-AD3][CH-014] sees that a waiting message is delivered by an automatic retry', async () => {
    const page = openInquiryPage({ answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says(ada);
    page.answer(() => undefined);
    await page.clock.advance(300_000);
    expect(page.state.status).toBe('delivered');
  });

  it('[F-AD3][CH-014] sees what becomes of a message that is being sent, which is sent once', async () => {
    let accept = (): void => {};
    const page = openInquiryPage({ answer: () => new Promise((resolve) => (accept = () => resolve(undefined))) });
    page.write();
    page.send();
    await settle();
    await page.says(ada);
    expect(page.state).toMatchObject({ status: 'sending', isTrying: true });
    page.store.tryNow();
    accept();
    await settle();
    expect(page.state).toMatchObject({ status: 'delivered', answerTo: typed.email });
    expect(page.keys()).toHaveLength(1);
    expect(page.storage.suffixes('cm-outbox-form')).toEqual([]);
  });

  it('[F-AD3] has a message of their own and one from before they were named', async () => {
    const browser = createFakeBrowser();
    const other = openInquiryPage({ browser, user: ada, answer: unanswered });
    other.write({ ...typed, text: 'Another question' });
    other.send();
    await settle();
    const page = openInquiryPage({ browser, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says(ada);
    expect(page.state).toMatchObject({ status: 'waiting', form: typed });
    page.answer(() => undefined);
    page.store.tryNow();
    await settle();
    // The other message waits still.
    expect(page.state).toMatchObject({ status: 'waiting', form: { text: 'Another question' } });
  });

  it('[F-AD3] is told about no delivery in another tab that does not know the visitor yet', async () => {
    const browser = createFakeBrowser();
    const page = openInquiryPage({ browser, answer: unanswered });
    const other = openInquiryPage({ browser, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says(ada);
    expect(other.state.status).toBe('waiting');
    page.answer(() => undefined);
    page.store.tryNow();
    await settle();
    expect([page.state.status, other.state.status]).toEqual(['delivered', 'delivered']);
  });
});

describe('another visitor', () => {
  it.each<[string, UserInfoFields, UserInfoFields]>([
    ['after another', ada, bob],
    ['after a sign-out', ada, {}],
    ['after a sign-out that keeps the id', ada, { ...ada, signedin: false }],
    ['after a sign-out that keeps an id without a flag', { userId: 'ada' }, { userId: 'ada', signedin: false }],
    ['after a first name', { firstName: 'Ada' }, { firstName: 'Bob' }],
  ])('[F-AD3][CH-014] sees nothing of what was typed, %s', async (_, before, next) => {
    const page = openInquiryPage({ user: before });
    page.write();
    await page.says(next);
    // A page that names nobody may only be late.
    await page.clock.advance(10_000);
    expect(page.state).toMatchObject({ status: 'writing', form: { email: '', text: '' } });
    await page.says(bob);
    expect(page.state.form.text).toBe('');
  });

  it('[F-AD3][CH-014] sees no message that waits, and its visitor sees it again', async () => {
    const page = openInquiryPage({ user: ada, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says({ ...ada, signedin: false });
    expect(page.state).toMatchObject({ status: 'writing', form: empty });
    await page.says(ada);
    expect(page.state).toMatchObject({ status: 'waiting', form: typed });
  });

  it('[F-AD3][CH-014] leaves the draft of the one before, who finds it again', async () => {
    const page = openInquiryPage({ user: ada });
    page.write();
    await page.says({ ...ada, signedin: false });
    await page.says(ada);
    expect(page.state.form).toEqual(typed);
  });

  it('[F-AD3] does not begin with the data of one who has signed out', () => {
    const user = { ...ada, email: 'ada@example.org', firstName: 'Ada' };
    expect(openInquiryPage({ user }).state.form).toMatchObject({ name: 'Ada', email: 'ada@example.org' });
    expect(openInquiryPage({ user: { ...user, signedin: false } }).state.form).toEqual(empty);
    expect(openInquiryPage({ user: { email: 'ada@example.org', signedin: false } }).state.form.email).toBe(
      'ada@example.org',
    );
  });

  it('[F-AD3][CH-014] begins without the data of the one before in a tab that still names them', async () => {
    const browser = createFakeBrowser();
    const user = { ...ada, email: 'ada@example.org', firstName: 'Ada' };
    const page = openInquiryPage({ browser, user });
    expect(page.state.form.email).toBe('ada@example.org');
    await openInquiryPage({ browser, user }).says(bob);
    expect(page.state.form).toEqual(empty);
  });

  it.each<[string, UserInfoFields, UserInfoFields]>([
    ['has signed in without an id', { firstName: 'Ada', signedin: true }, { signedin: false }],
    ['is known by a first name', { firstName: 'Ada' }, { firstName: 'Bob' }],
    ['is known by a sign-in', { signedin: true }, { signedin: false }],
  ])('[F-AD3][CH-014] sees no message that waits, which is sent, when the one before %s', async (_, before, next) => {
    const browser = createFakeBrowser();
    const page = openInquiryPage({ browser, user: before, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says(next);
    expect(page.state).toMatchObject({ status: 'writing', form: { email: '', text: '' } });
    expect(openInquiryPage({ browser, user: next, answer: unanswered }).state.status).toBe('writing');
    page.answer(() => undefined);
    await page.clock.advance(300_000);
    expect(page.storage.suffixes('cm-outbox-form')).toEqual([]);
    expect([new Set(page.keys()).size, page.state.status]).toEqual([1, 'writing']);
  });

  it('[F-AD3][CH-014] sees no message of one who had signed in without an id on an earlier page, who sees it again', async () => {
    const browser = createFakeBrowser();
    const user = { firstName: 'Ada', signedin: true };
    const page = openInquiryPage({ browser, user, answer: unanswered });
    page.write();
    page.send();
    await settle();
    for (const next of [{}, { firstName: 'Bob', signedin: true }, { userId: 'Ada' }])
      expect(openInquiryPage({ browser, user: next, answer: unanswered }).state.status).toBe('writing');
    expect(openInquiryPage({ browser, user, answer: unanswered }).state).toMatchObject({ form: typed });
  });

  it.each<[string, UserInfoFields, UserInfoFields]>([
    ['last name', { lastName: 'Lovelace' }, { lastName: 'Byron' }],
    ['e-mail address', { email: 'ada@example.org' }, { email: 'byron@example.org' }],
  ])(
    '[F-AD3][CH-014] with the same first name sees nothing of one without an id, if the %s differs',
    async (_, before, next) => {
      const browser = createFakeBrowser();
      const session = new Map<string, string>();
      const user = { signedin: true, firstName: 'Ada', ...before };
      const other = { ...user, ...next };
      const empty = { status: 'writing', form: { text: '' } };
      const page = openInquiryPage({ browser, session, user, answer: unanswered });
      page.write();
      expect(openInquiryPage({ browser, session, user: other }).state).toMatchObject(empty);
      await page.says(other);
      expect(page.state).toMatchObject(empty);
      await page.says(user);
      expect(page.state.form).toEqual(typed);
      page.send();
      await settle();
      expect(openInquiryPage({ browser, user: other, answer: unanswered }).state).toMatchObject(empty);
      expect(openInquiryPage({ browser, user, answer: unanswered }).state.form).toEqual(typed);
    },
  );

  it('[F-AD3][CH-014] sees no draft of one who was signed in without an id or a name', () => {
    const session = new Map<string, string>();
    const user = { signedin: true };
    openInquiryPage({ session, user }).write();
    expect(openInquiryPage({ session }).state.form).toEqual(empty);
    expect(openInquiryPage({ session, user }).state.form).toEqual(typed);
  });

  it('[F-AD3][CH-014] sees nothing of one without an id or a name who has left', async () => {
    const session = new Map<string, string>();
    const page = openInquiryPage({ session, user: { signedin: true } });
    page.write();
    await page.says({ signedin: false });
    await page.says({ signedin: true });
    expect(page.state.form).toEqual(empty);
    expect(openInquiryPage({ session, user: { signedin: true, iui: 'b' } }).state.form).toEqual(empty);
  });

  it('[F-AD3] is the same when the next page also knows the last name and the e-mail address', () => {
    const session = new Map<string, string>();
    openInquiryPage({ session, user: { signedin: true, firstName: 'Ada' } }).write();
    const user = { signedin: true, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
    expect(openInquiryPage({ session, user }).state.form).toEqual(typed);
  });

  it('[F-AD3][CH-014] leaves no message behind that nobody can see and that is not sent any more', async () => {
    const browser = createFakeBrowser();
    const page = openInquiryPage({ browser, user: { firstName: 'Ada' }, answer: unanswered });
    page.write();
    page.send();
    await settle();
    await page.says({ firstName: 'Bob' });
    page.answer(() => refuse(400));
    await page.clock.advance(300_000);
    expect(openInquiryPage({ browser }).storage.suffixes('cm-outbox-form')).toEqual([]);
  });
});

describe('a visitor with a draft, who comes back to it after they were a guest', () => {
  const session = new Map<string, string>();
  beforeEach(() => {
    session.clear();
    openInquiryPage({ session, user: ada }).write({ ...typed, text: 'A long draft' });
  });

  it('[F-AD3] finds it after a message as a guest has arrived', async () => {
    const guest = openInquiryPage({ session });
    guest.write();
    guest.send();
    await settle();
    expect(guest.state.status).toBe('delivered');
    expect(openInquiryPage({ session, user: ada }).state).toMatchObject({
      status: 'writing',
      form: { text: 'A long draft' },
    });
  });

  it('[F-AD3] finds it once a message as a guest, which still waits, has arrived', async () => {
    const browser = createFakeBrowser();
    const guest = openInquiryPage({ session, browser, answer: unanswered });
    guest.write();
    guest.send();
    await settle();
    const next = openInquiryPage({ session, browser, user: ada, answer: unanswered });
    await settle();
    expect(next.state).toMatchObject({ status: 'waiting', form: typed });
    next.answer(() => undefined);
    next.store.tryNow();
    await settle();
    expect(next.state).toMatchObject({ status: 'writing', form: { text: 'A long draft' } });
  });

  it.each([
    ['on the same page', true],
    ['on the next page', false],
  ])('[F-AD3] finds it before what they have typed as a guest, when they sign in %s', async (_, isSamePage) => {
    const guest = openInquiryPage({ session });
    guest.write({ name: 'Ada L.', text: 'A sentence' });
    if (isSamePage) await guest.says(ada);
    const page = isSamePage ? guest : openInquiryPage({ session, user: ada });
    const form = { name: 'Ada L.', email: typed.email, text: 'A long draft\n\nA sentence' };
    expect(page.state).toMatchObject({ status: 'writing', form });
    expect(page.storage.suffixes('cm-form')).toHaveLength(1);
    // Only once.
    expect(openInquiryPage({ session, user: ada }).state.form).toEqual(form);
  });

  it('[F-AD3] loses it for nothing that they have typed as a guest', () => {
    openInquiryPage({ session }).write({ text: ' ' });
    expect(openInquiryPage({ session, user: ada }).state.form).toEqual({ ...typed, text: 'A long draft' });
    openInquiryPage({ session }).write({ text: 'A long draft' });
    expect(openInquiryPage({ session, user: ada }).state.form.text).toBe('A long draft');
  });
});
