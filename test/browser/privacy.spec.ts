import { readFile } from 'node:fs/promises';
import type { FrameLocator } from 'playwright/test';
import { createHost, expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { openEntry } from './menuSteps.ts';
import { rememberedBy } from './rememberedPill.ts';

/** The visitor's wish to have or to delete their data. */

const button = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true });
const log = (frame: FrameLocator) => frame.getByRole('log');

const stored = async (host: HostPageHelper): Promise<string> =>
  (await host.frameHandle()).evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

const desk = async (sandbox: SandboxControl): Promise<string> =>
  JSON.stringify(await (await fetch(`${sandbox.servicesUrl}/agent/conversations`)).json());

async function open(host: HostPageHelper): Promise<FrameLocator> {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: { utm_campaign: 'of-the-visitor' } });
  return host.openPane();
}

/** A talk with the bot and then with an agent, and a draft. */
async function talk(host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  const frame = await open(host);
  await openEntry(frame, 'chat');
  await button(frame, 'Start chat').click();
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  await frame.getByRole('textbox').fill('agent now');
  await frame.getByRole('textbox').press('Enter');
  await expect.poll(() => desk(sandbox)).toContain('"visitor"');
  await sandbox.command('agent', { action: 'say', text: 'Hello visitor' });
  await expect(log(frame)).toContainText('Hello visitor');
  await frame.getByRole('textbox').fill('my private question');
  await frame.getByRole('textbox').press('Enter');
  await expect.poll(() => desk(sandbox)).toContain('my private question');
  await frame.getByRole('textbox').fill('my private draft');
  await expect.poll(() => stored(host)).toContain('my private draft');
  return frame;
}

async function openPanel(frame: FrameLocator): Promise<void> {
  const back = button(frame, 'Back to all contact options');
  if (await back.isVisible()) await back.click();
  await button(frame, 'Your data').click();
  await expect(frame.getByRole('heading', { name: 'Your data' })).toBeVisible();
  // It opens below the end of the menu.
  await expect(button(frame, 'Delete my data')).toBeInViewport({ ratio: 0.9 });
}

async function deleteAll(frame: FrameLocator): Promise<void> {
  await button(frame, 'Delete my data').click();
  await expect(frame.getByRole('heading', { name: 'Delete your data?' })).toBeFocused();
  await pressGuarded(button(frame, 'Yes, delete it'));
}

