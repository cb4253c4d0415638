import { type Demo, startDemo } from '../sandbox/demo.ts';
import { prosodyPath, whyNoProsodyAt } from '../sandbox/prosody.ts';
import { log, send } from './chatSteps.ts';
import { createControl, createHost, expect, fromRoot, test } from './fixtures.ts';
import { agentSays, ofAgent, openChat, visitorTexts } from './liveSteps.ts';

/** What `npm start -- --assistant` serves: the assistant of `test/assistant/`, which answers from the guides of the playground. */

let demo: Demo | undefined;

/** In one worker, which starts the servers once. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  demo = await startDemo({ port: 0, distDir: fromRoot('dist'), wantsXmpp: false, wantsAssistant: true });
});

test.afterAll(async () => {
  await demo?.close();
});

test('the assistant streams answers from the guides with their sources, and hands over to an agent, who answers', {
  tag: '@core',
}, async ({ page }) => {
  if (!demo) throw new Error('The demo has not started.');
  const control = createControl(demo.sandbox);
  const host = createHost(page, control);
  const types: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/v2/message')) types.push(response.headers()['content-type']);
  });
  const frame = await openChat(host, 'cloud');
  await expect(log(frame)).toContainText('Ask me what you want to know');

  await send(frame, 'How do I add the widget to Shopify?');
  await expect(log(frame)).toContainText('layout/theme.liquid');
  const source = log(frame).getByRole('link', { name: 'Sites' });
  await expect(source).toHaveAttribute('href', `${demo.sandbox.hostUrl}/guides/sites/`);

  await expect(log(frame).getByText('Shopify', { exact: true })).toHaveCSS('font-weight', '700');
  expect(types.at(-1)).toBe('text/event-stream');

  await send(frame, 'What is the capital of France?');
  await expect(log(frame)).toContainText('I have found nothing about this on our pages.');
  await expect(log(frame).getByRole('button', { name: 'Chat with a person' }).last()).toBeVisible();

  await send(frame, 'I want to talk to a person');
  await expect(log(frame)).toContainText('One moment, a person takes over.');
  await agentSays(frame, control, 'Hello, this is a person.');
  await expect(ofAgent(frame)).toContainText('Hello, this is a person.');
  await send(frame, 'Thank you');
  await expect.poll(() => visitorTexts(control)).toEqual(['Thank you']);
});

test('the assistant hands over to people on XMPP, at the visitor’s press', async ({ page }) => {
  const missing = whyNoProsodyAt(prosodyPath);
  test.skip(missing !== undefined, missing);
  test.slow();
  const own = await startDemo({ port: 0, distDir: fromRoot('dist'), wantsXmpp: true, wantsAssistant: true });
  try {
    const desk = await page.context().newPage();
    await desk.goto(`${own.sandbox.servicesUrl}/agent/xmpp`);
    await expect(desk.getByText('I am online')).toBeVisible({ timeout: 20_000 });
    const frame = await openChat(createHost(page, createControl(own.sandbox)), 'cloud');
    await log(frame).getByRole('button', { name: 'Chat with a person' }).click();
    await send(frame, 'Do you ship to Norway?');
    await desk
      .getByRole('link', { name: /visitor-/ })
      .first()
      .click();
    await expect(desk.locator('.chat-msg__text').getByText('Do you ship to Norway?')).toBeVisible();
    await desk.getByPlaceholder('Message').fill('Yes, in four days');
    await desk.getByPlaceholder('Message').press('Enter');
    await expect(ofAgent(frame)).toContainText('Yes, in four days');
  } finally {
    await own.close();
  }
});
