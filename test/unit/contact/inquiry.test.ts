import { describe, expect, it } from 'vitest';
import { sendInquiry } from '../../../frame/contact/form/api.ts';
import {
  mailtoOf,
  parseDestination,
  parseKept,
  parseSent,
  problemsOf,
  type SentInquiry,
} from '../../../frame/contact/form/inquiry.ts';
import { automaticForMs, maxRetryAfterMs, maxTextLength, retryWaitsMs } from '../../../frame/contact/form/limits.ts';
import { ownersOf } from '../../../frame/contact/form/owner.ts';
import { firstHost } from '../../../frame/platform/backend/firstHost.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeBrowser, type FakeBrowser } from '../../support/fakeStorage.ts';
import { href, openPage, typed, unanswered } from '../../support/inquiryBench.ts';

/** A page that is left while its message waits. */
async function leaveUndelivered(browser: FakeBrowser): Promise<void> {
  const page = openPage({ browser, answer: unanswered });
  page.write();
  page.send();
  await settle();
  page.lifetime.end();
}

describe('where the form sends', () => {
  it.each([
    [
      'form:https://www.shop.example/messages?a=1',
      { type: 'post', origin: 'https://www.shop.example', path: '/messages?a=1' },
    ],
    ['form:http://localhost:4602/inquiries', { type: 'post', origin: 'http://localhost:4602', path: '/inquiries' }],
    ['form:mailto:hello@shop.example', { type: 'mail', address: 'hello@shop.example' }],
  ])('[F-AD3] is read from %s', (address, destination) => {
    expect(parseDestination(address)).toEqual(destination);
  });

  it.each([
    'https://www.shop.example/form',
    'form:http://www.shop.example/messages',
    'form:https://user:secret@www.shop.example/',
    'form:javascript:alert(1)',
    'form:mailto:nobody',
    'form:',
    '',
  ])('[F-AD3] is nowhere for %s', (address) => {
    expect(parseDestination(address)).toBeUndefined();
  });

  it('[F-AD3] is an e-mail that keeps its lines and adds no header', () => {
    const mail = mailtoOf('a@b.example?cc=c@d.example', 'A & B', { ...typed, text: 'one\ntwo & three' });
    expect(mail).toBe('mailto:a@b.example%3Fcc%3Dc%40d.example?subject=A%20%26%20B&body=one%0D%0Atwo%20%26%20three');
  });
});

it('[F-AD3] what is typed is checked field by field', () => {
  expect(problemsOf(typed)).toEqual({});
  expect(problemsOf({ name: ' ', email: '', text: '\n' })).toEqual({
    name: 'missing',
    email: 'missing',
    text: 'missing',
  });
  expect(problemsOf({ ...typed, email: 'ada@example' })).toEqual({ email: 'malformed' });
  expect(problemsOf({ ...typed, email: 'ada lovelace@example.org' })).toEqual({ email: 'malformed' });
});

it('[F-AD3] what is stored is parsed, and a longer text is cut', () => {
  const sent = { id: 'a', state: 'waiting', inquiry: typed, href, language: 'de-DE', page: '', writtenAtMs: 1 };
  expect(parseSent(sent)).toEqual(sent);
  expect(parseSent({ ...sent, inquiry: { ...typed, text: 'x'.repeat(9_000) } })?.inquiry.text).toHaveLength(
    maxTextLength,
  );
  for (const field of Object.keys(sent)) expect(parseSent({ ...sent, [field]: null }), field).toBeUndefined();
  for (const value of [
    undefined,
    'text',
    [],
    { state: 'typed' },
    { state: 'typed', inquiry: { name: 1 } },
    { state: 'delivered' },
    { state: 'sent', id: 'id-1' },
    { state: 'sent', answerTo: '' },
  ])
    expect(parseKept(value)).toBeUndefined();
});

it('[F-AD3] the name of what a visitor has typed does not tell who it is', () => {
  expect(ownersOf({})).toEqual(['guest']);
  expect(ownersOf({ iui: 'ada@example.org', userId: 'ada', signedin: false })).toEqual(['guest']);
  const [ada, ...others] = ownersOf({ userId: 'ada@example.org' });
  expect(ada).toMatch(/^[\da-z]{1,7}$/);
  expect(others).toEqual(['guest']);
  expect(ownersOf({ userId: 'bob@example.org' })).not.toContain(ada);
  expect(ownersOf({ userId: 'ada@example.org', iui: 'u-1' }).slice(1)).toEqual([ada, 'guest']);
});

