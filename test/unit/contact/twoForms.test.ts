// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { openPage, typed, unanswered } from '../../support/inquiryBench.ts';

setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { InquiryForm } = await import('../../../frame/contact/form/views/InquiryForm.tsx');

const mail = 'form:mailto:shop@example.com';
const post = 'form:https://www.shop.example/messages';

let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

/** A menu with a form that opens the mail program, and one that is posted. */
async function openMenu(answer: () => unknown = () => undefined, earlier?: Parameters<typeof openPage>[0]) {
  const hrefs = [mail, post];
  const page = openPage({ answer, hasForm: (href) => hrefs.includes(href), ...earlier });
  const box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  document.hasFocus = () => true;
  const forms = hrefs.map((href) =>
    createElement(
      'section',
      { key: href },
      createElement(InquiryForm, { store: page.store, text: (key) => key, href }),
    ),
  );
  await act(async () => root?.render(forms));
  const block = (href: string) => box.querySelectorAll('section')[hrefs.indexOf(href)] as HTMLElement;
  const press = (href: string, label: string) =>
    act(async () => {
      const button = [...block(href).querySelectorAll('button')].find(({ textContent }) => textContent === label);
      if (!button) throw new Error(`no button ${label}`);
      button.click();
      await settle();
    });
  if (!earlier) await act(async () => page.write());
  return { page, block, press, hasForm: (href: string) => block(href).querySelector('form') !== null };
}

it('[F-AD3] an e-mail that is open in the mail program is not posted by the next form of the menu', async () => {
  const { page, press, hasForm } = await openMenu();
  await press(mail, 'send');
  expect([hasForm(mail), hasForm(post)]).toEqual([false, true]);
  await press(mail, 'mailAgain');
  expect([page.opened.length, page.call.calls.length]).toEqual([2, 0]);
  await press(post, 'send');
  expect([page.opened.length, page.call.calls.length]).toEqual([2, 1]);
  expect([hasForm(mail), hasForm(post)]).toEqual([true, false]);
});

it('[F-AD3] a delivered message leaves the other form empty, and its focus goes to the outcome', async () => {
  const { page, block, press, hasForm } = await openMenu();
  await press(post, 'send');
  expect([page.store.state.status, hasForm(mail), hasForm(post)]).toEqual(['delivered', true, false]);
  expect(block(mail).querySelector('textarea')?.value).toBe('');
  expect(block(post).contains(document.activeElement)).toBe(true);
});

it('[F-AD3] the outcome of one form ends when the visitor writes in the other, so that it cannot empty that one', async () => {
  const { page, press, hasForm } = await openMenu();
  await press(post, 'send');
  await act(async () => page.write({ text: 'Something else' }));
  expect(page.store.state).toMatchObject({ status: 'writing', form: { text: 'Something else' } });
  expect([hasForm(mail), hasForm(post)]).toEqual([true, true]);
});

it('[F-AD3] there is no other form while a message is unsent', async () => {
  const { page, press, hasForm } = await openMenu(unanswered);
  await press(post, 'send');
  expect([page.store.state.status, hasForm(mail), hasForm(post)]).toEqual(['waiting', false, false]);
});

it('[F-AD3] only the form that was refused says so', async () => {
  const { page, block, press } = await openMenu(() => refuse(400));
  await press(post, 'send');
  expect(page.store.state).toMatchObject({ status: 'refused', form: typed });
  expect([mail, post].map((href) => block(href).textContent?.includes('refused'))).toEqual([false, true]);
});

it.each([
  ['arrived on an earlier page', () => undefined],
  ['waited on an earlier page', unanswered],
])('[F-AD3] only the form that it was sent from shows that a message has %s', async (_, answer) => {
  const browser = createFakeBrowser();
  const session = new Map<string, string>();
  const earlier = openPage({ answer, browser, session });
  earlier.write();
  earlier.store.send(post, 'Message');
  await settle();
  earlier.lifetime.end();
  const { page, hasForm } = await openMenu(undefined, { browser, session });
  await act(async () => {
    page.goOnline();
    await settle();
  });
  expect(page.store.state.status).toBe('delivered');
  expect([hasForm(mail), hasForm(post)]).toEqual([true, false]);
});

it('[F-AD3] only the form that it was sent from says that a message of an earlier page was refused', async () => {
  const browser = createFakeBrowser();
  const session = new Map<string, string>();
  const earlier = openPage({ answer: () => refuse(400), browser, session });
  earlier.write();
  earlier.store.send(post, 'Message');
  await settle();
  const { block } = await openMenu(undefined, { browser, session });
  expect([mail, post].map((href) => block(href).textContent?.includes('refused'))).toEqual([false, true]);
});

it('[F-AD3] every form says that a message was delivered that an earlier page has sent from another form', async () => {
  const browser = createFakeBrowser();
  const session = new Map<string, string>();
  const earlier = openPage({ answer: unanswered, browser, session });
  earlier.write();
  earlier.store.send('form:https://www.shop.example/messages?from=elsewhere', 'Message');
  await settle();
  earlier.lifetime.end();
  const { page, hasForm } = await openMenu(undefined, { browser, session });
  expect([hasForm(mail), hasForm(post)]).toEqual([false, false]);
  await act(async () => {
    page.goOnline();
    await settle();
  });
  expect(page.store.state.status).toBe('delivered');
  expect([hasForm(mail), hasForm(post)]).toEqual([false, false]);
});
