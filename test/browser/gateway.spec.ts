import type { FrameLocator } from 'playwright/test';
import { log, mine, openChat, send } from './chatSteps.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { agentSays, openChat as openLiveChat, startChat, talkToAgent, visitorTexts } from './liveSteps.ts';
import { askAndSuggest, callsOf, field, openFromMenu, pickAndFill, slots, submit, texts } from './schedulerSteps.ts';

/**
 * A gateway answers in place of the service, and without its headers for other origins: the frame gets no status and no
 * `Retry-After`. Each service says so, does not ask again at once, and works when the gateway does.
 */

const busy = { status: 429, headers: { 'retry-after': '7' }, body: '<html>Too Many Requests</html>' };
const down = { status: 503, body: '<html>Service Unavailable</html>' };

const countOf = async (sandbox: SandboxControl, path: string): Promise<number> => (await sandbox.requests(path)).length;

test('[SC-135] the menu comes from the older host of the contact service', async ({ host, sandbox }) => {
  await sandbox.rules({ path: '/contact/lookup', ...down });
  await host.open('/plain');
  const pane = await host.openPane();
  await expect(pane.locator('[data-block=phone]')).toBeVisible();
  expect(await countOf(sandbox, '/contact/lookup')).toBe(1);
  expect(await countOf(sandbox, '/older/contact/lookup')).toBe(1);
});

test('[SH-083][SC-136] without a contact service the visitor can try again, and then has the menu', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await sandbox.rules({ path: '/contact/lookup', ...busy }, { path: '/older', ...busy });
  await host.open('/plain');
  const pane = await host.openPane();
  await expect(pane.getByText('We could not load our contact options.')).toBeVisible();
  await sandbox.forgetRules();
  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect(pane.locator('[data-block=phone]')).toBeVisible();
});

