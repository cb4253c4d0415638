import type { FrameLocator, Page } from 'playwright/test';
import { armDelayMs } from '../../frame/ui/arming.ts';
import { isolatedDeployment, withXmpp } from '../sandbox/deployment.ts';
import { type Prosody, startProsody, whyNoProsodyAgent } from '../sandbox/prosody.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import type { Agent } from '../sandbox/xmppServer.ts';
import { log, mine, reopen, send } from './chatSteps.ts';
import { createControl, createHost, expect, fromRoot, hold, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { openChat, startChat as startChatIn } from './liveSteps.ts';

/** The built product with people on a real XMPP server, under the policy of a deployment without vendors. */

test.skip(whyNoProsodyAgent !== undefined, whyNoProsodyAgent);

interface Desk {
  readonly prosody: Prosody;
  readonly agent: Agent;
  readonly sandbox: Sandbox;
}

/** Pictures are shown from encrypted addresses only. */
const uploadOrigin = 'https://upload.example.com';

let desk: Desk | undefined;

/** In one worker, which starts the server once. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const prosody = await startProsody({ uploadOrigin });
  const agent = await prosody.startAgent();
  const sandbox = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    // Without the company's service that deletes: what a guest has sent stays at the desk.
    config: (urls) => ({ ...withXmpp(isolatedDeployment(urls), prosody.port, { uploadOrigin }), privacy: undefined }),
  });
  await createControl(sandbox).command('contact', { chat: 'xmpp' });
  desk = { prosody, agent, sandbox };
});

test.afterAll(async () => {
  desk?.agent.stop();
  await desk?.sandbox.close();
  await desk?.prosody.remove();
});

async function startChat(page: Page): Promise<{ readonly frame: FrameLocator; readonly desk: Desk }> {
  if (!desk) throw new Error('The desk has not started.');
  const host = createHost(page, createControl(desk.sandbox));
  return { frame: await openChat(host, 'cloud'), desk };
}

/** 8 × 8 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGNgaGDAjkZ5DAwANScgAZVnQVgAAAAASUVORK5CYII=',
  'base64',
);

test('[F-AD2][F-AD13] a visitor sends files by button, paste and drop, and reads why one cannot be sent', async ({
  page,
  problems,
}) => {
  const toServer = (address: string): string => address.replace(uploadOrigin, `http://127.0.0.1:${desk?.prosody.port}`);
  // In place of the proxy that ends TLS.
  await page.route(`${uploadOrigin}/**`, async (route) => {
    await route.fulfill({ response: await route.fetch({ url: toServer(route.request().url()) }) });
  });
  const { frame, desk: own } = await startChat(page);
  const attach = frame.getByRole('button', { name: 'Attach a file', exact: true });
  await expect(attach).toBeVisible();
  await attach.hover();
  await page.waitForTimeout(2 * armDelayMs);
  const chosen = page.waitForEvent('filechooser');
  await attach.click();
  await (await chosen).setFiles({ name: 'dent.png', mimeType: 'image/png', buffer: picture });
  const filesOf = () => own.agent.events.flatMap(({ event, get }) => (event === 'file' ? [get ?? ''] : []));
  await expect.poll(filesOf).toHaveLength(1);
  expect(new URL(filesOf()[0] ?? '').pathname).toMatch(/\/dent\.png$/);
  await expect(mine(frame).getByRole('button', { name: 'dent.png' }).locator('img')).toBeVisible();
  expect(Buffer.from(await (await fetch(toServer(filesOf()[0] ?? ''))).arrayBuffer())).toEqual(picture);

  // What a browser hands over when files are pasted and dropped. Two events follow each other at once.
  const give = (types: 'paste' | 'dragover' | 'drop' | 'dragover drop', name: string, mimeType: string) =>
    frame.getByRole('textbox').evaluate(
      (field, [kinds, fileName, fileType, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes as number[])], String(fileName), { type: String(fileType) }));
        const options = { bubbles: true, cancelable: true };
        for (const kind of String(kinds).split(' '))
          field.dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent(kind, { ...options, dataTransfer: data }),
          );
      },
      [types, name, mimeType, [...picture]] as const,
    );
  const drop = async (name: string, mimeType: string): Promise<void> => {
    await give('dragover', name, mimeType);
    await page.waitForTimeout(2 * armDelayMs);
    await give('drop', name, mimeType);
  };
  await give('paste', 'pasted.png', 'image/png');
  await expect.poll(filesOf).toHaveLength(2);
  await drop('dropped.png', 'image/png');
  await expect.poll(filesOf).toHaveLength(3);

  await drop('virus.exe', 'application/x-msdownload');
  const refusal = frame.getByText('virus.exe cannot be sent here. You can send: pictures');
  await expect(refusal).toBeVisible();
  const dismiss = frame.getByRole('button', { name: 'Dismiss', exact: true });
  // It is above the field, and Tab leads from it to the field.
  await dismiss.focus();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('textbox')).toBeFocused();
  await dismiss.click();
  await expect(refusal).toHaveCount(0);

  // A page that slides the frame under a file gets none. The pause ends the last drag.
  const refusedDrop = frame.getByText('Please drop the file again.');
  await page.waitForTimeout(3 * armDelayMs);
  await give('dragover drop', 'stolen.png', 'image/png');
  await expect(refusedDrop).toBeVisible();

  // A page that makes the frame transparent gets none either.
  let choosers = 0;
  page.on('filechooser', () => {
    choosers += 1;
  });
  await page.evaluate(() => {
    const element = document.querySelector('#contact-widget')?.shadowRoot?.querySelector('iframe');
    if (element) element.style.opacity = '0.01';
  });
  await page.waitForTimeout(2 * armDelayMs);
  await expect(async () => {
    choosers = 0;
    await attach.click();
    await expect(frame.getByText('This button is covered, or it has just moved.')).toBeAttached({ timeout: 1_000 });
    expect(choosers).toBe(0);
  }).toPass();
  await drop('stolen.png', 'image/png');
  await expect(refusedDrop).toBeAttached();
  await give('paste', 'last.png', 'image/png');
  await expect.poll(filesOf).toHaveLength(4);
  expect(filesOf().join()).not.toContain('stolen');
  expect(await problems.violations()).toEqual([]);
  // The last picture may still be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[F-AD13] a file goes to the chat that it was added in, and leaves the text in the input', async ({ page }) => {
  const { frame, desk: own } = await startChat(page);
  const button = (name: string) => frame.getByRole('button', { name, exact: true });
  const filesOf = () => own.agent.events.flatMap(({ event, get }) => (event === 'file' ? [get ?? ''] : []));
  const before = filesOf().length;
  const paste = (name: string) =>
    frame.getByRole('textbox').evaluate(
      (field, [fileName, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], fileName, { type: 'image/png' }));
        field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
      },
      [name, [...picture]] as const,
    );
  await expect(button('Attach a file')).toBeVisible();

  const first = await hold(page, `${uploadOrigin}/**`);
  await paste('first.png');
  await first.asked;
  await frame.getByRole('textbox').fill('What does the repair');
  first.release({ status: 201 });
  await expect.poll(filesOf).toHaveLength(before + 1);
  await expect(mine(frame)).toHaveCount(1);
  await expect(frame.getByRole('textbox')).toHaveValue('What does the repair');

  await page.unroute(`${uploadOrigin}/**`);
  const late = await hold(page, `${uploadOrigin}/**`);
  await paste('late.png');
  await late.asked;
  await button('Close chat').click();
  await button('End chat').click();
  await button('Start new chat').click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  late.release({ status: 201 });
  await expect(frame.getByText('late.png was not sent, because its chat has ended.')).toBeVisible();
  expect(filesOf()).toHaveLength(before + 1);
  await button('Dismiss').click();
  await expect(mine(frame)).toHaveCount(0);
});

test('[F-AD13] a new message sounds only if the visitor wants it, and never while the visitor looks', async ({
  page,
  problems,
}) => {
  await page.addInitScript(() => {
    const played: number[] = [];
    Object.assign(window, { played });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) {
      played.push(1);
      start.call(this, at);
    };
  });
  const { frame, desk: own } = await startChat(page);
  await send(frame, 'Does it ring?');
  await expect.poll(() => own.agent.texts()).toContain('Does it ring?');
  const to = own.agent.events.findLast(({ text }) => text === 'Does it ring?')?.visitor ?? '';
  const played = () => frame.locator('html').evaluate(() => (window as unknown as { played: number[] }).played.length);
  const say = async (id: string): Promise<void> => {
    own.agent.act({ action: 'say', id, text: `answer ${id}`, to });
    await expect(frame.locator('[role=log]').getByText(`answer ${id}`)).toBeAttached();
  };
  const hide = frame.getByRole('button', { name: 'Minimize', exact: true });
  await say('r1');
  expect(await played()).toBe(0);
  const toggle = frame.getByRole('button', { name: 'Play a sound when we answer', exact: true });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(played).toBe(2);
  await say('r2');
  expect(await played()).toBe(2);
  await hide.click();
  await say('r3');
  await expect.poll(played).toBe(4);
  expect(problems.warnings.filter((line) => line.includes('AudioContext'))).toEqual([]);
  expect(await problems.violations()).toEqual([]);
});

test('[F-AD2][F-AD16][F-SE28] a visitor and an agent talk over prosody, through a reload, under Trusted Types, and a visitor who deletes their data has no account any more', {
  tag: '@core',
}, async ({ page, problems }) => {
  if (!desk) throw new Error('The desk has not started.');
  const { agent, prosody, sandbox } = desk;
  const host = createHost(page, createControl(sandbox));
  const { frame } = await startChat(page);
  await send(frame, 'Do you ship to Norway?');
  await expect.poll(() => agent.texts()).toContain('Do you ship to Norway?');
  const to = agent.events.find(({ text }) => text === 'Do you ship to Norway?')?.visitor ?? '';
  agent.act({ action: 'say', id: 'a1', text: 'Yes, <b>in four days</b>', to });
  await expect(log(frame).locator('[data-kind=agent]')).toContainText('Yes, <b>in four days</b>');
  await expect(frame.getByText('Northwind sales').first()).toBeVisible();

  const again = await reopen(page, host);
  await expect(log(again).locator('[data-kind=agent]')).toContainText('in four days');
  await expect(mine(again)).toContainText('Do you ship to Norway?');
  await send(again, 'Thank you');
  await expect.poll(() => agent.texts()).toContain('Thank you');
  expect(await problems.violations()).toEqual([]);
  await test.step('[F-AD16][F-SE28] a visitor who deletes their data has no account on prosody any more', async () => {
    const button = (name: string) => again.getByRole('button', { name, exact: true });
    await send(again, 'A question to forget');
    await expect.poll(() => agent.texts()).toContain('A question to forget');
    const visitor = agent.events.find(({ text }) => text === 'A question to forget')?.visitor ?? '';
    const name = visitor.split('@')[0] ?? '';
    // Control: prosody knows the account.
    expect(prosody.hasGuest(name)).toBe(true);

    await button('Back to all contact options').click();
    await button('Your data').click();
    await button('Delete my data').click();
    await pressGuarded(button('Yes, delete it'));
    await expect(again.getByText('Your data in this browser has been deleted.')).toBeVisible();
    await expect(again.getByText('Messages and files that you have sent stay with the services')).toBeVisible();
    await expect.poll(() => prosody.hasGuest(name)).toBe(false);
  });
});

test('[F-CH31] the desk knows who writes and hears of the sign-out, and the visitor reads that nobody is there', async ({
  page,
}) => {
  if (!desk) throw new Error('The desk has not started.');
  const host = createHost(page, createControl(desk.sandbox));
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'cloud' },
    globals: { contactWidgetUser: { iui: 'nw-ada', signedin: true, firstName: 'Ada', lastName: 'Lindqvist' } },
    query: { resetToken: 'a1b2c3', plan: 'business' },
  });
  const frame = await host.openPane();
  desk.agent.stop();
  await startChatIn(frame);
  await expect(frame.getByText('Nobody has answered yet.')).toBeVisible();
  await expect(frame.getByText('No agent is available.')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Email us' })).toHaveAttribute('href', /^mailto:/);

  const agent = await desk.prosody.startAgent();
  Object.assign(desk, { agent });
  await expect(frame.getByText('Nobody has answered yet.')).toBeHidden();
  await expect(frame.getByText('No agent is available.')).toBeHidden();
  // What has waited for the agent.
  await expect.poll(() => agent.texts().find((text) => text.startsWith('Ada'))).toBeDefined();
  const introduction = agent.events.find(({ text }) => text?.startsWith('Ada'));
  expect(introduction).toMatchObject({
    text: expect.stringMatching(/^Ada Lindqvist · http:\S+\/plain · en-US$/),
    nick: 'Ada Lindqvist',
  });

  await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: false } }));
  await expect.poll(() => agent.events.some(({ state }) => state === 'gone')).toBe(true);
  expect(agent.texts().at(-1)).toBe('The chat has ended.');
});
