import type { FrameLocator } from 'playwright/test';
import { log, mine, openChat, send } from './chatSteps.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

interface Desk {
  readonly conversations: readonly {
    readonly readUpTo?: string;
    readonly messages: readonly { readonly id: string; readonly from: string; readonly text: string }[];
  }[];
}

const act = (sandbox: SandboxControl, action: string, fields = {}) => sandbox.command('agent', { action, ...fields });

async function messageId(sandbox: SandboxControl, text: string): Promise<string> {
  const response = await fetch(`${sandbox.servicesUrl}/agent/conversations`);
  const { conversations } = (await response.json()) as Desk;
  return conversations.flatMap(({ messages }) => messages).find((one) => one.text === text)?.id ?? '';
}

/** A messaging conversation with an agent, whose first message is shown. */
async function talkToAgent(
  host: HostPageHelper,
  sandbox: SandboxControl,
  attrs: Readonly<Record<string, string>> = {},
): Promise<FrameLocator> {
  const frame = await openChat(host, attrs);
  await send(frame, 'agent now');
  await expect
    .poll(() =>
      act(sandbox, 'say', { text: 'Hello.' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect(log(frame)).toContainText('Hello.');
  return frame;
}

test('[SH-027][F-UX20] counts unread messages on the pill in the digits of the page’s language', async ({
  page,
  host,
  sandbox,
}) => {
  await talkToAgent(host, sandbox, { 'data-language-code': 'ar', 'data-region-code': 'EG' });
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  await act(sandbox, 'say', { text: 'One more thing.' });
  await expect(host.pill()).toHaveJSProperty('value', '\u202f١\u202f');
});

test('[F-SH27][CH-037][CH-044][CH-142][F-DL11][CH-149][F-DL10] messages of a chat are counted, announced and read in time, edited and removed, and survive a version that the service refuses', {
  tag: '@core',
}, async ({ host, sandbox, checkAxe }) => {
  const frame = await talkToAgent(host, sandbox);
  await test.step('[F-SH27][CH-037][CH-044][CH-142] a message that arrives while the menu or the scheduler is over the chat is announced, counted and not read', async () => {
    const announced = await frame.locator('[data-live-region]').evaluateHandle((region) => {
      const texts: string[] = [];
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) texts.push(node.textContent ?? '');
      }).observe(region, { childList: true });
      return texts;
    });
    /** The agent's last message that the service knows as read. */
    const lastRead = async (): Promise<string | undefined> => {
      const response = await fetch(`${sandbox.servicesUrl}/agent/conversations`);
      const [talk] = ((await response.json()) as Desk).conversations;
      return talk?.messages.find(({ id }) => id === talk.readUpTo)?.text;
    };
    await expect.poll(lastRead).toBe('Hello.');
    const back = frame.getByRole('button', { name: 'Back to all contact options' });
    await back.click();
    const entry = frame.getByRole('button', { name: /^Return to your chat/ });
    await expect(entry).toHaveAccessibleName('Return to your chat');
    await act(sandbox, 'say', { text: 'One more thing.' });
    await expect(entry).toHaveAccessibleName('Return to your chat 1 unread');
    expect(await checkAxe()).toEqual([]);
    await openEntry(frame, 'scheduler');
    await frame.getByRole('button', { name: 'Choose a time' }).click();
    await expect(frame.locator('textarea')).toBeVisible();
    await act(sandbox, 'say', { text: 'And another.' });
    await expect.poll(() => announced.jsonValue()).toHaveLength(2);
    await back.click();
    await expect(entry).toHaveAccessibleName('Return to your chat 2 unread');
    expect(await lastRead()).toBe('Hello.');
    await frame.getByRole('button', { name: 'Back to the chat' }).click();
    await expect.poll(lastRead).toBe('And another.');
    await back.click();
    await expect(entry).toHaveAccessibleName('Return to your chat');
    expect(await announced.jsonValue()).toEqual([
      expect.stringContaining('One more thing.'),
      expect.stringContaining('And another.'),
    ]);
    await frame.getByRole('button', { name: 'Back to the chat' }).click();
  });
  await test.step('[CH-142] shows how far the visitor’s newest message has come, as the agent reads', async () => {
    await send(frame, 'first');
    await send(frame, 'second');
    await expect.poll(() => messageId(sandbox, 'second')).not.toBe('');
    await expect(mine(frame).filter({ hasText: 'Seen' })).toHaveCount(0);
    await act(sandbox, 'read');
    await expect(mine(frame).filter({ hasText: 'Seen' })).toHaveCount(1);
    await expect(mine(frame).last()).toContainText('Seen');
  });
  await test.step('[CH-037][F-DL11] shows and announces that an agent has edited or removed a message', async () => {
    await act(sandbox, 'say', { text: 'Call us at 5.' });
    await act(sandbox, 'say', { text: 'This is not for you.' });
    await expect(log(frame)).toContainText('This is not for you.');
    const live = frame.locator('[aria-live]');
    await act(sandbox, 'edit', { messageId: await messageId(sandbox, 'Call us at 5.'), text: 'Call us at 6.' });
    await expect(live.filter({ hasText: 'edited a message: Call us at 6.' })).toHaveCount(1);
    await expect(log(frame)).toContainText('Call us at 6.');
    await expect(log(frame)).not.toContainText('Call us at 5.');
    await expect(log(frame).getByText('Edited')).toBeVisible();
    await act(sandbox, 'remove', { messageId: await messageId(sandbox, 'This is not for you.') });
    await expect(log(frame)).toContainText('A message was removed.');
    await expect(log(frame)).not.toContainText('This is not for you.');
    expect(await checkAxe()).toEqual([]);
  });
  await test.step('[CH-149][F-DL10] offers to reload when the service refuses this version, and keeps what the visitor typed', async () => {
    await sandbox.command('messaging', { versionRefusal: 4426 });
    await sandbox.rules({ path: '/ws', action: 'cut', times: 1 });
    await act(sandbox, 'say', { text: 'cut' });
    await expect(frame.getByText('This chat needs a newer version of this page.', { exact: false })).toBeVisible();
    await frame.getByRole('textbox').fill('what I was about to say');
    await sandbox.command('messaging', { versionRefusal: null });
    await frame.getByRole('button', { name: 'Reload' }).click();
    await expect(frame.getByText('This chat needs a newer version', { exact: false })).toHaveCount(0);
    await expect(log(frame)).toContainText('cut');
    await expect(frame.getByRole('textbox')).toHaveValue('what I was about to say');
  });
});