test('[CH-214][CH-215] a text to the bot is marked as not sent, and Try again sends it once', async ({
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await sandbox.rules({ path: '/bot/v2', ...busy });
  await send(frame, 'pricing');
  await expect(mine(frame)).toContainText('Not sent.');
  expect((await sandbox.requests('/bot/v2/message')).filter(({ body }) => isText(body, 'pricing'))).toHaveLength(1);
  await sandbox.forgetRules();
  await frame.getByRole('button', { name: 'Try again' }).click();
  await expect(log(frame)).toContainText('You pay by the second');
  await expect(mine(frame)).toHaveCount(1);
});

const isText = (body: unknown, text: string): boolean => (body as { input?: { text?: string } })?.input?.text === text;

test('[CH-130][CH-216] a text of a live chat waits, and arrives once', async ({ host, sandbox }) => {
  const frame = await talkToAgent(host, sandbox);
  await sandbox.rules({ path: '/api/account/4711/chat', ...busy });
  await send(frame, 'Wait');
  await expect(frame.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await sandbox.forgetRules();
  await expect(frame.getByText('Connection lost. Reconnecting…')).toBeHidden();
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['No, thank you.', 'Wait']);
  await expect(mine(frame)).toHaveCount(2);
  await expect(frame.getByText('Sending…')).toHaveCount(0);
});

/** Messaging, with a text of the visitor and an answer. */
async function startMessaging(host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  await sandbox.command('contact', { chat: 'messaging' });
  const frame = await openLiveChat(host, 'data');
  await send(frame, 'Hello');
  await agentSays(frame, sandbox, 'Hi');
  return frame;
}

test('[REL-19][CH-216] messaging keeps the chat while the broker gives no new token, and says once that the sign-in failed when it refuses one', async ({
  host,
  sandbox,
}) => {
  const frame = await startMessaging(host, sandbox);
  await test.step('[REL-19][CH-216] messaging keeps the chat while the broker gives no new token, and a text arrives once', async () => {
    const before = await countOf(sandbox, '/identity');
    await sandbox.rules({ path: '/session', ...busy }, { path: '/identity', ...busy });
    await sandbox.command('identity', { expireTokens: true });
    await expect(frame.getByText('Connection lost. Reconnecting…')).toBeVisible();
    await send(frame, 'Wait');
    await expect.poll(() => countOf(sandbox, '/identity')).toBeGreaterThan(before + 3);
    await expect(frame.getByText('Sign-in did not complete. Please try again.')).toHaveCount(0);
    await sandbox.forgetRules();
    // The browser's `online` event ends the wait for the next attempt (CH-149).
    await (await host.frameHandle()).evaluate(() => dispatchEvent(new Event('online')));
    await expect(frame.getByText('Connection lost. Reconnecting…')).toBeHidden();
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Hello', 'Wait']);
    await expect(mine(frame)).toHaveCount(2);
  });
  await test.step('[REL-19] messaging says once that the sign-in failed when the broker refuses a token, and stops asking', async () => {
    const before = await countOf(sandbox, '/identity');
    await sandbox.rules({ path: '/identity', status: 401, body: {} });
    await sandbox.command('identity', { expireTokens: true });
    await expect(frame.getByText('Sign-in did not complete. Please try again.')).toBeVisible();
    await pause(host);
    expect(await countOf(sandbox, '/identity')).toBeLessThanOrEqual(before + 2);
  });
});

test('[SC-072][SC-107][REL-29] the times of the scheduler can be asked for again, and a booking says that it may have been made, and is made once', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await host.open('/plain', { attrs: texts.en.attrs });
  const pane = await openFromMenu(host);
  await test.step('[SC-072] the times of the scheduler can be asked for again', async () => {
    await sandbox.rules({ path: '/v2/availability', ...busy }, { path: '/v2/scheduler/availability', ...busy });
    await askAndSuggest(pane, texts.en);
    await expect(pane.getByText('We could not load available times.')).toBeVisible();
    await sandbox.forgetRules();
    await pane.getByRole('button', { name: 'Try again' }).click();
    await expect(pane.getByText('We could not load available times.')).toHaveCount(0);
    await expect(slots(pane).first()).toBeVisible();
  });
  await test.step('[SC-107][REL-29] a booking says that it may have been made, also when only its answer is lost, and is made once', async () => {
    await pickAndFill(pane, texts.en);
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', ...down });
    await pressGuarded(submit(pane));
    await expect(pane.getByRole('alert')).toContainText('Your call may already be booked');
    const sent = () => callsOf(sandbox, '/v2/appointments/', 'POST');
    expect(await sent()).toHaveLength(1);
    await sandbox.forgetRules();
    // Drop every answer, because browsers retry by themselves when a reused connection is lost.
    await sandbox.rules({ method: 'POST', path: '/v2/appointments/', drop: 'after' });
    await pressGuarded(submit(pane));
    await expect.poll(async () => (await sent()).length).toBeGreaterThan(1);
    await expect(submit(pane)).not.toHaveAttribute('aria-disabled', 'true');
    await expect(pane.getByRole('alert')).toContainText('(SCH02)');
    await expect(field(pane, 'company')).toHaveValue('Fjord Freight');
    await sandbox.forgetRules();
    // The service has booked. The same key returns the same booking; another key would find the time taken.
    await pressGuarded(submit(pane));
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    expect(new Set((await sent()).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});

test('[CH-106][CH-214] a text to the hosted assistant is marked as not sent, and Try again sends it once', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('contact', { chat: 'assistant' });
  await host.open('/plain');
  const frame = await host.openPane();
  await startChat(frame);
  await expect(log(frame)).toContainText('What can I help you with?');
  await sandbox.rules({ path: '/bot/v2', ...busy });
  await send(frame, 'pricing');
  await expect(mine(frame)).toContainText('Not sent.');
  await sandbox.forgetRules();
  await frame.getByRole('button', { name: 'Try again' }).click();
  await expect(log(frame)).toContainText('You pay by the second');
  await expect(mine(frame)).toHaveCount(1);
});

test('[SH-141] offers that a gateway holds back are not asked for again before their time', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('outreach', { offer: 'trial' });
  await sandbox.rules({ path: '/offers', ...busy });
  await host.open('/plain');
  await expect.poll(() => countOf(sandbox, '/offers'), { timeout: 15_000 }).toBe(1);
  await host.openPane();
  await pause(host);
  expect(await countOf(sandbox, '/offers')).toBe(1);
});

test('[SH-148] in-app messages that a gateway holds back leave the widget as it is', async ({ host, sandbox }) => {
  await sandbox.command('outreach', { inApp: 'message' });
  await sandbox.rules({ path: '/api/v3/data', ...busy });
  await host.open('/plain');
  await expect.poll(() => countOf(sandbox, '/api/v3/data')).toBeGreaterThan(0);
  const pane = await host.openPane();
  await expect(pane.locator('[data-block=phone]')).toBeVisible();
  await pause(host);
  expect(await countOf(sandbox, '/api/v3/data')).toBeLessThan(5);
});

test('[REL-21] a text message needs no service but the lookup', async ({ host, sandbox }) => {
  await sandbox.rules({ path: '/', ...busy }, { path: '/contact', delayMs: 1 });
  await host.open('/plain');
  const pane = await host.openPane();
  await expect(pane.locator('[data-block=sms]')).toBeVisible();
  await pause(host);
  for (const { paths } of (await services(sandbox)).services) {
    for (const path of paths) expect(await countOf(sandbox, path), path).toBeLessThan(5);
  }
});

/** Long enough for a loop to ask dozens of times. */
const pause = async (host: HostPageHelper): Promise<void> =>
  (await host.frameHandle()).evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));

async function services(sandbox: SandboxControl) {
  const answer = await fetch(`${sandbox.controlUrl}/__sandbox/services`);
  return (await answer.json()) as { readonly services: readonly { readonly paths: readonly string[] }[] };
}
