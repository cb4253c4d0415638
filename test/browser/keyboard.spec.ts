import { log, mine } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { enterAt, tabTo } from './keyboardSteps.ts';
import { talkToAgent } from './liveSteps.ts';
import { callsOf, field, proceed, readNotice, slots, submit, texts } from './schedulerSteps.ts';

/** Whole journeys without a pointer, on the surfaces whose own suites have none. No element is focused by the test. */

test('a visitor asks the bot and follows its suggestion by keyboard alone', async ({ host, page }) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const frame = host.frame();
  await enterAt(page, host.pill());
  await enterAt(page, frame.getByRole('button', { name: 'Chat', exact: true }));
  await enterAt(page, frame.getByRole('button', { name: 'Start chat', exact: true }));
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  await tabTo(page, frame.getByRole('textbox'));
  await page.keyboard.type('What does it cost?');
  await page.keyboard.press('Enter');
  await expect(mine(frame)).toHaveText(/What does it cost\?/);
  const suggestion = log(frame).getByRole('button', { name: 'Support plans' });
  await tabTo(page, suggestion, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(mine(frame).last()).toHaveText(/Support plans/);
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  await expect(host.pill()).toBeFocused();
});

test('a visitor answers the survey after a chat by keyboard alone: an open question takes the focus', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const frame = await talkToAgent(host, sandbox);
  await sandbox.command('agent', { action: 'survey' });
  await expect(frame.getByText('Was your question answered?')).toBeVisible();
  await enterAt(page, frame.getByRole('button', { name: 'Send answers' }));
  const answer = frame.getByRole('radio', { name: 'Yes', exact: true });
  await expect(frame.getByText('Please answer this question.')).toBeVisible();
  await expect(frame.getByRole('radio').first()).toBeFocused();
  await tabTo(page, answer);
  await page.keyboard.press('Space');
  await enterAt(page, frame.getByRole('button', { name: 'Send answers' }));
  await expect(frame.getByText('Thank you for chatting with us.')).toBeVisible();
  const { surveys } = (await sandbox.command('surveys')) as { surveys: { survey: Record<string, unknown> }[] };
  expect(surveys[0]?.survey).toMatchObject({ question: [{ id: 1, answer: 'yes' }] });
  await enterAt(page, frame.getByRole('button', { name: 'Close chat' }));
  await expect(host.pill()).toBeFocused();
});

test('Tab reaches the pop-up from the page; Enter on it opens the chat, and Escape goes back to the pill', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await host.open('/plain');
  const card = host.frame().getByRole('complementary');
  await enterAt(page, card.getByRole('button', { name: /Reply/ }));
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  await expect(card).toBeHidden();
  await expect(host.frame().getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(host.pill()).toBeFocused();
});

test('Tab reaches the notification of an offer and its button; Escape closes it', async ({ host, page, sandbox }) => {
  await sandbox.command('outreach', { offer: 'trial' });
  await host.open('/plain');
  const card = host.frame().getByRole('complementary', { name: 'News from us' });
  await tabTo(page, card.getByRole('button', { name: 'Start the trial' }));
  await page.keyboard.press('Escape');
  // The pop-up may be next.
  await expect(card).toBeHidden();
  await expect(host.pill()).toBeFocused();
});

test('a visitor books on the landing page, and finds and cancels the call there, by keyboard alone', async ({
  host,
  page,
  sandbox,
}) => {
  const text = texts.en;
  const query = { 'cm-scheduler-landing': 'true' };
  await host.open('/plain', { attrs: text.attrs, query });
  let pane = host.frame();
  await tabTo(page, pane.locator('textarea'));
  await page.keyboard.type(text.question);
  await enterAt(page, proceed(pane));
  await enterAt(page, pane.getByRole('button', { name: text.yes, exact: true }));
  await tabTo(page, slots(pane).first());
  await page.keyboard.press('Space');
  await enterAt(page, proceed(pane));
  for (const [name, value] of [
    ['firstName', 'Ada'],
    ['lastName', 'Lovelace'],
    ['company', 'Analytical Engines'],
    ['email', 'ada@fjordfreight.com'],
    ['phoneNumber', text.phone],
  ] as const) {
    await tabTo(page, field(pane, name));
    await page.keyboard.type(value);
  }
  await tabTo(page, submit(pane));
  await readNotice(pane);
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('heading', { name: text.booked })).toBeFocused();
  const number = (await pane.getByText(/^NW-\d+$/).textContent()) ?? '';

  await host.open('/plain', { attrs: text.attrs, query: { ...query, 'cm-scheduler-confirmation': number } });
  pane = host.frame();
  await enterAt(page, pane.getByRole('button', { name: text.cancel }));
  await tabTo(page, pane.locator('input[name=scheduler-reason]').first());
  await page.keyboard.press('Space');
  await enterAt(page, submit(pane));
  await tabTo(page, pane.getByRole('button', { name: text.bookNew }));
  expect(await callsOf(sandbox, `/v2/appointments/${number}`, 'DELETE')).toHaveLength(1);
});