test('[F-AD16][SH-169] a mistaken press deletes nothing, and nothing is deleted without the code or the service; then a visitor has a copy of their data, and deletes it in all tabs, at the services and at the broker', {
  tag: '@core',
}, async ({ host, page, sandbox, checkAxe, context }) => {
  await test.step('[F-AD16][SH-169] a mistaken press, missing code and a service that cannot be reached delete nothing; the visitor tries again, or deletes here only', async () => {
    const frame = await open(host);
    await test.step('[F-AD16][SH-169] the panel opens, closes and opens again', async () => {
      const heading = frame.getByRole('heading', { name: 'Your data' });
      for (const count of [1, 0, 1, 0]) {
        await button(frame, 'Your data').click();
        await expect(heading).toHaveCount(count);
      }
    });
    await test.step('[F-AD16] works by keyboard alone, and a mistaken press deletes nothing', async () => {
      await expect.poll(() => stored(host)).toContain('of-the-visitor');
      await button(frame, 'Your data').focus();
      await page.keyboard.press('Enter');
      await expect(button(frame, 'Your data')).toHaveAttribute('aria-expanded', 'true');
      await button(frame, 'Delete my data').focus();
      await page.keyboard.press('Enter');
      await expect(frame.getByRole('heading', { name: 'Delete your data?' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(button(frame, 'No, keep it')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button(frame, 'Delete my data')).toBeVisible();
      expect(await stored(host)).toContain('of-the-visitor');
      expect(await sandbox.requests('/privacy/delete')).toEqual([]);
    });
    await test.step('[F-AD16] without the code for it, nothing is deleted, and no service is said to have refused', async () => {
      await page.route(/\/frame\/assets\/privacy-/, (route) => route.abort());
      await deleteAll(frame);
      await expect(frame.getByRole('alert')).toHaveText(
        'We could not delete your data. Check your connection and try again.',
      );
      await expect(frame.getByRole('heading', { name: 'Your data' })).toBeFocused();
      expect(await stored(host)).toContain('of-the-visitor');
      expect(await sandbox.requests('/privacy/delete')).toEqual([]);
      await page.unroute(/\/frame\/assets\/privacy-/);
    });
    await test.step('[F-AD16] when the service cannot be reached, nothing is deleted; the visitor tries again, or deletes here only', async () => {
      await sandbox.rules({ path: '/privacy/delete', status: 503 });
      // A press at the moment when the button appears may be meant for what was there before.
      await (await host.frameHandle()).evaluate(() => {
        new MutationObserver((_, observer) => {
          const again = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again');
          if (!again) return;
          observer.disconnect();
          again.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        }).observe(document, { childList: true, subtree: true });
      });
      await deleteAll(frame);
      await expect(frame.getByRole('alert')).toContainText('nothing has been deleted yet');
      expect(await stored(host)).toContain('of-the-visitor');
      await expect(frame.getByText('This button is covered, or it has just moved.')).toBeVisible();
      await sandbox.rules({ path: '/privacy/delete', body: { state: 'done' } });
      await pressGuarded(button(frame, 'Try again'));
      await expect(frame.getByText('One moment…')).toHaveCount(0);
      // An answer that does not say what became of the data is none.
      await expect(frame.getByRole('alert')).toContainText('nothing has been deleted yet');
      const before = (await sandbox.requests('/privacy/delete')).length;
      expect(before).toBe(2);
      await pressGuarded(button(frame, 'Delete only in this browser'));
      await expect(frame.getByText('Your data in this browser has been deleted.')).toBeVisible();
      expect(await sandbox.requests('/privacy/delete')).toHaveLength(before);
      expect(await stored(host)).not.toContain('of-the-visitor');
    });
  });
  await test.step('[F-AD16] a visitor has a copy of their data, and deletes it in all tabs, at the services and at the broker', async () => {
    await sandbox.forgetRules();
    const askedBefore = (await sandbox.requests('/privacy/delete')).length;
    const frame = await talk(host, sandbox);
    await test.step('[F-AD16] a visitor downloads everything that is kept about them, without the secrets that sign them in', async () => {
      const tokens = (await stored(host)).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
      expect(tokens.length).toBeGreaterThan(0);
      await openPanel(frame);
      expect(await checkAxe()).toEqual([]);
      const downloading = page.waitForEvent('download');
      await button(frame, 'Download a copy').click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
      const text = await readFile(await download.path(), 'utf8');
      await expect(frame.getByText('Your copy has been downloaded.')).toBeVisible();

      const data = JSON.parse(text);
      expect(JSON.stringify(data.browser)).toContain('my private draft');
      expect(JSON.stringify(data.browser['cm-marketing'])).toContain('of-the-visitor');
      expect(JSON.stringify(data.conversations)).toContain('my private question');
      expect(JSON.stringify(data.service)).toContain('my private question');
      expect(Object.keys(data.page)).toContain('cm-pill-events');
      // Whatever the frame stores is in the file by its name.
      const names = await (await host.frameHandle()).evaluate(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) => name.startsWith('cm-')),
      );
      for (const name of names) expect(Object.keys(data.browser)).toContain(name);
      for (const token of tokens) expect(text).not.toContain(token);
      expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
    });
    await test.step('[F-AD16] a visitor deletes everything: in all tabs, on the page, at the services and at the broker', async () => {
      const otherPage = await context.newPage();
      const other = createHost(otherPage, sandbox);
      await open(other);
      await expect.poll(() => stored(other)).toContain('of-the-visitor');
      const tokens = (await stored(host)).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
      const epochs = (await stored(host)).match(/"epoch\\?":\\?"[\w-]+/g) ?? [];
      await page.evaluate(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: a cookie of the page, which stays.
        document.cookie = 'notice_preferences=2:;path=/';
        // biome-ignore lint/suspicious/noDocumentCookie: what an earlier experiment has left.
        document.cookie = 'optimizely-user-id=of-the-visitor;path=/';
        localStorage.setItem('cm-pill', '{"en-US":{}}');
      });

      await page.bringToFront();
      await deleteAll(frame);
      await expect(frame.getByText('Your data has been deleted, in this browser and at our services.')).toBeVisible();
      expect(await checkAxe()).toEqual([]);

      for (const tab of [host, other]) {
        await expect.poll(() => stored(tab)).not.toMatch(/private|of-the-visitor|conversationId/);
        // The chat is that of a new visitor, whom nothing connects with the one before.
        for (const old of [...epochs, ...tokens]) expect(await stored(tab)).not.toContain(old);
      }
      await expect(log(frame)).toHaveCount(0);
      await expect(log(other.frame())).toHaveCount(0);
      // A change of this page does not bring the campaign back, which its address still names.
      await page.evaluate(() => {
        document.body.style.minHeight = '300vh';
        scrollTo(0, 300);
      });
      // The other page remembers no campaign of the visitor either, which it would store with its next address.
      await otherPage.evaluate(() => {
        history.pushState(null, '', '/plain');
        document.body.append(document.createElement('p'));
      });
      await otherPage.waitForTimeout(1_000);
      for (const tab of [host, other]) expect(await stored(tab)).not.toContain('of-the-visitor');
      const cookies = await page.evaluate(() => document.cookie);
      expect(cookies).toContain('notice_preferences');
      expect(cookies).not.toContain('of-the-visitor');
      expect(await rememberedBy(page)).toBe('');
      // The services have deleted what they had, and the tokens are worth nothing.
      expect(await desk(sandbox)).not.toContain('private');
      await expect
        .poll(async () => JSON.stringify((await sandbox.requests('/revoke')).map(({ body }) => body)))
        .toContain(tokens[0] ?? 'a token');
      const asked = (await sandbox.requests('/privacy/delete')).slice(askedBefore).map(({ body }) => body);
      expect(asked).toMatchObject([{ tokens: expect.arrayContaining([tokens[0]]), conversations: expect.any(Array) }]);

      // The next page begins anew, and so does the chat.
      await page.reload();
      const next = await host.openPane();
      await expect(button(next, 'Chat')).toBeVisible();
      await expect(next.getByText('Return to your chat')).toHaveCount(0);
      expect(await stored(host)).not.toMatch(/private|conversationId/);
    });
  });
});

test('[F-AD16] a service that deletes later names a reference; a copy says when the services’ part is missing', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('privacy', { takesDays: true });
  const frame = await talk(host, sandbox);
  await openPanel(frame);
  await sandbox.rules({ path: '/privacy/export', status: 503 });
  const downloading = page.waitForEvent('download');
  await button(frame, 'Download a copy').click();
  await downloading;
  await expect(frame.getByText('but without the data that our services hold')).toBeVisible();
  await deleteAll(frame);
  await expect(frame.getByText('Your reference: NW-1')).toBeVisible();
  await expect.poll(() => stored(host)).not.toMatch(/private|conversationId/);
});