describe('one attempt', () => {
  const sent: SentInquiry = {
    id: 'key',
    state: 'waiting',
    inquiry: typed,
    href,
    language: 'de-DE',
    page: 'https://p.example/',
    writtenAtMs: 0,
  };
  const post = { type: 'post', origin: 'https://www.shop.example', path: '/messages' } as const;
  const attempt = (answer: () => unknown) => {
    const call = createFakeBackend({ '/messages': answer });
    return { call, outcome: sendInquiry(call, post, sent, new AbortController().signal) };
  };

  it('[F-AD3] is one POST without our Authorization, with a key by which the server knows it again', async () => {
    const { call, outcome } = attempt(() => undefined);
    expect(await outcome).toEqual({ type: 'delivered' });
    expect(call.calls).toMatchObject([
      {
        ...{
          hosts: ['https://www.shop.example'],
          path: '/messages',
          method: 'POST',
          strategy: firstHost,
          isForeign: true,
        },
        headers: { 'Idempotency-Key': 'key' },
        body: {
          id: 'key',
          ...typed,
          language: 'de-DE',
          page: 'https://p.example/',
          writtenAt: '1970-01-01T00:00:00.000Z',
        },
      },
    ]);
  });

  it.each([
    [
      'a page in place of JSON',
      () => {
        throw createError('CALL_FAILED', 'no JSON', { status: 201 });
      },
      { type: 'delivered' },
    ],
    ['400', () => refuse(400), { type: 'refused' }],
    ['404', () => refuse(404), { type: 'refused' }],
    ['422', () => refuse(422), { type: 'refused' }],
    ['408', () => refuse(408), { type: 'later', afterMs: undefined }],
    [
      '429',
      () => {
        throw createError('CALL_FAILED', 'busy', { status: 429, retryAfter: '30' });
      },
      { type: 'later', afterMs: 30_000 },
    ],
    [
      'a very late wish',
      () => {
        throw createError('CALL_FAILED', 'busy', { status: 503, retryAfter: '9999999' });
      },
      { type: 'later', afterMs: maxRetryAfterMs },
    ],
    ['500', () => refuse(500), { type: 'later', afterMs: undefined }],
    ['no answer', unanswered, { type: 'later', afterMs: undefined }],
  ])('[F-AD3] with %s', async (_, answer, expected) => {
    expect(await attempt(answer).outcome).toEqual(expected);
  });
});

