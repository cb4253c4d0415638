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

test('[CH-014][CH-162] messaging learns nothing of a visitor who has signed out, although the page still has their data', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await startAsAda(host, sandbox, { ...ada, signedin: false });
  for (const path of ['/session', '/async/monitor', '/async/engagement', '/async/attributes']) {
    expect(JSON.stringify(await firstBody(sandbox, path)), path).not.toMatch(/nw-ada|Lovelace|buyer/);
  }
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
