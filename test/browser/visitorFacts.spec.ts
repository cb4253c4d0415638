import type { LoggedRequest } from '../sandbox/requestLog.ts';
import { send } from './chatSteps.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { agentSays, desk, visitorTexts } from './liveSteps.ts';

const ada = { iui: 'nw-ada', signedin: true, firstName: 'Ada', lastName: 'Lovelace', accountType: 'buyer' };

/** Starts messaging on a page that names Ada. */
async function startAsAda(host: HostPageHelper, sandbox: SandboxControl, user = ada): Promise<void> {
  await sandbox.command('contact', { chat: 'messaging' });
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'cloud' },
    globals: { contactWidgetUser: user },
    query: { 'cm-start-chat': '' },
  });
  await firstBody(sandbox, '/async/attributes');
  await agentSays(host.frame(), sandbox, 'Good morning');
}

async function firstBody(sandbox: SandboxControl, path: string): Promise<unknown> {
  const find = async (): Promise<LoggedRequest | undefined> =>
    (await sandbox.requests(path)).find((one) => one.path === path);
  await expect.poll(async () => (await find()) !== undefined, path).toBe(true);
  return (await find())?.body;
}

test('[CH-116][CH-162][CH-165][CH-163][F-CH4][F-CH5][F-CH9] session, log, monitor and gateway learn role, skill and attributes from the page’s user', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await startAsAda(host, sandbox);
  expect(await firstBody(sandbox, '/session')).toMatchObject({
    iui: 'nw-ada',
    firstName: 'Ada',
    skill: 'cloud-sales',
    customerInfo: { customerId: 'nw-ada', role: 'buyer' },
  });
  expect(await firstBody(sandbox, '/log')).toMatchObject({
    message: 'session success',
    upid: 'nw-ada',
    attributes: { topic: 'cloud', loginStatus: 1, role: 'buyer', canBroadwayRedirect: true },
  });
  for (const path of ['/async/monitor', '/async/engagement', '/async/attributes']) {
    expect(await firstBody(sandbox, path), path).toMatchObject({
      customerInfo: { customerId: 'nw-ada', role: 'buyer' },
      personalInfo: { firstname: 'Ada', lastname: 'Lovelace' },
    });
  }
});

test('[CH-014][CH-162] messaging learns nothing of a visitor who has signed out, although the page still has their data', async ({
  host,
  sandbox,
}) => {
  await startAsAda(host, sandbox, { ...ada, signedin: false });
  for (const path of ['/session', '/async/monitor', '/async/engagement', '/async/attributes']) {
    expect(JSON.stringify(await firstBody(sandbox, path)), path).not.toMatch(/nw-ada|Lovelace|buyer/);
  }
});

test('[CH-116][F-CH4] live chat learns the role from the page’s user, and `visitor` without one', async ({
  host,
  sandbox,
}) => {
  const path = '/api/account/4711/app/engagement/visitors';
  const roles = async (): Promise<readonly unknown[]> =>
    (await sandbox.requests(path)).map((one) => {
      const { engagementAttributes } = one.body as { engagementAttributes: { info?: { role?: string } }[] };
      return engagementAttributes[2]?.info?.role;
    });
  for (const [user, role] of [
    [ada, 'buyer'],
    [{ ...ada, signedin: false }, 'visitor'],
    [{}, 'visitor'],
  ] as const) {
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, globals: { contactWidgetUser: user } });
    await host.openPane();
    await expect.poll(async () => (await roles()).at(-1)).toBe(role);
  }
});

test('[CH-161][F-CH5] a visitor whose token has expired gets a session with new tokens', async ({
  host,
  sandbox,
  page,
}) => {
  await startAsAda(host, sandbox);
  await (await host.frameHandle()).evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      if (!key.includes('cm-profile') || !value.includes('expiresAt')) continue;
      sessionStorage.setItem(
        key,
        value.replace(/"expiresAt":\d+/g, '"expiresAt":1').replace(/"maxAge":\d+/g, '"maxAge":0'),
      );
    }
  });
  await page.reload();
  await expect
    .poll(async () => (await sandbox.requests('/session')).map(({ query }) => query.refreshToken))
    .toEqual(['false', 'true']);
});

test('[REL-19][CH-170] a conversation continues with new tokens after its own have expired', async ({
  host,
  sandbox,
}) => {
  await startAsAda(host, sandbox);
  await sandbox.command('identity', { expireTokens: true });
  await expect.poll(async () => (await sandbox.requests('/identity')).length).toBe(1);
  await sandbox.command('agent', { action: 'say', text: 'Are you still there?' });
  const frame = host.frame();
  await expect(frame.getByRole('log')).toContainText('Are you still there?');
  await send(frame, 'Yes, I am');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['Yes, I am']);
  expect(await desk(sandbox)).toHaveLength(1);
});

test('[CH-174][F-CH8] a sign-in counts by the token of its message where the sign-in service knows no cookie', async ({
  host,
  sandbox,
  page,
}) => {
  await sandbox.rules({ path: '/signin/jwt', body: {} });
  await sandbox.command('contact', { chat: 'messaging' });
  await sandbox.command('identity', { agentStatus: 'unavailable' });
  await sandbox.rules({ path: '/async/engagement', body: { status: 'NotAvailable' } });
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: { 'cm-start-chat': '' } });
  const opened = page.waitForEvent('popup');
  await host.frame().getByRole('link', { name: 'Sign in', exact: true }).click();
  await (await opened).getByRole('button', { name: 'Sign in as Ana' }).click();
  await expect
    .poll(async () => JSON.stringify((await sandbox.requests('/identity')).map(({ body }) => body)))
    .toContain('"cmaasSigned":"eyJ');
  const frame = host.frame();
  await frame.getByRole('textbox').fill('It is me, Ana');
  await frame.getByRole('textbox').press('Enter');
  await expect.poll(async () => JSON.stringify(await sandbox.requests('/ws_api'))).toContain('It is me, Ana');
});

test('[CH-011][F-CH9] the address chooses the account of the bot among those of the deployment', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await sandbox.rules({ path: '/rehearsal/bot/v2/status', body: { status: 'Available' } });
  const openWith = (account: string): Promise<void> =>
    host.open('/plain', {
      attrs: { 'data-focus-area': 'cloud' },
      query: { 'cm-bot-account': account, 'cm-start-chat': '' },
    });
  await openWith('rehearsal');
  await expect.poll(async () => (await sandbox.requests('/rehearsal/bot/v2/message')).length).toBeGreaterThan(0);
  expect(await sandbox.requests('/bot/v2/')).toEqual([]);
  await openWith('of a stranger');
  await expect(host.frame().getByRole('log')).toContainText('Northwind guide');
});