describe('the form', () => {
  it('[F-AD3] names the first field that is wrong, and forgets the problem once it is changed', () => {
    const page = openPage();
    page.write({ email: 'ada' });
    expect(page.send()).toBe('name');
    expect(page.store.state.problems).toEqual({ name: 'missing', email: 'malformed', text: 'missing' });
    page.write({ name: 'Ada' });
    expect(page.store.state.problems).toEqual({ email: 'malformed', text: 'missing' });
    expect(page.call.calls).toEqual([]);
  });

  it('[F-AD3] sends once, however often it is pressed, and says where the answer goes', async () => {
    const page = openPage();
    page.write();
    page.send();
    page.send();
    expect(page.store.state.status).toBe('sending');
    await settle();
    expect(page.store.state).toMatchObject({ status: 'delivered', answerTo: 'ada@example.org', form: { text: '' } });
    expect(page.ids()).toEqual(['id-1']);
    expect(page.storage.suffixes('cm-outbox-form')).toEqual([]);
    page.store.startOver();
    expect(page.store.state.status).toBe('writing');
  });

  it('[F-AD3] keeps what is typed for the next page of the tab, and what has become of the message', async () => {
    const session = new Map<string, string>();
    openPage({ session }).write();
    const next = openPage({ session });
    expect(next.store.state.form).toEqual(typed);
    next.send();
    await settle();
    expect(openPage({ session }).store.state).toMatchObject({ status: 'delivered', answerTo: 'ada@example.org' });
  });

  it('[F-AD3] waits while nobody answers, tries again ever more rarely, and keeps the key', async () => {
    let isUp = false;
    const page = openPage({ answer: () => (isUp ? undefined : unanswered()) });
    page.write();
    page.send();
    await settle();
    expect(page.store.state.status).toBe('waiting');
    for (const waitMs of retryWaitsMs) await page.clock.advance(waitMs);
    expect(page.ids()).toHaveLength(retryWaitsMs.length + 1);
    isUp = true;
    page.goOnline();
    await settle();
    expect(page.store.state.status).toBe('delivered');
    expect(new Set(page.ids())).toEqual(new Set(['id-1']));
    await page.clock.advance(600_000);
    expect(page.ids()).toHaveLength(retryWaitsMs.length + 2);
  });

  it('[F-AD3] stays on the outcome while it tries again', async () => {
    const page = openPage({ answer: unanswered });
    page.write();
    page.send();
    expect(page.store.state).toMatchObject({ status: 'sending', isTrying: true });
    await settle();
    expect(page.store.state).toMatchObject({ status: 'waiting', isTrying: false });
    page.store.tryNow();
    expect(page.store.state).toMatchObject({ status: 'waiting', isTrying: true });
    await settle();
    expect(page.ids()).toHaveLength(2);
    expect(page.store.state).toMatchObject({ status: 'waiting', isTrying: false });
  });

  it('[F-AD3] ignores what is typed while it sends, because the server would not get it', async () => {
    const page = openPage({ answer: unanswered });
    page.write();
    page.send();
    page.write({ email: 'other@example.org', text: 'Something else' });
    expect(page.store.state.form).toEqual(typed);
    expect(page.storage.read('cm-form', 'guest')).toEqual({ state: 'sent', id: 'id-1', answerTo: typed.email, href });
  });

  it('[F-AD3] sends from the next page, in whichever tab, what an earlier one could not', async () => {
    const browser = createFakeBrowser();
    await leaveUndelivered(browser);
    const next = openPage({ browser });
    await settle();
    expect(next.ids()).toEqual(['id-1']);
    expect(next.store.state).toMatchObject({ status: 'delivered', answerTo: 'ada@example.org' });
  });

  it('[F-AD3] tells every tab what has become of the message', async () => {
    const browser = createFakeBrowser();
    let isUp = false;
    const answer = () => (isUp ? undefined : unanswered());
    const first = openPage({ browser, answer });
    const second = openPage({ browser, answer });
    first.write();
    first.send();
    await settle();
    expect(second.store.state.status).toBe('waiting');
    isUp = true;
    second.store.tryNow();
    await settle();
    expect([first.store.state.status, second.store.state.status]).toEqual(['delivered', 'delivered']);
  });

  it('[F-AD3] does not send by itself what is a day old, but still offers it', async () => {
    const browser = createFakeBrowser();
    await leaveUndelivered(browser);
    const clock = createFakeClock();
    clock.jump(automaticForMs + 1);
    const late = openPage({ browser, clock });
    await settle();
    expect([late.ids(), late.store.state.status]).toEqual([[], 'waiting']);
    late.store.tryNow();
    await settle();
    expect(late.store.state.status).toBe('delivered');
  });

  it('[F-AD3] stops the retries of a page that stays open for a day', async () => {
    const page = openPage({ answer: unanswered });
    page.write();
    page.send();
    await settle();
    page.clock.jump(automaticForMs + 1);
    for (const waitMs of retryWaitsMs) await page.clock.advance(waitMs);
    expect(page.ids()).toHaveLength(1);
    page.store.tryNow();
    await settle();
    expect(page.ids()).toHaveLength(2);
  });

  it('[F-AD3] puts a refused message back into the form, whose change is another message', async () => {
    let status = 422;
    const page = openPage({ answer: () => (status === 200 ? undefined : refuse(status)) });
    page.write();
    page.send();
    await settle();
    expect(page.store.state).toMatchObject({ status: 'refused', form: typed });
    status = 200;
    page.write({ text: 'Do you ship to Sweden?' });
    page.send();
    await settle();
    expect(page.store.state.status).toBe('delivered');
    expect(page.ids()).toEqual(['id-1', 'id-2']);
  });

  it('[F-AD3] opens the visitor’s own mail program, and keeps the text until the visitor is done', () => {
    const page = openPage();
    page.write();
    expect(page.store.send('form:mailto:hello@shop.example', 'Message from Ada')).toBeUndefined();
    expect(page.opened).toEqual([
      'mailto:hello@shop.example?subject=Message%20from%20Ada&body=Do%20you%20ship%20to%20Norway%3F',
    ]);
    expect(page.store.state).toMatchObject({ status: 'mailOpened', form: typed });
    expect(page.call.calls).toEqual([]);
  });

  it('[F-AD3] says that a text is too long for the address of an e-mail, in which each of its characters has nine', () => {
    const page = openPage();
    page.write({ ...typed, text: '日'.repeat(250) });
    expect(page.store.send('form:mailto:hello@shop.example', 'Message from Ada')).toBe('text');
    expect(page.store.state).toMatchObject({ status: 'writing', problems: { text: 'tooLong' } });
    expect(page.opened).toEqual([]);
    page.write({ text: '日'.repeat(150) });
    expect(page.store.send('form:mailto:hello@shop.example', 'Message from Ada')).toBeUndefined();
    expect(page.opened).toHaveLength(1);
  });

  it('[F-AD3] begins with what the page knows', () => {
    const page = openPage({ known: () => ({ name: 'Ada', email: 'ada@example.org' }) });
    expect(page.store.state.form).toEqual({ ...typed, text: '' });
  });

  it('[F-AD3] keeps a message in memory where the browser refuses storage', async () => {
    const browser = createFakeBrowser();
    browser.isRefusing = true;
    const page = openPage({ browser });
    page.write();
    page.send();
    await settle();
    expect(page.store.state.status).toBe('delivered');
  });

  it('[F-AD3] sends a message where the browser refuses locks, as it does with storage', async () => {
    const browser = createFakeBrowser();
    browser.isRefusing = true;
    const locks = { request: () => Promise.reject(new DOMException('refused', 'SecurityError')) };
    const page = openPage({ browser, locks });
    page.write();
    page.send();
    await settle();
    expect(page.ids()).toHaveLength(1);
    expect(page.store.state.status).toBe('delivered');
  });

  it('[F-AD3] waits its turn: another tab that holds the lock may be sending', async () => {
    let grant = (): void => {};
    const locks = {
      request: (_: string, __: unknown, held: () => Promise<unknown>) =>
        new Promise<unknown>((resolve) => {
          grant = () => void held().then(resolve);
        }),
    };
    const page = openPage({ locks });
    page.write();
    page.send();
    await settle();
    expect(page.ids()).toEqual([]);
    page.storage.remove('cm-outbox-form', 'guest');
    grant();
    await settle();
    expect(page.ids()).toEqual([]);
    expect(page.store.state.status).toBe('delivered');
  });
});
